import asyncio
from pathlib import Path

import pytest

from server.protocol.values import Who
from server.store.store import Store
from tests.server.store.examples import new_room


@pytest.fixture(params=["file", pytest.param("postgres", marks=[pytest.mark.postgres, pytest.mark.slow])])
def database(request: pytest.FixtureRequest) -> str:
    """Where the store of a test is: all that is promised of the one is promised of the other."""
    return request.getfixturevalue("postgres_address") if request.param == "postgres" else ""


@pytest.fixture
def made(path: Path) -> Path:
    """A database with a room in it."""

    async def make() -> None:
        store = await Store.open(path)
        await new_room(store, "room00000001", Who(level=1))
        await store.close()

    asyncio.run(make())
    return path
