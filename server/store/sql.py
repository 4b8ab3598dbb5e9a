"""Statements, their parameters, the rows that queries find, and what many queries say alike."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum, auto
from typing import Any, Protocol

from server.errors import StoreError

Value = int | float | str | bytes | None
"""What a database keeps."""
Parameters = Sequence[Value]
Named = Mapping[str, Value]
Statement = tuple[str, Parameters]


class BatchStage(IntEnum):
    """The place of a statement among those of a batch, first to last.

    A game stands before its actions, and what its beginning or end brings about reads the row as its events left it.
    Statements of one stage run in the order in which writes name them.
    """

    GAMES = auto()
    ACTIONS = auto()
    SEATS = auto()
    """Before other updates of the same game: a guest sits down before an opening settles the colours."""
    GAME_UPDATES = auto()
    BEGINNINGS = auto()
    """Before the ends: a beginning counts the games that go on as well as those that are entered."""
    PLAYS_BY_CORRESPONDENCE = auto()
    ENDINGS = auto()
    CHECKSUMS = auto()
    JOINING = auto()
    """After the checksums of what the file held before."""
    RATINGS = auto()


class BulkStatement:
    """A statement that is run once for each row of a batch, and its place in the batch."""

    __slots__ = ("_head", "_row", "sql", "stage")

    def __init__(self, stage: BatchStage, sql: str) -> None:
        self.stage = stage
        self.sql = sql
        head, _, row = sql.rpartition("VALUES ")
        takes_rows = sql.lstrip().startswith("INSERT") and sql.rstrip().endswith("?)")
        self._head, self._row = (head, row) if takes_rows else ("", "")

    @property
    def takes_rows(self) -> bool:
        """Whether the statement ends in the one row that it inserts, so that more rows may follow."""
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
        """The names of its columns."""


Row = _Row
"""A row that was found: its columns by name, by number, and in their order."""

SHOWN = "(visibility = 'public' OR :me IN (owner, player0, player1))"
"""Whether the player ``:me`` may find a game of ``games``: a public one or his own. A link that he was given opens its
game, and is nothing that can be looked up. The one rule behind lists, counts, puzzles, traps and what bots say."""


BOTS_COLOR = "CASE WHEN (black = 1) = (level1 IS NOT NULL) THEN 'black' ELSE 'white' END"
"""The colour of the bot in a game of ``games`` that has one: seats and colours are two things."""


def quote(names: Iterable[str]) -> str:
    """Names as they stand in a statement, for those that the program itself knows."""
    return ", ".join(f"'{name}'" for name in names)


def json_values(parameter: str) -> str:
    """The values of a list that is one parameter, the JSON of it: what stands behind ``IN``."""
    return f"(SELECT value FROM json_each({parameter}))"


def only_if(insertion: Statement, condition: Statement) -> Statement:
    """An ``INSERT ... SELECT`` of plain values, made only where a query finds something."""
    sql, parameters = insertion
    query, values = condition
    return f"{sql} WHERE EXISTS ({query})", (*parameters, *values)


def demand(condition: Statement) -> Statement:
    """What lets a transaction stand only where a query finds something as it is written; else it is a Conflict."""
    query, values = condition
    return f"INSERT INTO demands (met) SELECT 0 WHERE NOT EXISTS ({query})", values


class Conflict(StoreError):
    """A constraint refused the write: such a row exists already, or what it belongs to does not."""
