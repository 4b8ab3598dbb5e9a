"""Reasons of a bot for its moves, sent to the right viewers: never about games that these could not find."""

import pytest

from bots.engine import Choice
from bots.learning.proofs.last_chances import cells_after
from bots.learning.proofs.lesson import StoredLastChance
from bots.reasons import MoveReason
from server.learning import teaching
from server.protocol.events import Moved, RoomEvent, Seated
from server.protocol.values import BotRun, Visibility, Who
from server.rooms import fold, reasons
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.store.games import library
from server.store.knowledge import studies
from server.store.knowledge.jobs import Job
from server.store.store import Store
from tests.server.learning.examples import pattern, study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, created

POLICY = Policy(grace_ms=1, first_move_ms=1, open_ms=1, idle_ms=1, lag_cap_ms=1)
MOVES = [112, 113, 97]
REMEMBERED = MoveReason("remembered")
DEFENCE = {"kind": "defend", "candidates": [[5, 9]]}


def room_of(player: str, visibility: Visibility) -> Room:
    made = created(Who(id=player, name=player), rules="freestyle", visibility=visibility)
    events: list[RoomEvent] = [made, Seated(v=2, at=1, seat=1, who=Who(level=3), black=0)]
    events += [Moved(3 + n, 1, n % 2, n, point, 0, 0, 0, (None, None)) for n, point in enumerate(MOVES)]
    return fold.replay(1, "room00000001", events, POLICY, BotRun(3, "learner", "1", 1, {}))


async def lesson(store: Store, player: str, visibility: Visibility) -> None:
    """A game that a bot lost to a player, who is new, and what it learned."""
    id = f"{player}{visibility}".ljust(12, "0")
    owner = await add_player(store, player, player)
    serial = await against_bot(store, id, owner, visibility=visibility)
    chance = StoredLastChance(cells_after(15, MOVES), "white", 3)
    found, history = study(pattern(), chance=chance), await library.find_game(store, id)
    assert history is not None
    kept = await teaching.list_statements(store, Job(serial, id), history, found, 50)
    await studies.keep(store, Job(serial, id), found, 50, *kept)


def choice(why: MoveReason) -> Choice:
    return Choice(5, 9, ((5, 9),), why)


async def is_said(store: Store, player: str, visibility: Visibility) -> bool:
    """Whether the memory is told in a player's game of that visibility; it is a defence otherwise."""
    heard = await reasons.tell(store, room_of(player, visibility), choice(REMEMBERED))
    whole = {"kind": "remembered", "candidates": [[5, 9]]}
    assert heard in (whole, DEFENCE)
    return heard == whole


async def test_what_a_public_game_taught_is_told_to_everybody(store: Store) -> None:
    await lesson(store, "ann", "public")
    for player in ("ann", "eve"):
        for visibility in ("public", "link", "private"):
            assert await is_said(store, player, visibility)


@pytest.mark.parametrize("lost_in", ["link", "private"])
async def test_what_another_game_taught_is_told_to_its_player_alone(store: Store, lost_in: Visibility) -> None:
    await lesson(store, "ann", lost_in)
    assert await is_said(store, "ann", "private")
    for player, visibility in (("ann", "public"), ("ann", "link"), ("eve", "private"), ("eve", "public")):
        assert not await is_said(store, player, visibility)  # type: ignore[arg-type]


async def test_the_best_eight_points_are_kept(store: Store) -> None:
    room = room_of("ann", "public")
    many = Choice(0, 9, tuple((point, 9 - point) for point in range(12)), MoveReason("attack"))
    told = await reasons.tell(store, room, many)
    assert told == {"kind": "attack", "candidates": [[point, 9 - point] for point in range(8)]}
    assert await reasons.tell(store, room, Choice(0, why=MoveReason("centre"))) == {"kind": "centre"}
    assert await reasons.tell(store, room, Choice(0)) is None
    # whose game has been there is nobody's business, and not that there was one
    chosen = Choice(0, candidates=((0, -9), (1, 7)), why=MoveReason("experience"))
    assert await reasons.tell(store, room, chosen) == {"kind": "search"}
