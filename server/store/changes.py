"""Finds which tables a statement changes, by asking SQLite, and which subscribers wait for these changes."""

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
    """A kind of change: an insert into or a delete from a table, or an update of one of its columns."""

    verb: Verb
    table: str
    column: str = ""


class Watched(NamedTuple):
    """The changes of a table that a subscriber hears of: all of them, except updates of the ``ignored`` columns, and
    except inserts or deletes if those are False."""

    table: str
    ignored: frozenset[str] = frozenset()
    inserts: bool = True
    deletes: bool = True

    def covers(self, change: TableChange) -> bool:
        """Return whether the subscriber hears of a change."""
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
    """Derives the changes of a statement from its text, and caches them by text.

    When SQLite prepares a statement, its authorizer names every table and column that the statement may change,
    including changes by triggers and foreign keys. Statements are prepared, never run, on an empty copy of the tables
    in memory. So nothing waits for the file, and its connections need no authorizer.
    """

    def __init__(self, schema: Iterable[str]) -> None:
        self._lock = Lock()
        """Stores with the same schema share this cache, even across threads."""
        self._tables = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        for sql in schema:
            self._tables.execute(sql)
        self._tables.execute("PRAGMA foreign_keys = ON")
        self._tables.set_authorizer(self._note)
        self._noted: set[TableChange] = set()
        self._known: dict[str, frozenset[TableChange]] = {}

    def find(self, sql: str) -> frozenset[TableChange]:
        """Return all changes that a statement can make; an empty set if it cannot be prepared."""
        with self._lock:
            known = self._known.get(sql)
            if known is None:
                self._noted.clear()
                with suppress(sqlite3.Error):  # SQLite misses the parameters only after it prepares the statement
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
    """Return the shared `StatementChanges` for a schema, given as the rows that `SCHEMA` reads."""
    return StatementChanges(schema)


OnChange = Callable[[], None]
"""Is called after a change."""


class Subscriptions:
    """Registry of callbacks and the changes that they wait for."""

    def __init__(self, changes: StatementChanges) -> None:
        self._changes = changes
        self._calls: list[tuple[tuple[Watched, ...], OnChange]] = []
        self._by_statement: dict[str, tuple[OnChange, ...]] = {}
        self._watched_of: dict[str, frozenset[TableChange]] = {}

    def add(self, watched: tuple[Watched, ...], call: OnChange) -> None:
        """Register ``call`` to run after each write that one of ``watched`` covers."""
        self._calls.append((watched, call))
        self._by_statement.clear()
        self._watched_of.clear()

    def is_awaited(self, bulk: Iterable[str], single: Iterable[Statement]) -> bool:
        """Return whether any callback waits for a change by these statements; each move costs only this check."""
        for sql in bulk:
            if self._find(sql):
                return True
        return any(self._find(sql) for sql, _ in single)

    def find_watched(self, sql: str) -> frozenset[TableChange]:
        """Return the changes by a statement for which any callback waits."""
        found = self._watched_of.get(sql)
        if found is None:
            found = self._watched_of[sql] = frozenset(
                change
                for change in self._changes.find(sql)
                if any(each.covers(change) for watched, _ in self._calls for each in watched)
            )
        return found

    def list_calls(self) -> set[OnChange]:
        """Return all callbacks."""
        return {call for _, call in self._calls}

    def find_calls_of(self, changes: Iterable[TableChange]) -> set[OnChange]:
        """Return the callbacks that wait for any of these changes."""
        changed = tuple(changes)
        return {call for watched, call in self._calls if any(each.covers(one) for each in watched for one in changed)}

    def find_calls(self, statements: Iterable[str]) -> set[OnChange]:
        """Return the callbacks that wait for a change by any of these statements."""
        return {call for sql in statements for call in self._find(sql)}

    def _find(self, sql: str) -> tuple[OnChange, ...]:
        found = self._by_statement.get(sql)
        if found is None:
            changes = self._changes.find(sql)
            found = self._by_statement[sql] = tuple(
                call for watched, call in self._calls if any(each.covers(one) for each in watched for one in changes)
            )
        return found
