import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.store import Store


@pytest.fixture
async def store(tmp_path: Path, template: Path) -> AsyncIterator[Store]:
    path = tmp_path / "tengen.db"
    shutil.copy(template, path)
    opened = await Store.open(path)
    yield opened
    await opened.close()
