"""Opens SQLite connections with the settings that the whole server uses."""

import sqlite3
from operator import methodcaller
from pathlib import Path

BROKEN = (sqlite3.Error, UnicodeError)
"""Errors that a damaged file raises; UnicodeError comes when SQLite quotes damaged text in its message."""

_BUSY_MS = 5_000
CHECKPOINT_PAGES = 1_000
"""Pages of 4 KiB in the WAL before a checkpoint copies them into the file; the commit that triggers it waits."""


def connect(
    path: Path, mode: str = "rw", *, autocommit: bool = False, shared: bool = False, immutable: bool = False
) -> sqlite3.Connection:
    """Open a connection to an existing file (``mode`` ro, rw), or also create a missing one (rwc).

    With ``autocommit`` each statement is its own transaction unless one was begun. A ``shared`` connection may be used
    from several threads. ``immutable`` reads without the WAL and without locks: use it only if nobody writes the file.
    """
    address = f"{path.resolve().as_uri()}?mode={mode}{'&immutable=1' if immutable else ''}"
    connection = sqlite3.connect(
        address,
        uri=True,
        timeout=_BUSY_MS / 1000,
        isolation_level=None if autocommit else "IMMEDIATE",
        check_same_thread=not shared,
    )
    connection.row_factory = sqlite3.Row
    connection.text_factory = methodcaller("decode", "utf-8", "replace")  # one flipped byte must not hide other rows
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return connection
