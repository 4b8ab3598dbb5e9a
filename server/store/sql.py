"""SQL statements, their parameters, result rows, and SQL fragments shared by many queries."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, auto
from functools import cache
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import MsgspecError, Struct, inspect

from server.errors import StoreError

Value = int | float | str | bytes | None
"""A value that a database column holds."""
Parameters = Sequence[Value]
Named = Mapping[str, Value]
Statement = tuple[str, Parameters]


class BatchStage(IntEnum):
    """Order of statements within a batch.

    What is demanded of the rows before the batch comes first. A game is inserted before its actions. Statements that
    follow from its beginning or end read its row after its events are applied. Statements of one stage run in the order
    in which writes name them.
    """

    DEMANDS = auto()
    GAMES = auto()
    ACTIONS = auto()
    SEATS = auto()
    """Before other updates of the same game: a guest takes a seat before an opening sets the colours."""
    GAME_UPDATES = auto()
    BEGINNINGS = auto()
    """Before the ends: a beginning counts games in progress as well as games with an entry."""
    PLAYS_BY_CORRESPONDENCE = auto()
    ENDINGS = auto()
    CHECKSUMS = auto()
    JOINING = auto()
    """After the checksums of existing rows."""
    RATINGS = auto()


class BulkStatement:
    """A statement that runs once per row of a batch, and its stage."""

    __slots__ = ("_head", "_row", "sql", "stage")

    def __init__(self, stage: BatchStage, sql: str) -> None:
        self.stage = stage
        self.sql = sql
        head, _, row = sql.rpartition("VALUES ")
        takes_rows = sql.lstrip().startswith("INSERT") and sql.rstrip().endswith("?)")
        self._head, self._row = (head, row) if takes_rows else ("", "")

    @property
    def takes_rows(self) -> bool:
        """Return whether the statement is an INSERT that ends in its one row, so that more rows can follow."""
        return bool(self._row)

    def repeat(self, count: int) -> str:
        """Return the statement for ``count`` rows at once."""
        return f"{self._head}VALUES {', '.join([self._row] * count)}"


Bulk = Mapping[BulkStatement, Sequence[Parameters]]
"""Rows by the statement that writes them."""


class _Row(Protocol):
    def __getitem__(self, column: str | int, /) -> Any: ...

    def __iter__(self) -> Iterator[Any]: ...

    def __len__(self) -> int: ...

    def keys(self) -> list[str]:
        """Return the column names."""


Row = _Row
"""A result row: columns by name, by index, and in order."""

Kind = TypeVar("Kind", bound=Struct)
Columns = TypeVar("Columns", bound=tuple[Any, ...])
_COLUMNS = (
    *(inspect.IntType, inspect.FloatType, inspect.StrType, inspect.BytesType, inspect.LiteralType, inspect.NoneType),
)
"""Types whose values a column holds as they are."""


def read(kind: type[Kind], row: Row) -> Kind:
    """Return a row as a struct: each field is the column of its name. Raises Unreadable if a value is of another type.

    Nothing is coerced. A ``bool`` is the integer 0 or 1, and a type that no column has is JSON in a text, which is not
    the null of JSON.
    """
    values = dict(row)
    bools, texts = _find_encoded(kind)
    try:
        for name in bools:
            if type(values[name]) is int and values[name] in (0, 1):
                values[name] = values[name] == 1
        for name in texts:
            if values[name] is not None:
                values[name] = msgspec.json.decode(values[name])
                if values[name] is None:
                    raise ValueError(f"{name} is null as JSON")
        return msgspec.convert(values, kind)
    except (LookupError, TypeError, ValueError, MsgspecError) as error:
        raise Unreadable(f"not readable as {kind.__name__}: {error}") from error


def read_all(kind: type[Kind], rows: Iterable[Row]) -> list[Kind]:
    """Return rows as structs, as `read` does, in one or two microseconds each.

    Raises Unreadable for the first that is not readable.
    """
    return [read(kind, row) for row in rows]


def read_tuples(kind: type[Columns], rows: Iterable[Row]) -> list[Columns]:
    """Return rows as tuples of their columns in order. Raises Unreadable if a value is of another type.

    For a few columns of plain values that need no names.
    """
    try:
        return [msgspec.convert(tuple(row), kind) for row in rows]
    except (ValueError, MsgspecError) as error:
        raise Unreadable(f"not readable as {kind}: {error}") from error


@cache
def _find_encoded(kind: type[Struct]) -> tuple[list[str], list[str]]:
    """Return the fields that are booleans, and those that are JSON."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    bools, texts = [], []
    for field in info.fields:
        types = field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,)
        if any(isinstance(each, inspect.BoolType) for each in types):
            bools.append(field.name)
        elif not all(isinstance(each, _COLUMNS) for each in types):
            texts.append(field.name)
    return bools, texts


SHOWN = "(visibility = 'public' OR :me IN (owner, player0, player1))"
"""Tests whether the player ``:me`` may find a game of ``games``: it is public, or they own or play it. A link opens a
game but does not make it searchable. Lists, counts, puzzles, traps and bots' remarks all use this rule."""


UNFINISHED = """SELECT serial FROM games WHERE ended_at IS NULL AND next_flag_at IS NULL
  UNION ALL SELECT serial FROM games WHERE ended_at IS NULL AND next_flag_at IS NOT NULL"""
"""SQL for the games that go on, those by correspondence last: each half has an index of its own."""

BOTS_COLOR = "CASE WHEN (black = 1) = (level1 IS NOT NULL) THEN 'black' ELSE 'white' END"
"""The bot's colour in a game of ``games`` that has a bot; seats and colours are independent."""


def quote(names: Iterable[str]) -> str:
    """Return trusted names, from the program itself, as a list of SQL strings."""
    return ", ".join(f"'{name}'" for name in names)


def json_values(parameter: str) -> str:
    """Return a subquery with the values of a JSON list parameter, to follow ``IN``."""
    return f"(SELECT value FROM json_each({parameter}))"


def only_if(insertion: Statement, condition: Statement) -> Statement:
    """Return an ``INSERT ... SELECT`` of plain values that runs only if a query finds a row."""
    sql, parameters = insertion
    query, values = condition
    return f"{sql} WHERE EXISTS ({query})", (*parameters, *values)


def demand(condition: Statement) -> Statement:
    """Return a statement that fails the transaction with Conflict unless a query finds a row."""
    query, values = condition
    return f"INSERT INTO demands (met) SELECT 0 WHERE NOT EXISTS ({query})", values


class Unreadable(StoreError):
    """A row has a value that the type of its column does not allow."""


class Conflict(StoreError):
    """A constraint refused the write: the row exists already, or a row it refers to does not."""
