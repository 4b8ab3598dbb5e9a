"""Reading of the database by threads and other processes, which know its address: a file's path, or a URL."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from server.store.address import is_server
from server.store.file.database_file import open_to_read


class Rows(Protocol):
    """The rows of a query; each is given once."""

    def __iter__(self) -> Iterator[Any]: ...

    def fetchone(self) -> Any:
        """Return the next row, None after the last."""

    def fetchall(self) -> list[Any]:
        """Return the rows that are left."""


class Reading(Protocol):
    """A reader of a database without a loop: a connection to a file, or `server.store.postgres.reader`'s."""

    def execute(self, sql: str, parameters: Any = ..., /) -> Rows:
        """Run a query; parameters are in order or by name."""


@contextmanager
def read_from(address: str) -> Iterator[Reading]:
    """Open a database that a server may have open, to read it from a thread or another process.

    Raises StoreUnusable if it cannot be read, or fails while it is in use.
    """
    if is_server(address):
        from server.store.postgres.reader import read_from_server  # noqa: PLC0415 - needs an extra

        with read_from_server(address) as reading:
            yield reading
    else:
        with open_to_read(Path(address)) as connection:
            yield connection
