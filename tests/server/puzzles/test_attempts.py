"""Attempts: what is told, what is kept, and that each player has one at a time."""

import asyncio
import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest
from msgspec import Raw
from msgspec.structs import replace

from bots.errors import BotError, ExecutorFull, NotReady, Stopped, WorkCrashed
from bots.learning.proofs.proven_positions import Row
from bots.learning.study.findings import StudiedLesson, StudiedMove, StudiedPuzzle, StudiedWin
from bots.workers.fair_queue import Asker
from server.errors import Refused
from server.protocol.inbound import PlayAttack, Reveal, Try
from server.protocol.values import Visibility, Who
from server.puzzles.attempts import JUDGE, SOLVE, Attempts
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question, Solved
from server.puzzles.runs import Runs
from server.store.knowledge import puzzles, studies, supplied_puzzles
from server.store.knowledge.jobs import Job
from server.store.knowledge.supplied_puzzles import SuppliedPuzzle
from server.store.store import Store
from tests.kit.fair_play import make_idle
from tests.server.learning.examples import study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, new_room

MOVES = [112, 113, 97]
WON = (67, 66, 68, 0, 69, 14, 100, 28, 115, 210)
"""Black, to move, has three of a row with one end closed and two of a column: 70 wins."""
NOW = 99


class Reader:
    """A connection that keeps what it is sent."""

    def __init__(self, player: str) -> None:
        self.player = player
        self.address = "192.0.2.1"
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    def send(self, *payloads: bytes) -> None:
        for payload in payloads:
            self.heard.put_nowait(json.loads(payload))


class Judge:
    """A process for background work that answers what the test tells it to."""

    def __init__(self) -> None:
        self.asked: asyncio.Queue[tuple[Any, ...]] = asyncio.Queue()
        self.answers: asyncio.Queue[AttemptVerdict | AttemptRejected | Solved | Exception] = asyncio.Queue()
        self.proven: list[list[Row]] = []

    async def run(self, *call: Any, awaited: bool, asker: Asker, progress: Callable[[list[Row]], None]) -> Any:
        assert awaited  # a person is waiting
        assert asker.address == "192.0.2.1"
        progress([])
        self.asked.put_nowait(call)
        answer = await self.answers.get()
        if isinstance(answer, Exception):
            raise answer
        return answer


class Desk:
    """Attempts on a store with one puzzle."""

    def __init__(self, store: Store, id: int) -> None:
        self.store = store
        self.id = id
        self.judge = Judge()
        self.ready = True
        self.attempts = Attempts(
            *(store, self.judge.run, lambda: self.ready, self.judge.proven.append, 1000, make_idle()),
            runs=Runs(store, lambda: self.ready, lambda: NOW),
        )

    async def tried(
        self, reader: Reader, answer: AttemptVerdict | AttemptRejected | Exception, *moves: int, command: str = "t"
    ) -> dict[str, Any]:
        self.judge.answers.put_nowait(answer)
        self.attempts.begin(reader, Try(command, self.id, list(moves or (7,))), NOW)
        async with asyncio.timeout(60):
            return await reader.heard.get()

    async def counts(self) -> tuple[int, int]:
        puzzle = await puzzles.find_puzzle(self.store, self.id, None)
        assert puzzle is not None
        return puzzle.solved, puzzle.failed


@pytest.fixture
async def desk(store: Store) -> Any:
    ann, _ = await add_player(store, "ann", "Ann"), await add_player(store, "bob", "Bob")
    serial = await new_room(store, "game00000001", ann)
    found = [StudiedPuzzle("win", 3, "vcf")]
    await store.execute(*puzzles.insert(serial, "renju", 15, MOVES, 1000, found, NOW))
    desk = Desk(store, 1)
    yield desk
    await desk.attempts.close()


async def test_the_judge_is_asked_about_the_position_and_all_moves(desk: Desk) -> None:
    told = await desk.tried(Reader("ann"), AttemptVerdict(right=True, reply=8), 5, 7)
    assert told == {"t": "tried", "id": "t", "puzzle": 1, "right": True, "done": False, "reply": 8}
    question = Question("win", "vcf", "renju", 15, 1000, tuple(MOVES), db=desk.store.address)
    assert desk.judge.asked.get_nowait() == (JUDGE, question, (5, 7))


async def test_nothing_is_kept_before_the_end(desk: Desk) -> None:
    await desk.tried(Reader("ann"), AttemptVerdict(right=True, reply=8))
    assert await desk.counts() == (0, 0)


async def test_the_first_end_counts_and_only_that(desk: Desk) -> None:
    ann, bob = Reader("ann"), Reader("bob")
    told = await desk.tried(ann, AttemptVerdict(right=False, line=(1, 2)))
    assert (told["right"], told["done"], told["line"]) == (False, False, [1, 2])
    assert told["rated"]["after"] < told["rated"]["before"]
    assert await desk.counts() == (0, 1)
    again = await desk.tried(ann, AttemptVerdict(right=True, done=True), command="u")
    assert again["done"]
    assert "rated" not in again or again["rated"] is None
    assert await desk.counts() == (0, 1)
    assert (await desk.tried(bob, AttemptVerdict(right=True, done=True)))["done"]
    assert await desk.counts() == (1, 1)


