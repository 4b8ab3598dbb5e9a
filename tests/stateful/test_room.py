"""Anything that can happen to a room, in any order: the store brings it back as it was, and its rules always hold."""

import asyncio
import itertools
from pathlib import Path
from random import Random

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gomoku.board import Color
from gomoku.openings.turns import PickTurn, StoneTurn
from server.errors import Refused
from server.protocol.events import Ended, Left, Moved, Rematched, Resumed, RoomEvent, TookBack
from server.protocol.inbound import (
    Abort,
    Answer,
    Choose,
    Claim,
    Create,
    Declare,
    Move,
    Offer,
    Propose,
    Resign,
    RoomCommand,
)
from server.protocol.values import (
    AbsoluteSpec,
    ByoYomiSpec,
    CanadianSpec,
    ChoiceName,
    ClockSpec,
    ColorChoice,
    FischerSpec,
    NoClockSpec,
    OfferKind,
    OpeningName,
    PerMoveSpec,
    Rules,
    Who,
)
from server.rooms import creation, fold, judge
from server.rooms.fold import Act
from server.rooms.policy import Policy
from server.rooms.room import Room
from server.rooms.time_limits import find_deadline, find_deserted_at
from server.store.games import room_log
from server.store.people import players
from server.store.records import StoredPlayer
from server.store.store import Store
from server.store.writes import Append, NewGame
from tests.gomoku.openings.runs import draw_action
from tests.stateful.durable import PASSING, durable

POLICY = Policy()
OWNER, GUEST, STRANGER = (Who(f"person{n:06}", f"Person {n}") for n in range(3))
NOON = 1_700_000_000_000

CLOCKS: tuple[ClockSpec, ...] = (
    NoClockSpec(),
    FischerSpec(20_000, 2_000),
    FischerSpec(3_000, 0),
    FischerSpec(3_000, 2_000, 4_000),
    PerMoveSpec(5_000),
    AbsoluteSpec(8_000),
    ByoYomiSpec(2_000, 1_500, 3),
    CanadianSpec(2_000, 4_000, 3),
)
GAMES: tuple[tuple[Rules, int, OpeningName], ...] = (
    *(("freestyle", 15, "free"), ("renju", 15, "free"), ("caro", 15, "free"), ("tictactoe", 3, "free")),
    ("freestyle", 6, "free"),
    *(("freestyle", 15, "swap2"), ("caro", 15, "pro"), ("renju", 15, "taraguchi_5"), ("renju", 15, "soosyrv_4")),
)
KINDS: tuple[OfferKind, ...] = ("draw", "takeback", "rematch")

seats = st.integers(0, 1)
lags = st.sampled_from((0, 40, 499, 500, 900))
moments = st.integers(0, 1_200)
ages = st.sampled_from((3_000, 30_000, 60_000, 600_000, 86_400_000))


def late(machine: "RoomMachine") -> bool:
    """Return whether rules that end a game may run: they wait for a few moves, or no game would get far."""
    return machine.room.game.ply > 3 or not machine.room.playing


