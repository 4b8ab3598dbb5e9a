"""Games by correspondence with planned answers, in any order of events: a small model says what must come of each."""

import asyncio
import itertools
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import hypothesis.strategies as st
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from gomoku.working_time import DAY_MS
from server.errors import Refused
from server.protocol.events import Ended, Moved
from server.protocol.inbound import Answer, EndVacation, KeepPlan, Move, Offer, ReadPlan, Resign, TakeVacation
from server.protocol.values import CorrespondenceSpec, OfferKind
from server.rooms.plans import PlanMessages
from server.rooms.vacations import VacationMessages
from server.store.games import room_log
from tests.server.rooms.house import House, Looker, Time, open_house, stored

MOVE_MS = 2 * DAY_MS
POINTS = range(9)
ROWS = [*((n, n + 1, n + 2) for n in (0, 3, 6)), *((n, n + 3, n + 6) for n in (0, 1, 2)), (0, 4, 8), (2, 4, 6)]

Line = tuple[int, ...]
Answers = dict[Line, int]
"""Answers to lines of moves that end with one of the opponent's."""

seeds = st.integers(0, 2**32)
seats = st.integers(0, 1)
rarely = st.sampled_from((False, False, False, True))


class Model:
    """Three in a row on nine points, by days; what either seat plans is a table of lines and answers to them."""

    def __init__(self, now: int) -> None:
        self.moves: list[int] = []
        self.turn_at = now
        self.plans: list[Answers] = [{}, {}]
        self.away: list[list[tuple[int, int]]] = [[], []]
        self.result: tuple[str | None, str] | None = None

    @property
    def mover(self) -> int:
        return len(self.moves) % 2

    def spent(self, now: int) -> int:
        """Return the time that the move has taken, without days of vacation."""
        away = sum(max(0, min(now, end) - max(self.turn_at, start)) for start, end in self.away[self.mover])
        return now - self.turn_at - away

    def late(self, now: int) -> bool:
        return self.result is None and self.spent(now) >= MOVE_MS

    def play(self, point: int, now: int) -> None:
        """A move, and every planned answer that follows on it."""
        while True:
            seat = self.mover
            self.moves.append(point)
            self.turn_at = now
            if self._wins(self.moves[seat::2]):
                self.result = ("black", "white")[seat], "five"
            elif len(self.moves) == len(POINTS):
                self.result = None, "full_board"
            self.plans[seat] = {}  # nothing on one's own turn is planned here
            theirs = 1 - seat
            answer = self.plans[theirs].get((point,))
            if self.result is not None or answer is None:
                if self.result is not None or self.plans[theirs]:
                    self.plans[theirs] = {}
                return
            begun = (point, answer)
            kept = {line[2:]: told for line, told in self.plans[theirs].items() if line[:2] == begun and line[2:]}
            self.moves.append(answer)
            self.plans[theirs] = kept
            if self._wins(self.moves[theirs::2]):
                self.result = ("black", "white")[theirs], "five"
            elif len(self.moves) == len(POINTS):
                self.result = None, "full_board"
            if self.result is not None:
                self.plans = [{}, {}]
            return  # the other one has planned nothing: it was their turn

    @staticmethod
    def _wins(stones: list[int]) -> bool:
        return any(set(row) <= set(stones) for row in ROWS)

    def fits(self, line: Line) -> bool:
        """Whether moves can be played on from here, all of them while the game goes on."""
        moves = list(self.moves)
        for point in line:
            over = self._wins(moves[0::2]) or self._wins(moves[1::2]) or len(moves) == len(POINTS)
            if over or point in moves:
                return False
            moves.append(point)
        return True

    def may_plan(self, branches: list[tuple[int, int, int]]) -> Answers | None:
        """The table that a tree of branches says, None for one that may not be kept."""
        lines: list[Line] = [()]
        answers: Answers = {}
        for number, (after, when, answer) in enumerate(branches, 1):
            if after >= number or (*lines[after], when) in answers:
                return None
            line = (*lines[after], when)
            # an answer may end the game, the move that it answers may not
            if not self.fits((*line, answer)):
                return None
            answers[line] = answer
            lines.append((*line, answer))
        return answers

    def end(self, winner: str | None, reason: str) -> None:
        self.result = winner, reason
        self.plans = [{}, {}]