@pytest.mark.parametrize("code", ["occupied", "wrong_line", "undecided"])
async def test_what_gets_no_verdict_is_refused_and_not_counted(desk: Desk, code: str) -> None:
    told = await desk.tried(Reader("ann"), AttemptRejected(code))
    assert (told["t"], told["id"], told["code"]) == ("error", "t", code)
    assert await desk.counts() == (0, 0)


async def test_a_puzzle_that_there_is_not_is_refused(desk: Desk) -> None:
    reader = Reader("ann")
    desk.attempts.begin(reader, Try("t", 77, [1]), NOW)
    assert (await reader.heard.get())["code"] == "unknown_puzzle"
    assert desk.judge.asked.empty()


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ExecutorFull(), "bots_busy"),
        (NotReady(), "engine_not_ready"),
        (Stopped(), "restart"),
        (WorkCrashed("oh"), "internal"),
    ],
)
async def test_what_fails_is_told_and_not_counted(desk: Desk, error: BotError, code: str) -> None:
    told = await desk.tried(Reader("ann"), error)
    assert (told["t"], told["id"], told["code"]) == ("error", "t", code)
    assert bool(told.get("detail")) == (code == "internal")
    assert await desk.counts() == (0, 0)


async def test_before_the_solver_is_compiled_nothing_is_judged(desk: Desk) -> None:
    desk.ready = False
    reader = Reader("ann")
    for wish in (Try("t", 1, [7]), Reveal("t", 1)):
        desk.attempts.begin(reader, wish, NOW)
        assert (await reader.heard.get())["code"] == "engine_not_ready"
    assert desk.judge.asked.empty()
    desk.ready = True
    assert (await desk.tried(Reader("ann"), AttemptVerdict(right=True, reply=8)))["reply"] == 8


async def test_the_solution_is_told_once_it_is_kept_that_it_was(desk: Desk) -> None:
    ann, bob = Reader("ann"), Reader("bob")
    desk.judge.answers.put_nowait(Solved((5,), [5, [6]]))
    desk.attempts.begin(ann, Reveal("s", 1), NOW)
    told = await ann.heard.get()
    rated = told.pop("rated")
    assert told == {"t": "solution", "id": "s", "puzzle": 1, "answers": [5], "proof": [5, [6]]}
    assert rated["after"] < rated["before"] == 1500
    question = Question("win", "vcf", "renju", 15, 1000, tuple(MOVES), db=desk.store.address)
    assert desk.judge.asked.get_nowait() == (SOLVE, question)
    assert await desk.counts() == (0, 1)
    assert (await desk.tried(ann, AttemptVerdict(right=True, done=True)))["done"]
    assert await desk.counts() == (0, 1)  # no credit for what was shown
    await desk.tried(bob, AttemptVerdict(right=True, done=True))
    desk.judge.answers.put_nowait(Solved((5,), [5]))
    desk.attempts.begin(bob, Reveal("s", 1), NOW)
    assert (await bob.heard.get())["t"] == "solution"
    assert await desk.counts() == (1, 1)  # and none lost for looking afterwards


@pytest.mark.parametrize(("id", "answer", "code"), [(77, None, "unknown_puzzle"), (1, "undecided", "undecided")])
async def test_where_there_is_no_solution_nothing_is_kept(desk: Desk, id: int, answer: str | None, code: str) -> None:
    reader = Reader("ann")
    if answer is not None:
        desk.judge.answers.put_nowait(AttemptRejected(answer))
    desk.attempts.begin(reader, Reveal("s", id), NOW)
    assert (await reader.heard.get())["code"] == code
    assert await desk.counts() == (0, 0)


async def test_a_puzzle_of_the_tree_is_played_and_shown_without_a_solver(desk: Desk) -> None:
    desk.ready = False
    proof = "k11[l11k10]"  # a four and an open four
    supplied = SuppliedPuzzle("freestyle", 15, "win", "vcf", 9, list(WON), [70], proof, 2, ["vcf"], 900.0, 175.0)
    await desk.store.execute(*supplied_puzzles.keep([supplied], "v", 1, NOW))
    desk.id = 2
    ann = Reader("ann")
    desk.attempts.begin(ann, Try("t", 2, [70]), NOW)
    assert await ann.heard.get() == {"t": "tried", "id": "t", "puzzle": 2, "right": True, "done": False, "reply": 71}
    desk.attempts.begin(ann, Try("t", 2, [70, 85]), NOW)
    told = await ann.heard.get()
    assert (told["right"], told["done"]) == (True, True)
    assert told["rated"]["before"] == 1500
    assert told["rated"]["after"] > 1500
    assert await desk.counts() == (1, 0)
    desk.attempts.begin(ann, Reveal("s", 2), NOW)
    told = await ann.heard.get()
    assert (told["answers"], told["proof"]) == ([70], [70, None, 71, [85]])
    desk.attempts.begin(ann, Try("t", 2, [3]), NOW)  # what the proof does not have is for the solver
    assert (await ann.heard.get())["code"] == "engine_not_ready"
    assert desk.judge.asked.empty()


