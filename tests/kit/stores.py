"""Opens the store under test, a file or a database of PostgreSQL, by its address."""

from pathlib import Path

import pytest

from server.store.address import is_server
from server.store.postgres_store import PostgresStore
from server.store.store import Store

OpenStore = Store | PostgresStore


async def open_at(address: str) -> OpenStore:
    """Open the store at an address."""
    return await PostgresStore.open(address) if is_server(address) else await Store.open(Path(address))


ON_FILE = pytest.mark.parametrize("database", [""])
"""For a test that is about the file, or about the way in which SQLite answers."""
