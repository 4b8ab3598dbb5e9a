"""The daily puzzle, one for each rule set and UTC day, and the days in a row on which somebody has solved one.

It follows from the day and the puzzles of the tree, so that servers of the same version show the same one, and is
stored when the first asks for it, so that it stays for the day when puzzles come or go.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from server.protocol.study import DailyPuzzle
from server.protocol.values import Rules
from server.puzzles.puzzle_info import describe
from server.ratings.ledger import DAY_MS
from server.store.database import Database
from server.store.knowledge import daily_puzzles, puzzles
from server.store.knowledge.daily_puzzles import KeyedPuzzle


class DaysInARow(NamedTuple):
    """The length of the series of days that goes on, and of the longest one."""

    now: int
    most: int


def choose(day: int, candidates: Sequence[KeyedPuzzle]) -> int | None:
    """Return the id of a day's puzzle: in a shuffled order that depends on the keys alone, so that none comes twice
    before all others have come. None without candidates.
    """
    if not candidates:
        return None
    shuffled = sorted(candidates, key=lambda each: hashlib.blake2b(each.key, digest_size=16).digest())
    return shuffled[day % len(shuffled)].id


def count_days(days: Sequence[int], today: int) -> DaysInARow:
    """Count series in ``days``, which are distinct and in order. One goes on until a day has passed without."""
    most = length = 0
    last: int | None = None
    for day in days:
        length = length + 1 if last == day - 1 else 1
        most, last = max(most, length), day
    goes_on = last is not None and last >= today - 1
    return DaysInARow(length if goes_on else 0, most)


async def find_daily(store: Database, rules: Rules, viewer: str | None, now: int) -> DailyPuzzle | None:
    """Return the puzzle of the day for ``viewer``; None if there are no puzzles for the rules."""
    day = now // DAY_MS
    id = await daily_puzzles.find_chosen(store, day, rules)
    if id is None:
        found = await asyncio.to_thread(choose, day, await daily_puzzles.list_candidates(store, rules))
        if found is None:
            return None
        await daily_puzzles.keep_chosen(store, day, rules, found)
        id = await daily_puzzles.find_chosen(store, day, rules)  # another process may have been first
    puzzle = None if id is None else await puzzles.find_puzzle(store, id, viewer)
    if puzzle is None:
        return None
    counts = await daily_puzzles.count_results(store, day, rules)
    result = None if viewer is None else await daily_puzzles.find_result(store, viewer, day, rules)
    yours = None if result is None else "solved" if result else "failed"
    date = datetime.fromtimestamp(day * DAY_MS / 1000, UTC).date().isoformat()
    return DailyPuzzle(date, describe(puzzle), counts.solved, counts.failed, yours)  # type: ignore[arg-type]


async def read_days(store: Database, player: str, now: int) -> DaysInARow:
    """Return a player's days in a row."""
    return count_days(await daily_puzzles.list_solved_days(store, player), now // DAY_MS)