async def test_a_player_has_one_attempt_at_a_time_on_all_connections_together(desk: Desk) -> None:
    first, second, bob = Reader("ann"), Reader("ann"), Reader("bob")
    desk.attempts.begin(first, Try("t", 1, [7]), NOW)
    with pytest.raises(Refused, match="bots_busy"):
        desk.attempts.begin(second, Try("u", 1, [7]), NOW)
    desk.attempts.begin(bob, Try("v", 1, [7]), NOW)
    for _ in range(2):
        desk.judge.answers.put_nowait(AttemptVerdict(right=True, reply=8))
    assert (await first.heard.get())["id"] == "t"
    assert (await bob.heard.get())["id"] == "v"
    assert (await desk.tried(second, AttemptVerdict(right=True, reply=8)))["reply"] == 8


async def test_an_attempt_that_is_said_again_on_a_new_connection_is_answered_there_and_judged_once(desk: Desk) -> None:
    lost, back = Reader("ann"), Reader("ann")
    for reader in (lost, back):
        desk.attempts.begin(reader, Try("t", 1, [7]), NOW)
    desk.judge.answers.put_nowait(AttemptVerdict(right=True, reply=8))
    assert (await back.heard.get())["reply"] == 8
    assert lost.heard.empty()
    desk.judge.asked.get_nowait()
    assert desk.judge.asked.empty()


def test_the_judge_is_a_function_that_another_process_finds() -> None:
    assert pickle.loads(pickle.dumps((JUDGE, SOLVE))) == (JUDGE, SOLVE)


async def put_won_game(store: Store, visibility: Visibility = "public") -> None:
    """Store a studied game of Ann's in which Black, to move at ply 10, won by fours; no better move is known."""
    serial = await against_bot(
        store, "lost00000001", Who(id="ann"), points=(*WON, 70, 71, 85), winner="black", visibility=visibility
    )
    lesson = StudiedLesson("black", len(WON), line=(70, 71, 85))
    win = StudiedWin("vcf", (70, 71, 85), Raw(b"[70,null,71,[85]]"))
    found = replace(study(plies=13), lesson=lesson)
    moves = (*found.moves[:10], StudiedMove(win=win), *found.moves[11:])
    await studies.keep(store, Job(serial, "lost00000001"), replace(found, moves=moves), NOW)


async def play_attack(desk: Desk, reader: Reader, *moves: int, game: str = "lost00000001") -> dict[str, Any]:
    desk.attempts.begin(reader, PlayAttack("a", game, list(moves)), NOW)
    async with asyncio.timeout(60):
        return await reader.heard.get()


async def test_the_win_that_beat_somebody_is_played_by_its_proof_and_counts_nowhere(desk: Desk) -> None:
    desk.ready = False
    await put_won_game(desk.store)
    ann = Reader("ann")
    told = await play_attack(desk, ann, 70)
    assert told == {"t": "tried", "id": "a", "puzzle": None, "right": True, "done": False, "reply": 71}
    told = await play_attack(desk, ann, 70, 85)
    assert (told["right"], told["done"], told.get("rated")) == (True, True, None)
    assert (await play_attack(desk, ann, 67))["code"] == "occupied"
    assert (await play_attack(desk, ann, 3))["code"] == "engine_not_ready"  # the solver judges what the proof lacks
    assert desk.judge.asked.empty()
    assert await desk.counts() == (0, 0)


async def test_the_solver_judges_another_way_to_play_the_win(desk: Desk) -> None:
    await put_won_game(desk.store)
    desk.judge.answers.put_nowait(AttemptVerdict(right=False, line=(70,)))
    told = await play_attack(desk, Reader("bob"), 3)
    assert (told["right"], told["line"]) == (False, [70])
    function, question, moves = desk.judge.asked.get_nowait()
    assert (function, question.kind, question.moves, moves) == (JUDGE, "win", WON, (3,))


async def test_without_a_proven_win_there_is_nothing_to_play(desk: Desk) -> None:
    await put_won_game(desk.store, visibility="private")
    for player, game in (("ann", "game00000001"), ("ann", "nowhere00000"), ("bob", "lost00000001")):
        told = await play_attack(desk, Reader(player), 70, game=game)
        assert (told["code"], told.get("detail")) == ("unknown_game", None)
    assert (await play_attack(desk, Reader("ann"), 70))["right"]
