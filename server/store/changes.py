"""Which tables a statement changes, as the database itself says, and which of these changes somebody waits for."""

import sqlite3
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import lru_cache
from threading import Lock
from typing import Literal, NamedTuple

from server.store.sql import Statement

Verb = Literal["insert", "update", "delete"]

_VERBS: dict[int, Verb] = {
    sqlite3.SQLITE_INSERT: "insert",
    sqlite3.SQLITE_UPDATE: "update",
    sqlite3.SQLITE_DELETE: "delete",
}
SCHEMA = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"


class TableChange(NamedTuple):
    """A kind of change: rows of a table are inserted or deleted, or one column of them is updated."""

    verb: Verb
    table: str
    column: str = ""


class Watched(NamedTuple):
    """The changes of a table that a subscriber hears of: all of them, without updates of the ``ignored`` columns."""

    table: str
    ignored: frozenset[str] = frozenset()
    inserts: bool = True
    deletes: bool = True

    def covers(self, change: TableChange) -> bool:
        """Whether the subscriber hears of a change."""
        if change.table != self.table:
            return False
        match change.verb:
            case "insert":
                return self.inserts
            case "delete":
                return self.deletes
            case _:
                return change.column not in self.ignored


class StatementChanges:
    """Derives the changes of a statement from its text, once for each text.

    SQLite's authorizer names every table and column that a statement may change when it is prepared, those that
    triggers and foreign keys change for it included. Statements are prepared, and never run, on an empty copy of the
    tables in memory: nothing waits for the file, and its connections need no authorizer.
    """

    def __init__(self, schema: Iterable[str]) -> None:
        self._lock = Lock()
        """Stores of the same schema share what is derived, also those that live on other threads."""
        self._tables = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        for sql in schema:
            self._tables.execute(sql)
        self._tables.execute("PRAGMA foreign_keys = ON")
        self._tables.set_authorizer(self._note)
        self._noted: set[TableChange] = set()
        self._known: dict[str, frozenset[TableChange]] = {}

    def find(self, sql: str) -> frozenset[TableChange]:
        """Return all changes that a statement can make; none for one that cannot be prepared."""
        with self._lock:
            known = self._known.get(sql)
            if known is None:
                self._noted.clear()
                with suppress(sqlite3.Error):  # SQLite misses the parameters only after it has prepared the statement
                    self._tables.execute(f"EXPLAIN {sql}").close()
                known = self._known[sql] = frozenset(self._noted)
            return known

    def _note(self, action: int, table: str | None, column: str | None, *_: str | None) -> int:
        verb = _VERBS.get(action)
        if verb is not None and table is not None:
            self._noted.add(TableChange(verb, table, column or ""))
        return sqlite3.SQLITE_OK


@lru_cache(maxsize=4)
def derive_changes(schema: tuple[str, ...]) -> StatementChanges:
    """Return what derives the changes of statements on tables of this schema, as `SCHEMA` reads it."""
    return StatementChanges(schema)


class Subscriptions:
    """Calls by the changes that they wait for."""

    def __init__(self, changes: StatementChanges) -> None:
        self._changes = changes
        self._calls: list[tuple[tuple[Watched, ...], Callable[[], None]]] = []
        self._by_statement: dict[str, tuple[Callable[[], None], ...]] = {}

    def add(self, watched: tuple[Watched, ...], call: Callable[[], None]) -> None:
        """Have ``call`` called after each write that one of ``watched`` covers."""
        self._calls.append((watched, call))
        self._by_statement.clear()

    def is_awaited(self, bulk: Iterable[str], single: Iterable[Statement]) -> bool:
        """Return whether a call waits for what any of these statements changes; a move pays for no more than this."""
        for sql in bulk:
            if self._find(sql):
                return True
        return any(self._find(sql) for sql, _ in single)

    def find_calls(self, statements: Iterable[str]) -> set[Callable[[], None]]:
        """Return the calls that wait for what any of these statements changes."""
        return {call for sql in statements for call in self._find(sql)}

    def _find(self, sql: str) -> tuple[Callable[[], None], ...]:
        found = self._by_statement.get(sql)
        if found is None:
            changes = self._changes.find(sql)
            found = self._by_statement[sql] = tuple(
                call for watched, call in self._calls if any(each.covers(one) for each in watched for one in changes)
            )
        return found
