"""Rows of a list as they are shown: one that cannot be read is named, and takes none of the others with it."""

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
"""What reading a row raises whose columns hold something else than they are to."""
MOST_TOLD = 1_000
"""So many rows are remembered, for a line each in the log."""


def show_rows(what: str, rows: Iterable[Row], id: str, show: Callable[[Row], Shown]) -> tuple[list[Shown], list[Row]]:
    """``show`` of each row, and the rows that it cannot read or that make something of other values than its type has.

    ``what`` is one of them, as the log calls it, and ``id`` the column that names it.
    """
    shown: list[Shown] = []
    broken: list[Row] = []
    for row in rows:
        with one_row(what, row[id], lambda row=row: broken.append(row)):  # type: ignore[misc]
            shown.append(check(show(row)))
    return shown, broken


@contextmanager
def one_row(what: str, id: object, on_broken: Callable[[], object] = lambda: None) -> Iterator[None]:
    """Keep to one row of a list what cannot be read of it: the log says so, once a row."""
    try:
        yield
    except UNREADABLE as error:
        _say(what, id, " ".join(f"{type(error).__name__}: {error}".split())[:200])
        on_broken()


def check(value: Shown) -> Shown:
    """The value, where a client can read it by its type; ValidationError else."""
    kind: type = type(value)
    _decoder(kind).decode(msgspec.json.encode(value))
    return value


@cache
def _decoder(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


@lru_cache(MOST_TOLD)
def _say(what: str, id: object, why: str) -> None:
    log.error("%s %s cannot be shown in a list (%s)", what, id, why)
