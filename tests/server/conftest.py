import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tengen.db"


@pytest.fixture
async def store(path: Path, template: Path) -> AsyncIterator[Store]:
    shutil.copy(template, path)
    opened = await Store.open(path)
    yield opened
    await opened.close()
