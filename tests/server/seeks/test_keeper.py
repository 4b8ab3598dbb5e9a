"""Seeks become games of those who are here, once each; what nobody stands behind any more ends."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import pytest

from server.errors import Refused, StoreError
from server.protocol.inbound import Create, MakeSeek
from server.protocol.outbound import SeekInfo
from server.protocol.values import NoClockSpec, PoolMark, Who
from server.ratings.glicko2 import PlayerRating
from server.ratings.ledger import HeldRating, RatingPool
from server.seeks.keeper import (
    BOT_AFTER_MS,
    FRESH_MS,
    MOST_OF_ADDRESS,
    MOST_OF_PLAYER,
    MOST_SHOWN,
    SILENT_MS,
    SeekKeeper,
)
from server.seeks.matching import AGAIN_MS, Seek, SoughtGame
from server.signals import SeeksChanged, Signals
from tests.server.rooms.house import NOON, Looker

Message = dict[str, Any]
FREE = SoughtGame("freestyle", 15, "free")
GOMOKU = RatingPool("gomoku", by_correspondence=False)


def hold(rating: float | None) -> dict[RatingPool, HeldRating]:
    """The ratings of who has this one where the usual game counts."""
    return {} if rating is None else {GOMOKU: HeldRating(PlayerRating(rating, 60.0), 30, NOON)}


class Hall:
    """Seeks, and whatever becomes of them in the hands of the test."""

    def __init__(self) -> None:
        self.now = NOON
        self.games: list[tuple[Create, Who, Who]] = []
        self.fails: Exception | None = None
        self.asked: list[str] = []
        self.hold: asyncio.Event | None = None
        self.open: list[Seek] = []
        self.sat: list[tuple[str, str]] = []
        self.full: set[str] = set()
        self.blocked: set[frozenset[str]] = set()
        self.excluded: set[str] = set()
        self.guests: set[str] = set()
        self.changes = 0
        self.signals = Signals()
        self.signals.on(SeeksChanged, lambda _: self._note())
        self.seeks = SeekKeeper(
            lambda: self.now,
            begin=self._begin,
            has_room=lambda player: player not in self.full,
            list_open=lambda: self.open,
            sit=self._sit,
            find_bot=self._find_bot,
            may_meet=lambda a, b: frozenset((a, b)) not in self.blocked,
            list_excluded=self._list_excluded,
            find_accounts=self._find_accounts,
            signals=self.signals,
        )
        self._ids = 0
        self.met: set[Looker] = set()

    def _note(self) -> None:
        self.changes += 1

    async def _list_excluded(self) -> set[str]:
        return self.excluded

    async def _find_accounts(self, players: Iterable[str]) -> set[str]:
        return set(players) - self.guests

    async def _begin(self, wish: Create, owner: Who, other: Who, at: int, seeks: Sequence[Seek]) -> str:
        if self.hold is not None:
            await self.hold.wait()
        if self.fails is not None:
            raise self.fails
        self.games.append((wish, owner, other))
        return f"room{len(self.games):08}"

    async def _find_bot(self, seek: Seek) -> int | None:
        self.asked.append(seek.id)
        if self.hold is not None:
            await self.hold.wait()
        if self.fails is not None:
            raise self.fails
        return 3

    async def _sit(self, client: Any, room: str, seek: str) -> Who:
        if self.fails is not None:
            raise self.fails
        self.sat.append((client.player, room))
        return Who("owner", "Owner")

    def make(self, client: Looker, rating: float | None = None, **wishes: Any) -> str:
        """A seek of a client who has this rating."""
        self._ids += 1
        wanted: Message = {"rules": ["freestyle"], "sizes": [15], "clocks": [NoClockSpec()], "openings": ["free"]}
        if client not in self.met:
            self.met.add(client)
            self.seeks.meet(client, self.now)
        self.seeks.hear(client, self.now)
        return self.seeks.make(client, MakeSeek(**{"id": f"c{self._ids}"} | wanted | wishes), self.now, hold(rating))

    def shown(self) -> list[str]:
        """List the players whose seeks the lobby shows."""
        return [info.who.id for info in self.seeks.list_shown()]

    async def after(self, ms: int, *awake: Looker) -> None:
        """Let time pass, with some who answer all the while, and match."""
        self.now += ms
        for client in awake:
            self.seeks.hear(client, self.now)
        await self.seeks.match()


@pytest.fixture
def hall() -> Hall:
    return Hall()


async def test_two_who_fit_are_led_into_one_game_and_both_are_told(hall: Hall) -> None:
    ada, bob = Looker("ada"), Looker("bob")
    first, second = hall.make(ada, color="white"), hall.make(bob)
    assert hall.shown() == ["ada", "bob"]
    await hall.after(0)
    ((wish, owner, other),) = hall.games
    assert (owner.id, other.id, wish.rules, wish.size, wish.color) == ("ada", "bob", "freestyle", 15, "white")
    assert ada.heard == [
        {"t": "matched", "seek": first, "room": "room00000001", "opponent": {"id": "bob", "name": "Bob"}}
    ]
    assert bob.heard == [
        {"t": "matched", "seek": second, "room": "room00000001", "opponent": {"id": "ada", "name": "Ada"}}
    ]
    assert len(hall.seeks) == 0
    await hall.after(0)
    assert len(hall.games) == 1


async def test_nobody_is_matched_with_who_is_silent_and_silence_ends_a_seek(hall: Hall) -> None:
    asleep, bob = Looker("asleep"), Looker("bob")
    seek = hall.make(asleep)
    hall.now += FRESH_MS + 1
    hall.make(bob)
    await hall.after(0)
    assert hall.games == []
    with pytest.raises(Refused) as refused:
        await hall.seeks.accept(bob, seek, "x1", hall.now, {})
    assert refused.value.code == "unknown_seek"
    await hall.after(SILENT_MS - FRESH_MS - 1, bob)
    assert hall.shown() == ["asleep", "bob"]
    await hall.after(1, bob)
    assert hall.shown() == ["bob"]
    assert asleep.heard == [{"t": "seek_ended", "seek": seek}]
    hall.make(asleep)
    await hall.after(0, bob)
    assert len(hall.games) == 1


async def test_a_connection_takes_its_seeks_along_and_no_other_s(hall: Hall) -> None:
    ada, again, bob = Looker("ada"), Looker("ada"), Looker("bob")
    hall.make(ada)
    hall.make(again)
    hall.seeks.forget(ada)
    assert hall.shown() == ["ada"]
    hall.seeks.forget(bob)
    hall.seeks.forget(again)
    assert hall.shown() == []


async def test_one_person_in_several_seeks_is_matched_once_and_the_others_end(hall: Hall) -> None:
    ada, bob, cy = Looker("ada"), Looker("bob"), Looker("cy")
    hall.make(ada)
    hall.make(ada)
    hall.make(bob)
    hall.make(cy)
    await hall.after(0)
    assert len(hall.games) == 1
    assert [message["t"] for message in ada.heard] == ["matched", "seek_ended"]
    assert ada.heard[0]["seek"] != ada.heard[1]["seek"]
    assert len(hall.shown()) == 1


async def test_a_game_that_cannot_be_kept_leaves_both_looking(hall: Hall) -> None:
    ada, bob = Looker("ada"), Looker("bob")
    hall.make(ada)
    hall.make(bob)
    hall.fails = StoreError("the disk is full")
    await hall.after(0)
    assert hall.shown() == ["ada", "bob"]
    assert ada.heard == bob.heard == []
    hall.fails = None
    await hall.after(0)
    assert len(hall.games) == 1


async def test_who_leaves_while_a_game_fails_is_not_put_back(hall: Hall) -> None:
    ada, bob = Looker("ada"), Looker("bob")
    hall.make(ada)
    hall.make(bob)
    hall.hold, hall.fails = asyncio.Event(), StoreError("the disk is full")
    work = asyncio.ensure_future(hall.seeks.match())
    while hall.shown():  # until the game is being kept
        await asyncio.sleep(0)
    hall.seeks.forget(ada)
    hall.hold.set()
    await work
    assert hall.shown() == ["bob"]


async def test_a_rated_game_is_of_two_accounts_or_of_two_guests(hall: Hall) -> None:
    hall.guests = {"guest", "other", "keeper"}
    ada, guest = Looker("ada"), Looker("guest")
    seek = hall.make(ada, rated=True)
    hall.make(guest, rated=True)
    hall.open = [Seek("room", "keeper", "there", hall.now, (FREE,), (NoClockSpec(),), rated=True, open=True)]
    hall.full = {"guest"}
    await hall.after(60_000, ada, guest)
    assert (hall.games, hall.sat) == ([], [])  # neither the guest nor the room of one
    hall.full = set()
    await hall.after(0, ada, guest)
    assert hall.sat == [("guest", "room")]
    with pytest.raises(Refused) as caught:
        await hall.seeks.accept(Looker("other"), seek, "x", hall.now, {})
    assert caught.value.code == "account_missing"
    hall.guests.remove("other")  # a name is kept
    await hall.seeks.accept(Looker("other"), seek, "x", hall.now, {})
    assert [(wish.rated, owner.id, other.id) for wish, owner, other in hall.games] == [(True, "other", "ada")]


async def test_of_two_who_accept_at_once_one_plays(hall: Hall) -> None:
    ada = Looker("ada")
    seek = hall.make(ada, color="black")
    hall.hold = asyncio.Event()
    works = [
        asyncio.ensure_future(hall.seeks.accept(Looker(name), seek, "same", hall.now, {})) for name in ("bob", "cy")
    ]
    await asyncio.sleep(0)
    hall.hold.set()
    ends = await asyncio.gather(*works, return_exceptions=True)
    assert ends[0] == "room00000001"
    assert isinstance(ends[1], Refused)
    ((wish, owner, other),) = hall.games
    assert (owner.id, other.id, wish.id, wish.color) == ("bob", "ada", "same", "white")
    assert ada.heard[0]["t"] == "matched"


@pytest.mark.parametrize(
    ("rating", "accepting", "within", "fits"),
    [
        (1500, 1600, 100, True),
        (1500, 1601, 100, False),
        (1500, 1399, 100, False),
        (1500, None, 100, False),  # whose rating nobody knows is not near
        (None, 1900, 100, True),  # from whom the other is how far, nobody knows
        (1500, 1900, None, True),
        (1500, None, None, True),
    ],
)
async def test_who_accepts_is_within_what_the_seek_asks_for(
    hall: Hall, rating: float | None, accepting: float | None, within: int | None, fits: bool
) -> None:
    seek = hall.make(Looker("ada"), rating, within=within)
    (info,) = hall.seeks.list_shown()
    assert info.marks == ([] if rating is None else [PoolMark("gomoku", 1500, 60)])
    work = hall.seeks.accept(Looker("bob"), seek, "x", hall.now, hold(accepting))
    if fits:
        assert await work == "room00000001"
        return
    with pytest.raises(Refused) as refused:
        await work
    assert (refused.value.code, refused.value.detail) == ("not_within", {"within": 100})
    assert hall.shown() == ["ada"]


async def test_who_accepts_plays_the_game_in_which_both_are_near(hall: Hall) -> None:
    """One of the games is rated elsewhere, where nothing is known of who seeks."""
    seek = hall.make(Looker("ada"), 1500, within=100, rules=["freestyle", "renju"])
    await hall.seeks.accept(Looker("bob"), seek, "x", hall.now, hold(1900))
    ((wish, *_),) = hall.games
    assert wish.rules == "renju"


async def test_nobody_plays_himself_or_somebody_whom_he_may_not_meet(hall: Hall) -> None:
    ada, bob = Looker("ada"), Looker("bob")
    seek = hall.make(ada)
    hall.make(bob)
    hall.blocked.add(frozenset(("ada", "bob")))
    await hall.after(0)
    assert hall.games == []
    for client, code in ((ada, "own_seek"), (bob, "unknown_seek")):
        with pytest.raises(Refused) as refused:
            await hall.seeks.accept(client, seek, "x", hall.now, {})
        assert refused.value.code == code
    with pytest.raises(Refused):
        hall.seeks.withdraw(bob, seek)
    hall.seeks.withdraw(ada, seek)
    assert hall.shown() == ["bob"]
    hall.seeks.withdraw(ada, seek)


async def test_the_last_opponent_comes_again_only_where_nobody_else_does(hall: Hall) -> None:
    ada, bob = Looker("ada"), Looker("bob")
    hall.make(ada)
    hall.make(bob)
    await hall.after(0)
    hall.make(ada, rating=1500)
    hall.make(bob, rating=1500)
    far = Looker("far")
    hall.make(far, rating=2500)
    await hall.after(AGAIN_MS - 1, ada, bob, far)
    assert len(hall.games) == 1
    await hall.after(1, ada, bob, far)
    assert [(owner.id, other.id) for _, owner, other in hall.games] == [("ada", "bob")] * 2


async def test_the_last_opponent_comes_again_at_the_next_look_where_nobody_else_is_there(hall: Hall) -> None:
    ada, bob, asleep = Looker("ada"), Looker("bob"), Looker("asleep")
    hall.make(asleep, rules=["renju"])
    hall.make(ada)
    hall.make(bob)
    await hall.after(0)
    hall.now += FRESH_MS
    hall.make(asleep)
    hall.now += FRESH_MS + 1  # nobody is matched with a sleeping phone, so nobody waits for it either
    hall.make(ada)
    hall.make(bob)
    await hall.after(0, ada, bob)
    assert [(owner.id, other.id) for _, owner, other in hall.games] == [("ada", "bob")] * 2


async def test_a_room_that_waits_is_found(hall: Hall) -> None:
    ada = Looker("ada")
    seek = hall.make(ada)
    hall.open = [Seek("room00000009", "owner", "x", NOON, (FREE,), (NoClockSpec(),), open=True)]
    await hall.after(0)
    assert hall.sat == [("ada", "room00000009")]
    assert ada.heard == [
        {"t": "matched", "seek": seek, "room": "room00000009", "opponent": {"id": "owner", "name": "Owner"}}
    ]
    assert hall.games == []


async def test_a_seat_that_somebody_else_took_leaves_the_seek(hall: Hall) -> None:
    ada = Looker("ada")
    hall.make(ada)
    hall.open = [Seek("room00000009", "owner", "x", NOON, (FREE,), (NoClockSpec(),), open=True)]
    hall.fails = Refused(code="seat_taken")
    await hall.after(0)
    assert hall.shown() == ["ada"]
    assert ada.heard == []


async def test_a_bot_is_offered_once_to_who_waits_long(hall: Hall) -> None:
    ada = Looker("ada")
    seek = hall.make(ada)
    await hall.after(BOT_AFTER_MS - 1, ada)
    assert ada.heard == []
    await hall.after(1, ada)
    await hall.after(3000, ada)
    assert ada.heard == [{"t": "bot_offered", "seek": seek, "level": 3}]
    assert hall.shown() == ["ada"]


async def test_a_bot_whose_rating_cannot_be_read_is_offered_later(hall: Hall) -> None:
    ada = Looker("ada")
    hall.make(ada)
    hall.fails = StoreError("the disk is full")
    await hall.after(BOT_AFTER_MS, ada)
    assert ada.heard == []
    hall.fails = None
    await hall.after(3000, ada)
    assert [message["t"] for message in ada.heard] == ["bot_offered"]


async def test_no_bot_is_offered_to_who_looks_no_longer(hall: Hall) -> None:
    ada = Looker("ada")
    seek = hall.make(ada)
    hall.hold = asyncio.Event()
    work = asyncio.ensure_future(hall.after(BOT_AFTER_MS, ada))
    while not hall.asked:  # until the bot is being looked for
        await asyncio.sleep(0)
    hall.seeks.withdraw(ada, seek)
    hall.hold.set()
    await work
    assert ada.heard == []


async def test_the_same_command_makes_one_seek(hall: Hall) -> None:
    ada = Looker("ada")
    assert hall.make(ada, id="same") == hall.make(ada, id="same")
    assert hall.shown() == ["ada"]


async def test_player_address_and_what_is_shown_have_limits(hall: Hall) -> None:
    ada = Looker("ada")
    for _ in range(MOST_OF_PLAYER):
        hall.make(ada)
    with pytest.raises(Refused, match="too_many_seeks"):
        hall.make(ada)
    crowd = [Looker(f"c{n}", address="crowd") for n in range(MOST_OF_ADDRESS + 1)]
    for each in crowd[:-1]:
        hall.make(each)
    with pytest.raises(Refused, match="too_many_seeks"):
        hall.make(crowd[-1])
    hall.make(Looker("late", address="elsewhere"))
    shown = hall.shown()
    assert len(shown) == MOST_SHOWN
    assert {"ada", "late"} <= set(shown)


async def test_what_is_no_game_and_who_has_too_many_is_refused(hall: Hall) -> None:
    ada = Looker("ada")
    with pytest.raises(Refused, match="bad_opening"):
        hall.make(ada, rules=["tictactoe"])
    hall.full.add("ada")
    with pytest.raises(Refused, match="too_many_rooms"):
        hall.make(ada)


async def test_who_has_too_many_games_meanwhile_is_not_matched(hall: Hall) -> None:
    hall.make(Looker("ada"))
    hall.make(Looker("bob"))
    hall.full.add("ada")
    await hall.after(0)
    assert hall.games == []


async def test_another_name_is_shown(hall: Hall) -> None:
    hall.make(Looker("ada"))
    changes = hall.changes
    hall.seeks.rename("ada", "Countess")
    hall.seeks.rename("bob", "Robert")
    (info,) = hall.seeks.list_shown()
    assert isinstance(info, SeekInfo)
    assert info.who == Who("ada", "Countess")
    assert hall.changes == changes + 1


async def test_who_is_gone_by_now_leaves_no_seek(hall: Hall) -> None:
    ada = Looker("ada")
    hall.make(ada)
    hall.seeks.forget(ada)
    with pytest.raises(Refused, match="signed_out"):
        hall.make(ada)
    assert hall.shown() == []


async def test_who_may_play_nobody_any_more_is_found_by_nobody(hall: Hall) -> None:
    """Not by who seeks, nor by a click, nor in a room that waits; whoever else is there is matched."""
    ada, bob, cy = Looker("ada"), Looker("bob"), Looker("cy")
    seek = hall.make(ada)
    hall.excluded = {"ada", "owner"}
    with pytest.raises(Refused, match="unknown_seek"):
        await hall.seeks.accept(bob, seek, "x", hall.now, {})
    assert (hall.shown(), ada.heard) == ([], [{"t": "seek_ended", "seek": seek}])
    hall.excluded = {"owner"}
    hall.make(ada)
    hall.excluded = {"ada", "owner"}
    hall.open = [Seek("room00000009", "owner", "x", NOON, (FREE,), (NoClockSpec(),), open=True)]
    hall.make(bob)
    await hall.after(0)
    assert (hall.shown(), hall.games, hall.sat) == (["bob"], [], [])
    hall.make(cy)
    await hall.after(0)
    assert [(owner.id, other.id) for _, owner, other in hall.games] == [("bob", "cy")]


async def test_no_command_of_a_client_is_taken_for_a_match(hall: Hall) -> None:
    """The ids of seeks are public: a room that was made by a command named after one would be the game of both."""
    hall.make(Looker("ada"))
    hall.make(Looker("bob"))
    await hall.after(0)
    ((wish, *_),) = hall.games
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(msgspec.to_builtins(wish), Create)