class PlanMachine(RuleBasedStateMachine):
    """One game after another of two who plan, on one server that is stopped and started again."""

    ids = itertools.count()
    followed = 0

    def __init__(self, runner: asyncio.Runner, path: Path, time: Time) -> None:
        super().__init__()
        self.runner, self.path, self.time = runner, path, time
        self.stack = AsyncExitStack()
        self.players: list[Looker] = []
        self.strangers: list[Looker] = []

    def run_(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(work)

    async def open(self) -> None:
        self.house: House = await self.stack.enter_async_context(open_house(self.path, self.time))
        names = (self.ada, self.bob, "cat")
        self.ada_, self.bob_, self.cat_ = [await self.house.join(name) for name in names]
        self.players = [self.ada_, self.bob_]

    @initialize()
    def begin(self) -> None:
        number = next(self.ids)
        self.ada, self.bob = f"ada{number}", f"bob{number}"

        async def begin() -> str:
            await self.open()
            wishes: dict[str, Any] = {"rules": "tictactoe", "size": 3, "clock": CorrespondenceSpec(move_ms=MOVE_MS)}
            room = await self.house.game(self.ada_, self.bob_, **wishes)
            await self.house.enter(self.cat_, room)
            return room

        self.room = self.run_(begin())
        self.model = Model(self.time())

    def teardown(self) -> None:
        self.run_(self.stack.aclose())

    def id(self) -> str:
        """Return a command id that no server has seen, not even the one before."""
        return f"m{next(self.ids)}"

    def flagged(self) -> bool:
        """Whether the next who comes finds the flag fallen."""
        if self.model.late(self.time()):
            under_way = len(self.model.moves) >= 2
            winner = ("white", "black")[self.model.mover]
            self.model.end(*((winner, "timeout") if under_way else (None, "aborted")))
            return True
        return False

    # --- what people do ---------------------------------------------------------------------------------------------

    @rule(seed=seeds)
    def move(self, seed: int) -> None:
        model, rng = self.model, Random(seed)
        seat = model.mover
        planned = [line[0] for line in model.plans[1 - seat] if len(line) == 1]
        free = [point for point in POINTS if point not in model.moves]
        if not free or model.result is not None:
            return
        point = rng.choice(planned if planned and rng.random() < 0.7 else free)
        self._move(seat, point)

    def _move(self, seat: int, point: int) -> None:
        model, ply = self.model, len(self.model.moves)
        assert self.tried(self.command(seat, Move(self.id(), self.room, ply, point)))
        if not self.flagged():
            before = len(model.moves)
            model.play(point, self.time())
            PlanMachine.followed += len(model.moves) - before > 1

    @rule(seed=seeds, size=st.integers(0, 12), wrong=rarely)
    def plan(self, seed: int, size: int, wrong: bool) -> None:
        """A tree that fits, of who waits; or with ``wrong`` anything of anybody."""
        model, rng = self.model, Random(seed)
        seat = rng.randrange(2) if wrong else 1 - model.mover
        branches: list[tuple[int, int, int]] = []
        for _ in range(size):
            new = (rng.randrange(len(branches) + 1), rng.choice(POINTS), rng.choice(POINTS))
            if wrong or model.may_plan([*branches, new]) is not None:
                branches.append(new)
        message = KeepPlan(self.id(), self.room, len(model.moves), branches)
        answers = model.may_plan(branches)
        allowed = not branches or (model.result is None and seat != model.mover and answers is not None)
        assert self.tried(PlanMessages(self.house.rooms).keep(self.players[seat], message, self.time())) == allowed
        if allowed:
            model.plans[seat] = answers or {}

    @rule(seed=seeds, size=st.integers(2, 12))
    def walk_into_a_plan(self, seed: int, size: int) -> None:
        """One plans, and the other has no luck."""
        self.plan(seed=seed, size=size, wrong=False)
        seat = self.model.mover
        planned = [line[0] for line in self.model.plans[1 - seat] if len(line) == 1]
        if planned:
            self._move(seat, planned[seed % len(planned)])

    @rule(seat=seats, really=rarely)
    def resign(self, seat: int, really: bool) -> None:
        if really and self.tried(self.command(seat, Resign(self.id(), self.room))) and not self.flagged():
            self.model.end(("white", "black")[seat], "resigned")

    @rule(seat=seats, what=st.sampled_from(("draw", "takeback")), accept=st.booleans())
    def offer(self, seat: int, what: OfferKind, accept: bool) -> None:
        """Something is offered, and answered; the offer alone ends no plan."""
        model = self.model
        if not self.tried(self.command(seat, Offer(self.id(), self.room, what))) or self.flagged():
            return
        self.plans_are_those_of_the_model()
        if not self.tried(self.command(1 - seat, Answer(self.id(), self.room, what, accept))) or not accept:
            return
        if what == "draw":
            model.end(None, "agreed_draw")
            return
        taken = 2 if model.mover == seat else 1
        del model.moves[-taken:]
        model.turn_at, model.plans = self.time(), [{}, {}]

    @rule(seat=seats, days=st.integers(1, 3), ahead=st.integers(0, 2))
    def go_away(self, seat: int, days: int, ahead: int) -> None:
        start = self.time() + ahead * DAY_MS
        message = TakeVacation(self.id(), days, start)
        if self.tried(VacationMessages(self.house.rooms).take(self.players[seat], message, self.time())):
            self.model.away[seat].append((start, start + days * DAY_MS))

    @rule(seat=seats)
    def come_back(self, seat: int) -> None:
        now = self.time()
        assert self.tried(VacationMessages(self.house.rooms).end(self.players[seat], EndVacation(self.id()), now))
        self.model.away[seat] = [(start, min(end, now)) for start, end in self.model.away[seat] if start < now]

    @rule(hours=st.sampled_from((1, 5, 12, 30)))
    def wait(self, hours: int) -> None:
        self.time.advance(hours * 3_600_000)
        self.run_(room_log.note_heartbeat(self.house.store, self.time()))  # the server runs: this is no downtime
        self.run_(self.house.rooms.slow_flags.sweep())
        self.flagged()

    @rule()
    def restart(self) -> None:
        async def restart() -> None:
            await self.stack.aclose()
            self.stack = AsyncExitStack()
            await self.open()
            for looker in (self.ada_, self.bob_, self.cat_):
                await self.house.enter(looker, self.room)

        self.run_(restart())

    @rule(seat=seats)
    def look_from_another_device(self, seat: int) -> None:
        async def look() -> None:
            other = await self.house.join((self.ada, self.bob)[seat])
            await self.house.enter(other, self.room)
            self.players[seat] = other

        self.run_(look())

    # --- and what must be so afterwards ------------------------------------------------------------------------------

    async def command(self, seat: int, command: Any) -> None:
        await self.house.messages.command(self.players[seat], command, self.time())

    def tried(self, work: Coroutine[Any, Any, Any]) -> bool:
        try:
            self.run_(work)
        except Refused:
            return False
        assert sum(len(player.take("ack")) for player in self.players) <= 1
        return True

    @invariant()
    def the_game_is_that_of_the_model(self) -> None:
        events = self.run_(stored(self.house, self.room))
        ends = [(event.winner, event.reason) for event in events if isinstance(event, Ended)]
        assert ends == ([] if self.model.result is None else [self.model.result])
        moves: list[int] = []
        for event in events:
            if isinstance(event, Moved):
                moves.append(event.point)
            elif event.__struct_config__.tag == "took_back":
                del moves[-event.plies :]
        assert moves == self.model.moves

    @invariant()
    def plans_are_those_of_the_model(self) -> None:
        for seat, player in enumerate(self.players):
            self.run_(PlanMessages(self.house.rooms).read(player, ReadPlan("read", self.room), self.time()))
            told = player.take("plan")
            assert all(each["room"] == self.room for each in told)
            lines: list[Line] = [()]
            answers: Answers = {}
            for after, when, answer in told[-1]["branches"]:
                answers[*lines[after], when] = answer
                lines.append((*lines[after], when, answer))
            assert answers == self.model.plans[seat]

    @invariant()
    def nobody_else_hears_of_a_plan(self) -> None:
        for looker in self.house.lookers:
            if looker.player not in (self.ada, self.bob):
                assert looker.take("plan") == []
        for seat, player in enumerate(self.players):
            mine = set(self.model.plans[seat].items())
            for told in player.take("plan"):
                assert {tuple(each[1:]) for each in told["branches"]} <= {(line[-1], answer) for line, answer in mine}


def explore(path: Path, monkeypatch: pytest.MonkeyPatch, examples: int, steps: int) -> None:
    async def clock() -> Time:
        return Time(monkeypatch)

    with asyncio.Runner() as runner:
        time = runner.run(clock())

        class Machine(PlanMachine):
            def __init__(self) -> None:
                super().__init__(runner, path, time)

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


def test_whatever_happens_plans_are_followed_as_their_owners_would(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explore(tmp_path / "tengen.db", monkeypatch, examples=15, steps=20)


@pytest.mark.slow
def test_whatever_happens_for_long_plans_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = PlanMachine.followed
    explore(tmp_path / "tengen.db", monkeypatch, examples=80, steps=40)
    assert PlanMachine.followed - before > 2
