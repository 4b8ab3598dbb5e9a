"""Checksums of stored games: a row that is not as it was written makes its game damaged, and no other.

Each action has a CRC-32 of its whole row, the number of its game and its version among it; versions rise by one. The
row of a game has one of the columns that never change; those that do are held against the actions. A migration that
changes such rows empties their ``sum`` and has their games wait in ``summing``.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from server.errors import StoreError

if TYPE_CHECKING:
    from server.store.store import Store

log = logging.getLogger(__name__)

PAUSE_S = 0.05
RETRY_S = 10.0

FIXED = (
    *("serial", "id", "owner", "command", "rules", "size", "clock_kind", "clock_ms", "clock_increment_ms"),
    *("visibility", "pool", "player0", "level0", "bot_engine", "bot_version", "bot_seed", "bot_limits", "bot_learned"),
    *("created_at", "from_game", "start", "imported", "black_name", "white_name"),
)
"""The columns of a game that are written once."""

_DEFAULTS = {"clock_ms": 0, "clock_increment_ms": 0, "start": 0}

SUM_ACTION = "UPDATE actions SET sum = ? WHERE game = ? AND v = ? AND sum IS NULL"
SUM_GAME = "UPDATE games SET sum = ? WHERE serial = ? AND sum IS NULL"

_encode = msgspec.json.Encoder().encode


class Damaged(StoreError):
    """A stored game is not as it was written; it is not shown and not played on."""

    code = "game_damaged"


def summed(row: tuple[Any, ...]) -> tuple[Any, ...]:
    """The columns of an action (integers, text or None) with their checksum after them."""
    return (*row, crc32(_encode(row)))


def of_game(values: Mapping[str, Any]) -> int:
    """The checksum of a game, by the names of its columns; what is not said has its default."""
    return crc32(_encode([values.get(name, _DEFAULTS.get(name)) for name in FIXED]))


def action_fault(row: Sequence[Any], covered: bool) -> str | None:
    """What is wrong with a row of `history.STORED`; ``covered`` says that it must have a checksum."""
    *columns, found = row
    if found is None:
        return f"version {row[4]} has no checksum" if covered else None
    try:
        same = crc32(_encode(columns)) == found
    except (TypeError, ValueError, UnicodeError):  # bytes where text was
        same = False
    return None if same else f"version {row[4]} is not as it was written"


def faults(game: sqlite3.Row, actions: Sequence[Sequence[Any]], covered: bool) -> Iterator[str]:
    """Everything that is wrong with a game, by its row and those of its actions, in the order of their versions."""
    sound = True
    try:
        values = {name: game[name] for name in FIXED}
        same = game["sum"] == of_game(values) if covered or game["sum"] is not None else True
    except (IndexError, TypeError, ValueError, UnicodeError):  # the first where a column has another name
        same = False
    if not same:
        sound = False
        yield "its row is not as it was written"
    for row in actions:
        fault = action_fault(row, covered)
        if fault is not None:
            sound = False
            yield fault
    versions = [row[4] for row in actions]
    if versions != list(range(1, len(versions) + 1)) or not versions:
        sound = False
        missing = next((v for v, found in enumerate(versions, 1) if v != found), len(versions) + 1)
        yield f"version {missing} is missing"
    if sound and covered:
        yield from _contradictions(game, actions)


def _contradictions(game: sqlite3.Row, actions: Sequence[Sequence[Any]]) -> Iterator[str]:
    from server.store import history  # noqa: PLC0415 - which writes rows with our checksums

    told = history.told(history.event_of(row[2:-1]) for row in actions)
    if game["imported"] is not None:
        told.pop("started_at")  # when it was played, which is no event of ours
    for name, value in told.items():
        if game[name] != value:
            yield f"its {name} ({game[name]!r}) is not what its moves say ({value!r})"


async def fill(store: "Store") -> None:
    """Give older games their checksums, a few at a time; what they hold today is what counts from then on."""
    if store.unsummed is None:
        return
    log.info("games number %d to %d get their checksums", *store.unsummed)
    while store.unsummed is not None:
        try:
            await store.sum_some()
        except StoreError as error:
            log.warning("checksums wait: %s", error)
            await asyncio.sleep(RETRY_S)
        await asyncio.sleep(PAUSE_S)
    log.info("every stored game has its checksums")
