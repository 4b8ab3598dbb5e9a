"""Rated games to put into a store, and what a count of all of them anew would have to say."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from server.protocol.events import Ended, Moved, Seated
from server.protocol.values import ClockSpec, ColorName, CorrespondenceSpec, NoClockSpec, ReasonName, Rules, Who
from server.ratings.glicko2 import OURS, PlayerRating, RatingSystem
from server.ratings.identity import find_origin
from server.ratings.ledger import HeldRating, RatedGame, RatingLedger, RatingPool, find_pool
from server.store.store import Store
from server.store.writes import Append, NewGame
from tests.oracles.ratings import recompute
from tests.server.store.bot_games import RUN
from tests.server.store.examples import add_player, created

SLOW = CorrespondenceSpec(move_ms=86_400_000)


async def add_account(store: Store, id: str) -> Who:
    """A player with an account."""
    who = await add_player(store, id, id)
    await store.execute(("INSERT INTO accounts (player, look, created_at) VALUES (?, ?, 1)", (id, id)))
    return who


async def end_game(
    store: Store, id: str, black: Who, white: Who, *, ended_at: int, plies: int = 9, began_at: int = 1000, **wishes: Any
) -> int:
    """A game that is over, begun and ended in one transaction; the owner has black. Its serial."""
    how = {name: wishes.pop(name) for name in ("winner", "reason") if name in wishes}
    serial, begun = _begin(store, id, black, white, began_at, **wishes)
    await store.commit(*begun, *_finish(serial, ended_at, plies, **how))
    return serial


async def begin_game(store: Store, id: str, black: Who, white: Who, *, began_at: int = 1000, **wishes: Any) -> int:
    """A game that has begun; the owner has black. Its serial."""
    serial, begun = _begin(store, id, black, white, began_at, **wishes)
    await store.commit(*begun)
    return serial


async def finish_game(store: Store, serial: int, *, ended_at: int, plies: int = 9, **how: Any) -> None:
    """The rest of a game that has begun."""
    await store.commit(*_finish(serial, ended_at, plies, **how))


def _begin(
    store: Store,
    id: str,
    black: Who,
    white: Who,
    began_at: int,
    *,
    rules: Rules = "freestyle",
    clock: ClockSpec | None = None,
    version: str = "vector 1",
    **wishes: Any,
) -> tuple[int, list[NewGame | Append]]:
    serial = store.new_serial()
    made = created(black, at=began_at, rules=rules, clock=clock or NoClockSpec(), **wishes)
    bot = None if white.level is None else replace(RUN, level=white.level, version=version)
    seated = Append(serial, Seated(v=2, at=1500, seat=1, who=white, black=0), None, 0)
    return serial, [NewGame(serial, id, black.id, None, made, bot), seated]


def _finish(
    serial: int, ended_at: int, plies: int, winner: ColorName | None = "black", reason: ReasonName = "five"
) -> list[Append]:
    moves = [Moved(3 + ply, 2000 + ply, ply % 2, ply, 30 + ply, 5, 0, 0, (None, None)) for ply in range(plies)]
    end = Append(serial, Ended(3 + plies, ended_at, winner, reason, (None, None)), None, plies)
    return [*(Append(serial, move, None, move.ply + 1) for move in moves), end]


def make_rated(
    serial: int, ended_at: int, black: str, white: str, winner: ColorName | None, rules: Rules, clock: ClockSpec
) -> RatedGame:
    """The game as the ledger counts it."""
    pool = find_pool(rules, isinstance(clock, CorrespondenceSpec))
    assert pool is not None
    score = {"black": 1.0, "white": 0.0, None: 0.5}[winner]
    return RatedGame(f"{serial:09}", ended_at, pool, black, white, score)


def count_anew(games: Iterable[RatedGame]) -> dict[tuple[str, RatingPool], HeldRating]:
    """Count games with the pure ledger, for people, and for bots whose keys begin with their level."""

    def begin(player: str, pool: RatingPool) -> PlayerRating:
        return find_origin(int(player[0])).begin() if ":" in player else PlayerRating()

    def find_system(player: str) -> RatingSystem:
        return find_origin(int(player[0])).system if ":" in player else OURS

    games, ledger = list(games), RatingLedger(begin, find_system)
    recompute(games, ledger)
    found = {}
    for game in games:
        for player in (game.first, game.second):
            held = ledger.find(player, game.pool)
            assert held is not None
            found[player, game.pool] = held
    return found


async def dump(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that counting has written."""
    tables = "ratings", "rating_changes", "rating_entries", "rating_bots", "first_moves"
    return {name: [tuple(row) for row in await store.fetch(f"SELECT * FROM {name} ORDER BY 1, 2")] for name in tables}
