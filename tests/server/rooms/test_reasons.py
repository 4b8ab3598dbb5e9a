"""Reasons of a bot for its moves, sent to the right viewers: never about games that these could not find."""

import pytest

from bots.engine import Choice
from bots.learning.proofs.last_chances import cells_after, list_points
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


LOST, ELSE = 3, 4
"""Points of the stored cells at which a move lost."""


def id_of(player: str, visibility: Visibility) -> str:
    return f"{player}{visibility}".ljust(12, "0")


async def lesson(store: Store, player: str, visibility: Visibility, lost: int = LOST) -> None:
    """A game that a bot lost to a player, who is new, and what it learned."""
    id = id_of(player, visibility)
    owner = await add_player(store, player, player)
    serial = await against_bot(store, id, owner, visibility=visibility)
    chance = StoredLastChance(cells_after(15, MOVES), "white", lost)
    found, history = study(pattern(), chance=chance), await library.find_game(store, id)
    assert history is not None
    kept = await teaching.list_statements(store, Job(serial, id), history, found, 50)
    await studies.keep(store, Job(serial, id), found, 50, *kept)


def there(*stored: int) -> list[int]:
    """Points of the board for some of the stored cells."""
    return list_points(15, MOVES, stored)


def choice(why: MoveReason) -> Choice:
    return Choice(5, 9, ((5, 9),), why)


async def is_said(store: Store, player: str, visibility: Visibility) -> bool:
    """Whether the memory is told in a player's game of that visibility; it is a defence otherwise."""
    heard = await reasons.tell(store, room_of(player, visibility), choice(REMEMBERED))
    assert heard is not None
    told = {name: heard.pop(name) for name in ("lost", "game") if name in heard}
    assert heard in ({"kind": "remembered", "candidates": [[5, 9]]}, DEFENCE)
    assert told.get("lost") == (None if heard == DEFENCE else there(LOST))
    return heard != DEFENCE


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


async def test_only_moves_of_games_that_can_be_found_are_told(store: Store) -> None:
    await lesson(store, "ann", "private", ELSE)
    await lesson(store, "eve", "public")
    told = await reasons.tell(store, room_of("eve", "public"), choice(REMEMBERED))
    assert told is not None
    assert (told["lost"], told["game"]) == (there(LOST), id_of("eve", "public"))
    own = await reasons.tell(store, room_of("ann", "private"), choice(REMEMBERED))
    assert own is not None
    assert own["lost"] == there(LOST, ELSE)  # the latest first


async def test_a_move_that_is_played_is_none_that_is_avoided(store: Store) -> None:
    await lesson(store, "ann", "public")
    (point,) = there(LOST)
    played = Choice(point, why=REMEMBERED)
    assert await reasons.tell(store, room_of("ann", "public"), played) == {"kind": "remembered"}
    await lesson(store, "eve", "public", ELSE)
    told = await reasons.tell(store, room_of("ann", "public"), played)
    assert told == {"kind": "remembered", "lost": there(ELSE), "game": id_of("eve", "public")}


async def test_a_book_that_knows_a_lost_position_tells_of_the_loss_alone(store: Store) -> None:
    room, chosen = room_of("ann", "public"), Choice(5, candidates=((5, -9), (1, 7)), why=MoveReason("experience"))
    assert await reasons.tell(store, room, chosen) == {"kind": "search"}
    await lesson(store, "ann", "private")
    assert await reasons.tell(store, room, chosen) == {"kind": "search"}
    await lesson(store, "eve", "public")
    told = await reasons.tell(store, room, chosen)
    assert told == {"kind": "remembered", "lost": there(LOST), "game": id_of("eve", "public")}


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
