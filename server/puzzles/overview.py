"""The overview of puzzles: a player's rating, days and best runs, the puzzle of the day, and the best of the week."""

from server.protocol.query import PuzzleOverviewQuery
from server.protocol.study import PuzzleOverview, RunScore
from server.protocol.values import RatingMark, Rules, Who
from server.puzzles.daily import DaysInARow, find_daily, read_days
from server.puzzles.puzzle_info import USUAL
from server.ratings.ledger import DAY_MS
from server.store.database import Database
from server.store.knowledge import puzzles
from server.store.people import puzzle_attempts, puzzle_runs

WEEK = 7


async def choose_rules(store: Database, viewer: str | None) -> tuple[Rules | None, list[Rules]]:
    """Return the rules for a viewer's puzzles, and all for which there are puzzles: those of the last game first, then
    the usual ones.
    """
    there = await puzzles.list_rules(store)
    last = None if viewer is None else await puzzles.find_last_rules(store, viewer)
    for rules in (last, USUAL, *there):
        if rules in there:
            return rules, there
    return None, []


async def read_overview(store: Database, query: PuzzleOverviewQuery, viewer: str | None, now: int) -> PuzzleOverview:
    """Return the overview for a viewer, by default for the rules of their last game."""
    rules, there = await choose_rules(store, viewer)
    if query.rules in there:
        rules = query.rules
    held = None if viewer is None else await puzzle_attempts.find_rating(store, viewer)
    days = DaysInARow(0, 0) if viewer is None else await read_days(store, viewer, now)
    best = {} if viewer is None else await puzzle_runs.read_best(store, viewer)
    listed = await puzzle_runs.list_best(store, "storm", now // DAY_MS - WEEK + 1)
    return PuzzleOverview(
        rules=rules,
        choices=there,
        rating=None if held is None else RatingMark(round(held.rating), round(held.deviation)),
        rated=0 if held is None else held.games,
        daily=None if rules is None else await find_daily(store, rules, viewer, now),
        days=days.now,
        most_days=days.most,
        streak=best.get("streak", 0),
        storm=best.get("storm", 0),
        week=[RunScore(Who(each.player, each.name), each.score) for each in listed],
    )
