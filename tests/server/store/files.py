"""Files beside a database; a refused one stays unchanged."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from server.errors import StoreUnusable
from server.store.file.database_file import prepare
from server.store.file.migrations import MIGRATIONS


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.name: file.read_bytes()
        for file in folder.iterdir()
        if file.is_file() and file.suffix not in (".lock", ".mark")
    }


@contextmanager
def refused(path: Path, why: str, migrations: Path = MIGRATIONS) -> Iterator[None]:
    """Check after a change of a file that it is refused in one line with its name, and that nothing is touched."""
    yield
    before = contents(path.parent)
    with pytest.raises(StoreUnusable) as caught:
        prepare(path, migrations)
    line = str(caught.value)
    assert str(path) in line
    assert why in line
    assert "\n" not in line
    assert contents(path.parent) == before