class RoomMachine(RuleBasedStateMachine):
    """One room after another of a series, live and in the store."""

    ids = itertools.count()
    room: Room

    def __init__(self, runner: asyncio.Runner, store: Store) -> None:
        super().__init__()
        self.runner = runner
        self.store = store
        self.now = NOON
        self.events: list[RoomEvent] = []
        self.seen: tuple[int, Left] = (NOON, (None, None))
        self.score = (0, 0)
        self.charged = False

    # --- what the service around a room does ------------------------------------------------------------------------

    def begin(self, new: NewGame, events: list[RoomEvent]) -> None:
        """A room that has been stored comes to life."""
        self.room = Room(new.serial, new.id, new.created, POLICY, new.bot)
        self.events = [new.created, *events]
        for event in events:
            fold.apply(self.room, event)
        self.seen = (self.now, self.room.left(self.now))

    def happen(self, events: list[RoomEvent], command: str | None = None) -> None:
        """Store the events, let the room take them, and look at what they did to the clocks."""
        assert events
        room = self.room
        after = fold.replay(room.serial, room.id, self.events, POLICY)
        writes: list[NewGame | Append] = []
        following: tuple[NewGame, list[RoomEvent]] | None = None
        for event in events:
            fold.apply(after, event)
            if isinstance(event, Rematched):
                following = creation.make_rematch(room, event, self.store.new_serial())
                writes += [following[0], *(Append(following[0].serial, each, None, 0) for each in following[1])]
            key = command if event is events[-1] else None
            writes.append(Append(room.serial, event, key, after.game.ply))
        self.runner.run(self.store.commit(*writes))
        before, self.charged = room.left(self.now), room.clock.running is not None
        for event in events:
            fold.apply(room, event)
            self.events.append(event)
        self.check_clocks(events[0], before)
        if command is not None:
            room.commands[command] = room.v
        self.seen = (self.now, room.left(self.now))
        if following is not None:
            self.check_stored()
            self.check_rematch(following[0], room)
            self.begin(*following)
            assert room.first is not None
            assert self.room.first == self.room.black == 1 - room.first
            assert [who and who.id for who in self.room.seats] == [who and who.id for who in room.seats]

    def attempt(self, seat: int, command: RoomCommand, lag_ms: int = 0) -> None:
        """Send a player's command, which is done, or refused without any change."""
        before = durable(self.room)
        try:
            events = judge.decide(self.room, seat, command, self.now, lag_ms)
        except Refused:
            events = []
        assert durable(self.room) == before
        if events:
            self.happen(events, f"{seat}.{command.id}")

    def words(self) -> tuple[str, str]:
        """The id of a new command, and the room it is for."""
        return f"c{next(self.ids)}", self.room.id

    # --- what can happen --------------------------------------------------------------------------------------------

    @initialize(
        game=st.sampled_from(GAMES),
        clock=st.sampled_from(CLOCKS),
        color=st.sampled_from(("black", "white")),
        against=st.sampled_from(("nobody yet", "a bot", "a person", "a person")),
        rated=st.booleans(),
        opening=st.lists(st.tuples(st.integers(0, 8), moments), max_size=6),
    )
    def create(
        self,
        game: tuple[Rules, int, OpeningName],
        clock: ClockSpec,
        color: ColorChoice,
        against: str,
        rated: bool,
        opening: list[tuple[int, int]],
    ) -> None:
        if game[2] != "free" and against == "a bot":
            against = "a person"
        level = (0 if game[0] == "tictactoe" else 1) if against == "a bot" else None
        wanted = Create("c", game[0], game[1], clock, color, "public", rated, level, opening=game[2])
        new, events = creation.make_room(wanted, OWNER, self.now, self.store.new_serial(), lambda _: True)
        new = NewGame(new.serial, new.id, new.owner, new.id, new.created, new.bot)  # one command each
        self.runner.run(self.store.commit(new, *(Append(new.serial, event, None, 0) for event in events)))
        self.begin(new, events)
        if against == "a person":
            self.happen(judge.sit(self.room, GUEST, self.now))
        self.play_some(opening)

    @precondition(lambda self: self.room.game.ply < 2)
    @rule(who=st.sampled_from((OWNER, GUEST, GUEST, STRANGER)))
    def sit(self, who: Who) -> None:
        before, free = durable(self.room), self.room.open
        try:
            events = judge.sit(self.room, who, self.now)
        except Refused:
            assert not free or who == OWNER
            assert durable(self.room) == before
        else:
            assert free
            self.happen(events, f"1.{self.words()[0]}")

    @precondition(lambda self: self.room.playing)
    @rule(index=st.integers(0, 8), lag=lags)
    def put_a_stone(self, index: int, lag: int) -> None:
        self.move(index, lag)

    def move(self, index: int, lag: int) -> None:
        """Near a row of the mover's own, so that games end on the board and black makes overlines."""
        game, seat = self.room.game, self.room.seat_to_act
        assert seat is not None
        own_row = 0 if game.size == 3 or game.to_move is Color.BLACK else 2 * game.size
        point = own_row + index
        why = {"kind": "attack"} if self.room.is_bot(seat) else None
        if why is not None:
            try:
                events = judge.move(self.room, seat, game.ply, point, self.now, why=why)
            except Refused:
                return
            assert isinstance(events[0], Moved), "a bot never loses on time"
            self.happen(events)
        else:
            self.attempt(seat, Move(*self.words(), game.ply, point), lag)

    @precondition(lambda self: self.room.playing and self.room.opening.turn is not None)
    @rule(data=st.randoms(use_true_random=False), acts=st.integers(1, 6), ms=moments, lag=lags)
    def act_in_the_opening(self, data: Random, acts: int, ms: int, lag: int) -> None:
        for _ in range(acts):
            opening, seat = self.room.opening, self.room.seat_to_act
            if opening.turn is None or seat is None:
                return
            action, ply = draw_action(opening, data, 2), self.room.game.ply
            self.now += ms
            laying = isinstance(opening.turn, StoneTurn | PickTurn)
            match action:
                case tuple():
                    command: RoomCommand = Propose(*self.words(), ply, list(action))
                case str():
                    command = Choose(*self.words(), ply, action)
                case int():
                    command = (Move if laying else Declare)(*self.words(), ply, action)
            self.attempt(seat, command, lag)
            assert self.room.opening.actions[-1] == action or not self.room.playing

    @precondition(lambda self: self.room.created.opening != "free")
    @rule(seat=seats, choice=st.sampled_from(("keep", "black", "two")), number=st.integers(1, 5))
    def decide_anyhow(self, seat: int, choice: ChoiceName, number: int) -> None:
        ply = self.room.game.ply
        self.attempt(seat, Choose(*self.words(), ply, choice))
        self.attempt(seat, Declare(*self.words(), ply, number))
        self.attempt(seat, Propose(*self.words(), ply, [number, number + 20]))

    @precondition(lambda self: self.room.game.ply < 4)
    @rule(seat=seats, ply=st.integers(0, 3), point=st.sampled_from((0, 4, 112, 399)))
    def move_anyhow(self, seat: int, ply: int, point: int) -> None:
        if not self.room.is_bot(seat):
            self.attempt(seat, Move(*self.words(), ply, point))

    @precondition(lambda self: self.room.playing)
    @rule(points=st.lists(st.tuples(st.integers(0, 8), moments), min_size=2, max_size=9))
    def play_on(self, points: list[tuple[int, int]]) -> None:
        self.play_some(points)

    def play_some(self, points: list[tuple[int, int]]) -> None:
        """A few moves, each after a little thought."""
        for index, ms in points:
            self.now += ms
            if self.room.playing:
                self.move(index, 40)

    @rule(ms=moments)
    def time_passes(self, ms: int) -> None:
        self.now += ms

    @precondition(late)
    @rule(ms=ages)
    def a_long_time_passes(self, ms: int) -> None:
        self.now += ms

    @rule(ms=ages)
    def the_server_does_not_run(self, ms: int) -> None:
        """Frozen, asleep, or its clock set forward: the time leaps, and nobody is charged for it."""
        deadline, left = find_deadline(self.room), self.room.left(self.now)
        came = deadline is not None and deadline <= self.now
        self.room.stand_still(self.now, self.now + ms)
        self.now += ms
        after = find_deadline(self.room)
        assert (after is None) == (deadline is None)
        if deadline is not None and after is not None:
            assert after <= self.now if came else after == deadline + ms
        assert self.room.left(self.now) == left

    @precondition(late)
    @rule(before=st.integers(-1, 1), lag=lags)
    def deadline_comes(self, before: int, lag: int) -> None:
        deadline = find_deadline(self.room, lag)
        if deadline is not None:
            self.now = max(self.now, deadline + before)
        events = judge.expire(self.room, self.now, lag)
        assert bool(events) == (deadline is not None and self.now >= deadline)
        if events:
            (ended,) = events
            assert isinstance(ended, Ended)
            loser = self.room.seat_to_act
            assert loser is None or not self.room.is_bot(loser) or deadline == find_deserted_at(self.room)
            if ended.reason == "timeout":
                assert loser is not None
                assert ended.left[loser] == 0
            self.happen(events)

    @rule(seat=seats)
    def leave(self, seat: int) -> None:
        if self.room.seats[seat] is not None and not self.room.is_bot(seat) and self.room.gone_since[seat] is None:
            self.room.gone_since[seat] = self.now

    @rule(seat=seats)
    def come_back(self, seat: int) -> None:
        self.room.gone_since[seat] = None

    @rule(seat=seats, what=st.sampled_from(KINDS), reply=st.sampled_from((None, "accept", "decline", "the same")))
    def offer(self, seat: int, what: OfferKind, reply: str | None) -> None:
        if self.room.seats[seat] is None or self.room.is_bot(seat):
            return
        self.attempt(seat, Offer(*self.words(), what))
        if what in self.room.offers[seat]:
            if reply == "the same":
                self.attempt(1 - seat, Offer(*self.words(), what))
            elif reply is not None:
                self.attempt(1 - seat, Answer(*self.words(), what, reply == "accept"))
            assert reply is None or what not in self.room.offers[seat]

    @rule(seat=seats, what=st.sampled_from(KINDS), accept=st.booleans())
    def answer(self, seat: int, what: OfferKind, accept: bool) -> None:
        if self.room.seats[seat] is not None and not self.room.is_bot(seat):
            self.attempt(seat, Answer(*self.words(), what, accept))

    @rule(seat=seats)
    def abort(self, seat: int) -> None:
        if self.room.seats[seat] is not None and not self.room.is_bot(seat) and self.room.game.ply != 1:
            self.attempt(seat, Abort(*self.words()))

    @precondition(late)
    @rule(seat=seats)
    def resign(self, seat: int) -> None:
        if self.room.seats[seat] is not None and not self.room.is_bot(seat):
            self.attempt(seat, Resign(*self.words()))

    @precondition(lambda self: any(self.room.gone_since))
    @rule(seat=seats, result=st.sampled_from(("win", "draw")))
    def claim(self, seat: int, result: str) -> None:
        gone, was = self.room.gone_since[1 - seat], self.room.result
        if self.room.seats[seat] is not None and not self.room.is_bot(seat):
            self.attempt(seat, Claim(*self.words(), result))  # type: ignore[arg-type]
        if self.room.result is not was:
            assert gone is not None
            assert self.now >= gone + POLICY.grace_ms

    @precondition(lambda self: self.room.game.ply > 6)
    @rule()
    def operator_closes(self) -> None:
        events = judge.close(self.room, self.now)
        assert bool(events) == (self.room.result is None)
        if events:
            self.happen(events)

    @rule(unnoticed=st.integers(0, 3_000), downtime=ages)
    def restart(self, unnoticed: int, downtime: int) -> None:
        """Killed now, last known to be alive a little earlier, back after the downtime."""
        died, old = self.now, self.room
        stored = self.runner.run(room_log.find_room(self.store, old.id))
        assert stored is not None
        self.room = fold.replay(stored.serial, stored.id, stored.events, POLICY, stored.bot)
        self.room.commands = stored.commands
        self.now += downtime
        self.room.gone_since = [
            None if who is None or self.room.is_bot(seat) else self.now for seat, who in enumerate(self.room.seats)
        ]
        self.room.set_free_time(old.downtimes)
        events = judge.resume(self.room, self.now, died - unnoticed)
        assert len(events) == self.room.playing
        self.resumed(events)
        if self.room.awaited_until is not None:
            self.now += downtime  # so long does the player to move take to come back, too
            self.resumed(judge.go_on(self.room, self.now))
        # nobody has less than at the moment of death, nor more than at the last sign of life
        alive_at = min(died, max(died - unnoticed, old.turn_at))
        for had, has, at_most in zip(old.left(died), self.room.left(self.now), old.left(alive_at), strict=True):
            assert (had is None) == (has is None)
            assert had is None or at_most is None or has is None or had <= has <= at_most
        self.seen = (self.now, self.room.left(self.now))

    def resumed(self, events: list[RoomEvent]) -> None:
        """Keep and take what a restart brings."""
        for event in events:
            assert isinstance(event, Resumed)
            self.runner.run(self.store.commit(Append(self.room.serial, event, None, self.room.game.ply)))
            fold.apply(self.room, event)
            self.events.append(event)

    # --- what always holds ------------------------------------------------------------------------------------------

    def check_clocks(self, event: RoomEvent, before: Left) -> None:
        """Check the gains on both clocks at an instant, by an event and perhaps the end with it."""
        room, clock = self.room, self.room.created.clock
        after = room.left(self.now)
        gain = [(0, 0), (0, 0)]
        counted = room.under_way
        if isinstance(event, Act):
            assert event.given_ms <= min(event.lag_ms, POLICY.lag_cap_ms, event.think_ms)
            if room.seat_to_act == event.seat:  # and the turn has not passed
                assert event.given_ms == 0
            elif self.charged:  # the move itself was on the clock
                increment = clock.increment_ms if isinstance(clock, FischerSpec) else 0
                least = 0 if isinstance(clock, FischerSpec) and clock.cap_ms is not None else increment
                gain[event.seat] = (least, increment + event.given_ms)
            else:
                assert event.given_ms == 0
        taken = 0
        if isinstance(event, TookBack) and isinstance(clock, FischerSpec):
            taken = -event.plies * clock.increment_ms  # what presses have added goes with the moves
        for seat in (0, 1):
            had, has = before[seat], after[seat]
            assert (had is None) == (has is None) == isinstance(clock, NoClockSpec)
            if had is None or has is None:
                continue
            passed = not isinstance(event, Act) or seat != event.seat or not self.charged
            refilled = isinstance(event, Act | TookBack) and passed and counted and seat == room.seat_to_act
            if isinstance(clock, PerMoveSpec) and refilled:
                assert has == clock.move_ms
            elif isinstance(clock, CanadianSpec) and isinstance(event, TookBack):
                assert 0 <= has <= clock.main_ms + clock.period_ms  # as before the moves: perhaps of a period before
            elif isinstance(clock, ByoYomiSpec | CanadianSpec) and isinstance(event, Act | TookBack) and counted:
                assert 0 <= has - had <= clock.period_ms + gain[seat][1]
                assert has <= clock.main_ms + clock.period_ms * getattr(clock, "periods", 1)
            else:
                assert gain[seat][0] + taken <= has - had <= gain[seat][1]

    def check_stored(self) -> None:
        """The store brings back this very room, by the events that made it."""
        stored = self.runner.run(room_log.find_room(self.store, self.room.id))
        assert stored is not None
        assert stored.events == self.events
        assert [event.v for event in stored.events] == list(range(1, self.room.v + 1))
        again = fold.replay(stored.serial, stored.id, stored.events, POLICY, stored.bot)
        again.commands = stored.commands
        assert durable(again) == durable(self.room)

    def check_rematch(self, new: NewGame, old: Room) -> None:
        """Colours swapped, the score carried on."""
        assert old.result is not None
        a, b = self.score
        if old.result.reason != "aborted":
            if old.result.winner is None:
                a, b = a + 1, b + 1
            elif (old.result.winner == "black") == (old.black == 0):
                a += 2
            else:
                b += 2
        self.score = (a, b)
        assert new.created.score == self.score
        assert new.created.previous == old.id
        assert new.created.color == ("white" if old.first == 0 else "black")
        assert new.created.opening == old.created.opening
        assert old.next == new.id

    @invariant()
    def time_is_charged_once(self) -> None:
        then, had = self.seen
        has = self.room.left(self.now)
        spent = [(a or 0) - (b or 0) for a, b in zip(had, has, strict=True)]
        assert all(ms >= 0 for ms in spent)
        assert sum(spent) <= self.now - then
        for seat in (0, 1):
            assert spent[seat] == 0 or seat == self.room.clock.running
        thought = sum(event.think_ms for event in self.events if isinstance(event, Act))
        assert thought <= self.now - self.room.created.at
        self.seen = (self.now, has)

    @invariant()
    def the_store_has_it_all(self) -> None:
        self.check_stored()

    @invariant()
    def the_clock_runs_when_it_should(self) -> None:
        room = self.room
        counted = room.playing and (not room.timed or room.under_way)
        assert room.clock.running == (room.seat_to_act if counted else None)
        deadline = find_deadline(room)
        seat = room.seat_to_act
        thinks = seat is not None and room.is_bot(seat)
        deserted = thinks and seat is not None and room.gone_since[1 - seat] is not None
        assert (deadline is not None) == (room.result is None and (not thinks or deserted))

    @invariant()
    def the_turn_follows_the_stones(self) -> None:
        room = self.room
        if room.playing:
            assert room.black is not None
            asked = room.opening.turn is not None
            assert asked or room.seat_to_act == (room.black + len(room.stones)) % 2
        else:
            assert room.seat_to_act is None
        points = [stone.point for stone in room.stones]
        assert points == room.game.moves
        assert len(set(points)) == len(points) == room.game.board.stones
        assert len(points) == sum(cell > 0 for cell in room.game.board.cells)

    @invariant()
    def there_is_one_result(self) -> None:
        ends = [event for event in self.events if isinstance(event, Ended)]
        assert len(ends) == (self.room.result is not None)
        assert (self.room.game.outcome is not None) == (self.room.result is not None)

    @invariant()
    def no_rated_game_against_a_bot_becomes_casual(self) -> None:
        assert self.room.rated or not self.room.created.rated or not any(map(self.room.is_bot, (0, 1)))

    @invariant()
    def what_is_offered_can_be_accepted(self) -> None:
        room = self.room
        assert not room.offers[0] & room.offers[1]
        for seat in (0, 1):
            for what in room.offers[seat]:
                assert judge.decide(room, 1 - seat, Answer("c", room.id, what, True), self.now)


