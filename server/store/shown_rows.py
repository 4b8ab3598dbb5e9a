"""Rows and pages of lists: an unreadable row is logged and does not affect the others.

The cursor of a page holds the sort number and the name of its last row and not the row's id, because gaps between ids
would show how many hidden rows there are.
"""

import base64
import binascii
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache, partial
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct

from bots.errors import BadPattern
from server.errors import Refused
from server.protocol.staff import BrokenRow
from server.store.integrity import Damaged
from server.store.sql import Kind, Row, Unreadable, read


def pack(number: int, name: str) -> str:
    """Encode the cursor of the page after the row with this number and name."""
    return base64.urlsafe_b64encode(f"{number} {name}".encode()).decode().rstrip("=")


def unpack(cursor: str | None) -> tuple[int, str] | None:
    """Decode a cursor into its number and name, None without one; Refused("bad_cursor") if it is malformed."""
    if cursor is None:
        return None
    try:
        text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True).decode()
        number, separator, name = text.partition(" ")
        if not (separator and name and abs(int(number)) < 1 << 63):
            raise ValueError("no row ends a page like this")
        return int(number), name
    except (binascii.Error, ValueError) as error:
        raise Refused(code="bad_cursor") from error


log = logging.getLogger(__name__)

Given = TypeVar("Given")
Shown = TypeVar("Shown")

Show = Callable[[Given], Shown]
"""Makes what a list shows of a row, or of what was read from it."""
ShowNamed = Callable[[Given, Mapping[str, str]], Shown]
"""Makes that with the names of players by id."""

UNREADABLE = (
    BadPattern,
    Damaged,
    Unreadable,
    ArithmeticError,
    LookupError,
    TypeError,
    ValueError,
    msgspec.MsgspecError,
)
"""Errors raised when a row's columns hold unexpected values."""
MOST_TOLD = 1_000
"""Number of logged rows to remember, so that each is logged once."""


def show_rows(what: str, rows: Iterable[Row], id: str, show: Show[Row, Shown]) -> tuple[list[Shown], list[Row]]:
    """Return ``show`` of each row, and the rows that it cannot read or whose values do not fit their types.

    ``what`` names a row in the log, ``id`` is the column that identifies it.
    """
    shown: list[Shown] = []
    broken: list[Row] = []
    for row in rows:
        with one_row(what, row[id], lambda row=row: broken.append(row)):  # type: ignore[misc]
            shown.append(check(show(row)))
    return shown, broken


class Listed(Struct, Generic[Shown], frozen=True):
    """A page of a list: what is shown, the unreadable rows, and whether more rows follow."""

    shown: list[Shown]
    broken: list[BrokenRow]
    more: bool


def list_rows(
    what: str, rows: Sequence[Row], limit: int, show: Show[Row, Shown], number: str = "serial", id: str = "id"
) -> Listed[Shown]:
    """Return a page of at most ``limit`` rows, as `show_rows` does; the columns ``number`` and ``id`` identify one."""
    shown, broken = show_rows(what, rows[:limit], id, show)
    return Listed(shown, [BrokenRow(row[number], str(row[id])) for row in broken], len(rows) > limit)


def read_rows(what: str, kind: type[Kind], rows: Iterable[Row], id: str) -> list[Kind]:
    """Return the readable ones of some rows as structs, as `show_rows` does."""
    return show_rows(what, rows, id, partial(read, kind))[0]


@contextmanager
def one_row(what: str, id: object, on_broken: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Catch and log errors of reading one row, once per row, then call ``on_broken``."""
    try:
        yield
    except UNREADABLE as error:
        _say(what, id, " ".join(f"{type(error).__name__}: {error}".split())[:200])
        on_broken()


def check(value: Shown) -> Shown:
    """Return the value if it is valid for its type. Raises ValidationError if not."""
    kind: type = type(value)
    _decoder(kind).decode(msgspec.json.encode(value))
    return value


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@lru_cache(MOST_TOLD)
def _say(what: str, id: object, why: str) -> None:
    log.error("%s %s cannot be shown in a list (%s)", what, id, why)
