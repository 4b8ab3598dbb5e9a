"""One connection to PostgreSQL that takes and gives what SQLite does: the same texts, parameters and values."""

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import asyncpg

from server.errors import StoreError
from server.store.postgres.dialect import Translated, translate
from server.store.sql import Named, Parameters, Row, Value

CONNECT_S = 10.0
COMMAND_S = 60.0
"""Seconds after which a statement without an answer counts as a lost connection."""
KEPT = 500
"""Prepared statements of a connection; the least used go first."""

LOST = (
    *(OSError, EOFError, TimeoutError, asyncpg.PostgresConnectionError, asyncpg.exceptions.OperatorInterventionError),
    asyncpg.InternalClientError,  # a question to a connection that is about to notice that it broke
)
"""Errors of a connection that is gone, or of a server that goes."""
FAILURES = (*LOST, asyncpg.PostgresError, asyncpg.InterfaceError, OverflowError, ValueError, TypeError)
"""All errors of a statement."""

Convert = Callable[[Any], Any]


def _whole(value: Value) -> Value:
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _text(value: Value) -> Value:
    return value if isinstance(value, str) or value is None else str(value)


def _truth(value: Value) -> bool | None:
    return None if value is None else bool(value)


def _list(value: Value) -> list[Any] | None:
    return json.loads(value) if isinstance(value, str) else None


_CONVERT: dict[str, Convert] = {"int8": _whole, "text": _text, "bool": _truth, "json": _text, "varchar": _text}
_MARK = re.compile(r"\$(\d+)")
_not_wide: set[str] = set()
"""Statements whose parameters must be small."""
_SMALL = ("int2", "int4")


class Prepared:
    """A prepared statement of one connection."""

    __slots__ = ("_converts", "_statement", "_translated", "types")

    def __init__(self, translated: Translated, statement: "asyncpg.prepared_stmt.PreparedStatement") -> None:
        self._translated = translated
        self._statement = statement
        self.types = [each.name for each in statement.get_parameters()]
        """The names of the parameters' types."""
        converts = [_list if name.endswith("[]") else _CONVERT.get(name) for name in self.types]
        self._converts = converts if any(converts) else []

    def convert(self, parameters: Parameters | Named) -> list[Any]:
        """Return the values as the statement takes them. Raises ValueError if some are missing."""
        values = self._translated.order(parameters)
        if len(values) != len(self.types):
            raise ValueError(f"{len(values)} values for {len(self.types)} parameters")
        return [
            value if convert is None else convert(value)
            for value, convert in zip(values, self._converts or [None] * len(values), strict=True)
        ]

    async def fetch(self, parameters: Parameters | Named) -> list[Row]:
        """Run the statement; return its rows."""
        rows: list[Row] = await self._statement.fetch(*self.convert(parameters))
        return rows

    async def run(self, parameters: Parameters | Named) -> int:
        """Run the statement; return how many rows it changed."""
        await self._statement.fetch(*self.convert(parameters))
        last = self._statement.get_statusmsg().rpartition(" ")[2]
        return int(last) if last.isdigit() else -1

    async def run_many(self, rows: Sequence[Parameters]) -> None:
        """Run the statement for each row, in one trip."""
        await self._statement.executemany([self.convert(row) for row in rows])

    async def run_columns(self, columns: Sequence[list[Any]]) -> None:
        """Run a statement that takes a list for each column."""
        await self._statement.fetch(*columns)