def explore(path: Path, examples: int, steps: int) -> None:
    async def opened() -> Store:
        store = await Store.open(path)
        for who in (OWNER, GUEST, STRANGER):
            await players.insert(store, StoredPlayer(who.id, who.name, NOON), who.id.encode())
        return store

    with asyncio.Runner() as runner:
        store = runner.run(opened())
        try:

            class Machine(RoomMachine):
                def __init__(self) -> None:
                    super().__init__(runner, store)

            run_state_machine_as_test(
                Machine,
                settings=settings(
                    max_examples=examples,
                    stateful_step_count=steps,
                    deadline=None,
                    suppress_health_check=list(HealthCheck),
                    phases=(Phase.explicit, Phase.generate, Phase.shrink),
                ),
            )
        finally:
            runner.run(store.close())


def test_whatever_happens_the_store_brings_the_room_back(tmp_path: Path) -> None:
    explore(tmp_path / "tengen.db", examples=120, steps=30)


@pytest.mark.slow
def test_whatever_happens_for_a_long_time_the_store_brings_the_room_back(tmp_path: Path) -> None:
    explore(tmp_path / "tengen.db", examples=500, steps=80)


def test_the_comparison_knows_all_of_a_room() -> None:
    new, _ = creation.make_room(Create("c", "freestyle", 15, NoClockSpec()), OWNER, NOON, 1, lambda _: True)
    state = durable(Room(1, new.id, new.created, POLICY))
    assert set(state) | PASSING == set(Room.__slots__)
