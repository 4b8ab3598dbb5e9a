"""Commands about ratings: count all games anew, strike one out, bring it back."""

from collections.abc import Sequence

from server.errors import Refused
from server.ratings.book import RatingBook
from server.store import ratings
from server.store.database import Database
from server.store.notices import Notice
from server.store.sql import Statement

KINDS = ("ratings_recompute", "ratings_strike", "ratings_restore")
AT_ONCE = 1_000
"""Games that are counted in one transaction where nobody else writes."""


async def perform(store: Database, notice: Notice, *, alone: bool, noted: Sequence[Statement] = ()) -> str:
    """Do what ``notice`` asks; a running server counts by itself, where there is none it is done here. Refused, with a
    sentence. ``noted`` is kept with it."""
    match notice.kind:
        case "ratings_recompute":
            return await _recompute(store, alone, noted)
        case "ratings_strike":
            return await _strike(store, notice.target, "struck", alone, noted)
        case _:
            return await _strike(store, notice.target, None, alone, noted)


async def _recompute(store: Database, alone: bool, noted: Sequence[Statement]) -> str:
    before = {} if not alone else await _read_all(store)
    await store.execute(ratings.begin_anew(), *noted)
    if not alone:
        store.to_rate.set()
        return "all rated games are counted anew, while the server runs"
    counted = await RatingBook(store, at_once=AT_ONCE).catch_up()
    after = await _read_all(store)
    changed = sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())
    return f"{counted} games are counted anew; of {len(after)} ratings {changed} are others than before"


async def _read_all(store: Database) -> dict[tuple[str, str], tuple[float, float, float]]:
    return {
        (row["player"], row["pool"]): (row["rating"], row["deviation"], row["volatility"])
        for row in await store.fetch("SELECT player, pool, rating, deviation, volatility FROM ratings")
    }


async def _strike(store: Database, id: str, reason: str | None, alone: bool, noted: Sequence[Statement]) -> str:
    entry = await ratings.find_entry(store, id)
    if entry is None:
        raise Refused(f"there is no game {id} that is over", code="no_game")
    if entry["game"] is None or entry["reason"] not in (None, "struck"):
        why = "was not to be rated" if entry["game"] is None else f"does not count: {entry['reason']}"
        raise Refused(f"game {id} {why}", code="not_rated")
    if entry["reason"] == reason:
        raise Refused(f"game {id} {'counts' if reason is None else 'is struck out'} already", code="not_rated")
    await store.execute(ratings.strike(entry["serial"], reason), *noted)
    counted = 0
    if alone:
        counted = await RatingBook(store, at_once=AT_ONCE).catch_up()
    else:
        store.to_rate.set()
    done = "counts again" if reason is None else "is struck out"
    since = f"{counted} games are" if alone else "what ended since is"
    return f"game {id} {done}; {since} counted anew"
