import gc
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bots.executor import LocalExecutor
from server.review import job_runner
from tests.kit.app import App
from tests.kit.stores import OpenStore, open_at
from tests.server.review import quick


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tengen.db"


@pytest.fixture
async def store(path: Path, template: Path, database: str) -> AsyncIterator[OpenStore]:
    """An open store with no rows in it."""
    if not database:
        shutil.copy(template, path)
    opened = await open_at(database or str(path))
    yield opened
    await opened.close()


@pytest.fixture
def quick_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Studies that need no kernels."""

    async def warm(_: LocalExecutor) -> None:
        return

    monkeypatch.setattr(LocalExecutor, "warm", warm)
    monkeypatch.setattr(job_runner, "STUDY", quick.study)


@pytest.fixture
def site(running: tuple[App, str]) -> str:
    """Where the server in this process is found."""
    return running[1].replace("ws://", "http://").removesuffix("/ws")


@pytest.fixture
def no_finalizers() -> Iterator[None]:
    """Keep the garbage collector from running: an exception raised in a finalizer is dropped, and told as a fault."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()
