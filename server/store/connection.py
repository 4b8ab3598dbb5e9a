"""Connections to a file of SQLite, as all of the server opens them."""

import sqlite3
from operator import methodcaller
from pathlib import Path

BROKEN = (sqlite3.Error, UnicodeError)
"""What a damaged file raises; the second where SQLite quotes what is damaged in its message."""

_BUSY_MS = 5_000
CHECKPOINT_PAGES = 1_000
"""Pages of 4 KiB in the log before it is copied into the file: whoever waits for that commit waits for the copy."""


def connect(
    path: Path, mode: str = "rw", *, autocommit: bool = False, shared: bool = False, immutable: bool = False
) -> sqlite3.Connection:
    """A connection to an existing file (``mode`` ro, rw) or to one that may be new (rwc).

    With ``autocommit`` each statement is a transaction of its own unless one was begun. One that is ``shared`` may go
    from thread to thread. An ``immutable`` file is read without its log and without locks: one that nobody writes.
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
    connection.text_factory = methodcaller("decode", "utf-8", "replace")  # one flipped byte shall not hide other rows
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    return connection
