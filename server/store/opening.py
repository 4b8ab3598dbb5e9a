"""Opens the store that the settings name: the SQLite file, or a PostgreSQL database."""

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from server.config import Config
from server.errors import ConfigError
from server.store.address import is_server
from server.store.store import Store
from server.store.writer import OnBatch

if TYPE_CHECKING:
    from server.store.postgres_store import PostgresStore


async def open_store(config: Config, on_batch: OnBatch | None = None) -> "Store | PostgresStore":
    """Open the store. Raises StoreUnusable with a one-line reason if it cannot be used, ConfigError if its driver is
    not installed."""
    return await open_address(find_address(config), on_batch, config.commit_spacing_ms / 1000)


async def open_address(
    address: str, on_batch: OnBatch | None = None, spacing_s: float = 0.0
) -> "Store | PostgresStore":
    """Open the store at an address, as `open_store` does. Commits to a file begin at least ``spacing_s`` apart."""
    if not is_server(address):
        return await Store.open(Path(address), on_batch=on_batch, spacing_s=spacing_s)
    require_driver()
    from server.store.postgres_store import PostgresStore  # noqa: PLC0415 - needs an extra

    return await PostgresStore.open(address, on_batch=on_batch)


def require_driver() -> None:
    """Raise ConfigError unless the driver for PostgreSQL is installed."""
    if find_spec("asyncpg") is None:
        raise ConfigError("a PostgreSQL database needs the extra cluster: pip install 'tengen[cluster]'")


def find_address(config: Config) -> str:
    """Return the address of the database that the settings name."""
    return config.database or str(config.db)
