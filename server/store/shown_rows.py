"""Rows of a list, shown one by one: an unreadable row is logged and does not affect the others."""

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec

from bots.errors import BadPattern
from server.store.integrity import Damaged
from server.store.sql import Row

log = logging.getLogger(__name__)

Shown = TypeVar("Shown")

UNREADABLE = (BadPattern, Damaged, ArithmeticError, LookupError, TypeError, ValueError, msgspec.MsgspecError)
"""Errors raised when a row's columns hold unexpected values."""
MOST_TOLD = 1_000
"""Number of logged rows to remember, so that each is logged once."""


def show_rows(what: str, rows: Iterable[Row], id: str, show: Callable[[Row], Shown]) -> tuple[list[Shown], list[Row]]:
    """Return ``show`` of each row, and the rows that it cannot read or whose values do not fit their types.

    ``what`` names a row in the log, ``id`` is the column that identifies it.
    """
    shown: list[Shown] = []
    broken: list[Row] = []
    for row in rows:
        with one_row(what, row[id], lambda row=row: broken.append(row)):  # type: ignore[misc]
            shown.append(check(show(row)))
    return shown, broken


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
