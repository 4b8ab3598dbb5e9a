"""Acts upon ratings: count all games anew, strike a game out, bring it back."""

from functools import partial

from server.errors import Refused
from server.moderation.act import ActCommand, Doing, StaffAct
from server.moderation.roles import JUDGES, OWNER
from server.ratings.book import RatingBook
from server.store.database import Database
from server.store.games import ratings

AT_ONCE = 1_000
"""Games counted in one transaction where no server runs."""


async def count_waiting(store: Database) -> int:
    """Count the rated games that wait, where no server runs to do it. Return how many."""
    return await RatingBook(store, at_once=AT_ONCE).catch_up()


async def _recompute(doing: Doing) -> str:
    store = doing.store
    before = {} if doing.live else await _read_all(store)
    await store.execute(ratings.begin_anew(), *doing.noted)
    if doing.live:
        return "all rated games are counted anew, while the server runs"
    counted = await count_waiting(store)
    after = await _read_all(store)
    changed = sum(before.get(key) != after.get(key) for key in before.keys() | after.keys())
    return f"{counted} games are counted anew; of {len(after)} ratings {changed} are others than before"


async def _read_all(store: Database) -> dict[tuple[str, str], tuple[float, float, float]]:
    rows = await store.fetch("SELECT player, pool, rating, deviation, volatility FROM ratings")
    return {(player, pool): (rating, deviation, volatility) for player, pool, rating, deviation, volatility in rows}


async def _strike(reason: str | None, doing: Doing) -> str:
    id = doing.target
    entry = await ratings.find_entry(doing.store, id)
    if entry is None:
        raise Refused(f"there is no game {id} that is over", code="unknown_game")
    if entry.game is None or entry.reason not in (None, "struck"):
        why = "was not to be rated" if entry.game is None else f"does not count: {entry.reason}"
        raise Refused(f"game {id} {why}", code="not_rated")
    if entry.reason == reason:
        raise Refused(f"game {id} {'counts' if reason is None else 'is struck out'} already", code="not_rated")
    await doing.store.execute(ratings.strike(entry.serial, reason), *doing.noted)
    since = "what ended since is" if doing.live else f"{await count_waiting(doing.store)} games are"
    done = "counts again" if reason is None else "is struck out"
    return f"game {id} {done}; {since} counted anew"


ACTS = (
    StaffAct(
        name="ratings_recompute",
        perform=_recompute,
        roles=OWNER,
        command=ActCommand("ratings", "recompute", "count all rated games anew, in the order in which they ended"),
    ),
    StaffAct(
        name="ratings_strike",
        perform=partial(_strike, "struck"),
        roles=JUDGES,
        target="game",
        decides_game=True,
        command=ActCommand("ratings", "strike", "have a game count for no rating, and all later ones anew"),
    ),
    StaffAct(
        name="ratings_restore",
        perform=partial(_strike, None),
        roles=JUDGES,
        target="game",
        decides_game=True,
        command=ActCommand("ratings", "restore", "have a game count that was struck out"),
    ),
)