class PostgresConnection:
    """A connection. Its methods raise the errors of asyncpg; `FAILURES` names them."""

    def __init__(self, connection: "asyncpg.Connection[Any]") -> None:
        self.connection = connection
        self._prepared: dict[str, Prepared] = {}
        self._spread: dict[str, tuple[Prepared, list[Convert | None]]] = {}

    @classmethod
    async def open(
        cls, address: str, name: str = "tengen", *, command_s: float | None = COMMAND_S
    ) -> "PostgresConnection":
        """Connect to a database. ``command_s`` bounds each statement, None for no bound."""
        connection = await asyncpg.connect(
            address,
            timeout=CONNECT_S,
            command_timeout=command_s,
            statement_cache_size=0,  # kept here, with the types of their parameters
            server_settings={
                "application_name": name,
                "client_min_messages": "warning",
                "jit": "off",  # costs more than any of these queries
                "idle_in_transaction_session_timeout": "2s",  # longest that one that hangs holds others up
            },
        )
        try:
            await _set_up(connection)
        except BaseException:
            connection.terminate()
            raise
        return cls(connection)

    @property
    def is_lost(self) -> bool:
        """Return whether the connection is gone."""
        return bool(self.connection.is_closed())

    async def prepare(self, sql: str) -> Prepared:
        """Return the prepared statement for a text of SQLite's."""
        found = self._prepared.pop(sql, None)
        if found is None:
            translated = translate(sql)
            found = Prepared(translated, await self._prepare(translated.sql))
            small = [name in _SMALL for name in found.types]
            if any(small) and sql not in _not_wide:
                # next to a small literal a parameter has its type, and larger values would be refused
                try:
                    found = Prepared(translated, await self._prepare(_widen(translated.sql, small)))
                except asyncpg.PostgresError:
                    _not_wide.add(sql)  # a transaction fails by this, and is tried again
            while len(self._prepared) >= KEPT:
                self._prepared.pop(next(iter(self._prepared)))
        self._prepared[sql] = found  # last: the most recently used
        return found

    async def _prepare(self, sql: str) -> "asyncpg.prepared_stmt.PreparedStatement":
        return await self.connection.prepare(sql)

    async def fetch(self, sql: str, parameters: Parameters | Named = ()) -> list[Row]:
        """Return all rows of a query."""
        try:
            return await (await self.prepare(sql)).fetch(parameters)
        except asyncpg.InvalidCachedStatementError:
            self.forget()
            return await (await self.prepare(sql)).fetch(parameters)

    async def run(self, sql: str, parameters: Parameters | Named = ()) -> int:
        """Run a statement; return how many rows it changed, -1 if it does not say so."""
        return await (await self.prepare(sql)).run(parameters)

    async def run_many(self, sql: str, rows: Sequence[Parameters]) -> None:
        """Run a statement for each row, in one trip."""
        statement = await self.prepare(sql)
        if len(rows) == 1:
            await statement.run(rows[0])
        else:
            await statement.run_many(rows)

    async def script(self, sql: str) -> None:
        """Run PostgreSQL's own statements, in one trip."""
        await self.connection.execute(sql)

    async def insert_rows(self, sql: str, rows: Sequence[Parameters]) -> None:
        """Run an INSERT that ends in its one row for many, with a list for each column."""
        found = self._spread.get(sql)
        if found is None:
            one = await self.prepare(sql)
            head, _, row = translate(sql).sql.rpartition("VALUES ")
            names = [f"c{n}" for n in range(1, len(one.types) + 1)]
            lists = ", ".join(f"${n}::{name}[]" for n, name in enumerate(one.types, 1))
            row = _MARK.sub(lambda mark: f"given.c{mark[1]}", row)
            spread = f"{head}SELECT {row.strip()[1:-1]} FROM unnest({lists}) AS given ({', '.join(names)})"
            statement = Prepared(Translated(spread, ()), await self._prepare(spread))
            found = self._spread[sql] = statement, [_CONVERT.get(name) for name in one.types]
        statement, converts = found
        columns = [
            list(column) if convert is None else list(map(convert, column))
            for column, convert in zip(zip(*rows, strict=True), converts, strict=True)
        ]
        await statement.run_columns(columns)

    def forget(self) -> None:
        """Prepare all statements anew: another server has changed the tables."""
        self._prepared.clear()
        self._spread.clear()

    async def close(self) -> None:
        """Close the connection; one that is gone already is let be."""
        with suppress(*FAILURES):
            await self.connection.close(timeout=2)

    def drop(self) -> None:
        """Give up the connection at once."""
        self.connection.terminate()


async def _set_up(connection: "asyncpg.Connection[Any]") -> None:
    """Have values come as from SQLite, and the functions of the schema hide the database's own."""
    (schema,) = await connection.fetchrow("SELECT current_schema()")
    if schema is None:
        raise StoreError("the database has no schema that its user may use")
    await connection.execute(f'SET search_path = "{schema}", pg_catalog')
    await connection.set_type_codec(
        "bool", schema="pg_catalog", encoder=lambda value: "t" if value else "f", decoder=lambda text: int(text == "t")
    )
    await connection.set_type_codec(
        "numeric",
        schema="pg_catalog",
        encoder=str,
        decoder=lambda text: float(text) if "." in text else int(text),
    )


def _widen(sql: str, small: Sequence[bool]) -> str:
    return _MARK.sub(lambda mark: f"CAST({mark[0]} AS bigint)" if small[int(mark[1]) - 1] else mark[0], sql)


def is_lost(error: BaseException) -> bool:
    """Return whether an error says that the connection or the server is gone."""
    return isinstance(error, LOST)


Connect = Callable[[], Awaitable[PostgresConnection]]
"""Opens a connection. Raises StoreError."""
