"""Attempts at puzzles, and their solutions: judged off the event loop; the first of each player is stored before it is
answered.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from typing import Any, Protocol

from msgspec.json import Encoder
from msgspec.structs import replace as replace_fields

from bots.errors import BotError
from bots.executor import Execute
from bots.learning.proofs.proven_positions import Row
from bots.workers.background_work import Function
from bots.workers.fair_queue import Asker
from server.background import Background
from server.errors import Refused, StoreError, TengenError, to_refusal
from server.handlers import Client, Handlers
from server.moderation.fair_play import FairPlay, require_apart
from server.protocol.inbound import Defend, PlayAttack, Reveal, Try
from server.protocol.outbound import Error, Solution, Tried
from server.puzzles import judge_process
from server.puzzles.by_proof import judge_by_proof, solve_by_proof
from server.puzzles.counting import EndedAttempt, note
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question, Solved
from server.puzzles.runs import Runs
from server.store.database import Database
from server.store.games import exercises
from server.store.knowledge import puzzles
from server.store.records import Puzzle

encode = Encoder().encode

JUDGE = judge_process.judge
SOLVE = judge_process.solve


class PuzzleClient(Protocol):
    """A connection of a player who tries to solve a puzzle."""

    @property
    def player(self) -> str:
        """Id of the player."""

    @property
    def address(self) -> str:
        """Address of the connection, as used for limits."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""


Asked = Try | Reveal | Defend | PlayAttack


@dataclass(slots=True)
class Trying:
    """An attempt being judged, and the connection that gets the answer."""

    reader: PuzzleClient
    attempt: Asked
    at: int


class Attempts:
    """Attempts of all players, one at a time for each, wherever they are connected: else somebody could try several
    answers at once, of which the right one may be judged first. Moves that are in a puzzle's own proof need no solver.

    ``run`` calls a function in a background process, as `bots.executor.Executor.run` does, once ``ready`` says that the
    solver is compiled; ``proven`` receives new proofs of the judge. ``nodes`` limits each search for positions that are
    no puzzle. ``fair_play`` lists the positions of running rated games.
    """

    def __init__(
        self,
        store: Database,
        run: Execute,
        ready: Callable[[], bool],
        proven: Callable[[list[Row]], None],
        nodes: int,
        fair_play: FairPlay,
        runs: Runs,
    ) -> None:
        self.runs = runs
        self._fair_play = fair_play
        self._proven = proven
        self._nodes = nodes
        self._store = store
        self._run = run
        self._ready = ready
        self._background = Background()
        self._trying: dict[str, Trying] = {}

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of `try`, `reveal`, `defend` and `attack`."""
        handlers.add(Try, self._hear)
        handlers.add(Reveal, self._hear)
        handlers.add(Defend, self._hear)
        handlers.add(PlayAttack, self._hear)
        self.runs.register(handlers)

    async def _hear(self, client: Client, message: Asked, at: int) -> None:
        self.begin(client, message, at)

    def begin(self, reader: PuzzleClient, attempt: Asked, at: int) -> None:
        """Start to judge an attempt that arrived at ``at`` (ms). Raises Refused while another of the player's is being
        judged.
        """
        trying = self._trying.get(reader.player)
        if trying is None:
            trying = self._trying[reader.player] = Trying(reader, attempt, at)
            self._background.spawn(self._answer(trying, reader.player))
        elif trying.attempt == attempt:  # sent again on a new connection
            trying.reader = reader
        else:
            raise Refused(code="bots_busy")

    async def close(self) -> None:
        """Stop judging."""
        await self._background.close()

    async def _answer(self, trying: Trying, player: str) -> None:
        attempt = trying.attempt
        asker = Asker(trying.reader.address, player)
        answer: Tried | Solution | Error
        try:
            async with self._alone(player):
                if isinstance(attempt, Reveal):
                    answer = await self._reveal(asker, attempt, trying.at)
                else:
                    answer = await self._try(asker, attempt, trying.at)
        except TengenError as error:
            answer = Error(error.code, attempt.id, detail=error.detail)
        except BotError as error:
            refused = to_refusal(error, f"the judge of {attempt}")
            answer = Error(refused.code, attempt.id, detail=refused.detail)
        finally:
            del self._trying[player]
        trying.reader.send(encode(answer))

    @asynccontextmanager
    async def _alone(self, player: str) -> AsyncIterator[None]:
        """Keep other processes from judging an attempt of a player. Raises Refused while one of them does."""
        name = f"attempt of {player}"
        if not await self._store.lead(name):
            raise Refused(code="bots_busy")
        try:
            yield
        finally:
            with suppress(StoreError):  # then the lead ends with its connection
                await self._store.stop_leading(name)

    async def _try(self, asker: Asker, attempt: Try | Defend | PlayAttack, at: int) -> Tried:
        """Judge an attempt. Raises Refused, StoreError, BotError."""
        if not isinstance(attempt, Try):
            return await self._try_exercise(asker, attempt)
        player = asker.person
        puzzle = await self._puzzle(attempt.puzzle, asker)
        asking = await self.runs.list_asking(player, puzzle.id, at, attempt.run)
        found = await self._judge(ask_about(puzzle), tuple(attempt.moves), asker)
        tried = _describe_tried(attempt.id, puzzle.id, found)
        if not found.done and found.right:
            return tried
        ended = EndedAttempt(puzzle.id, player, found.right, at, attempt.id, runs=asking)
        rated = await note(self._store, ended)
        run = None if attempt.run is None else await self.runs.read_state(player, attempt.run)
        return replace_fields(tried, rated=rated, run=run)

    async def _try_exercise(self, asker: Asker, attempt: Defend | PlayAttack) -> Tried:
        """Judge an attempt at an exercise of a game, which counts nowhere. Raises Refused, StoreError, BotError."""
        find = exercises.find_defence if isinstance(attempt, Defend) else exercises.find_attack
        found = await find(self._store, attempt.game, asker.person)
        if found is None:
            raise Refused(code="unknown_game")
        self._require_apart(asker, found.size, found.moves)
        asked = found.kind, found.method, found.rules, found.size, self._nodes, tuple(found.moves)
        moves = (attempt.point,) if isinstance(attempt, Defend) else tuple(attempt.moves)
        return _describe_tried(attempt.id, None, await self._judge(Question(*asked, proof=found.proof), moves, asker))

    async def _judge(self, question: Question, moves: tuple[int, ...], asker: Asker) -> AttemptVerdict:
        found: AttemptVerdict | AttemptRejected | None = await asyncio.to_thread(judge_by_proof, question, moves)
        if found is None:
            found = await self._ask(asker, JUDGE, question, moves)
        if isinstance(found, AttemptRejected):
            raise Refused(code=found.code)
        return found

    async def _reveal(self, asker: Asker, wish: Reveal, at: int) -> Solution:
        """Return the solution, after storing that it was shown. Raises Refused, StoreError, BotError."""
        puzzle = await self._puzzle(wish.puzzle, asker)
        question = ask_about(puzzle)
        found: Solved | AttemptRejected | None = await asyncio.to_thread(solve_by_proof, question)
        if found is None:
            found = await self._ask(asker, SOLVE, question)
        if isinstance(found, AttemptRejected):
            raise Refused(code=found.code)
        asking = await self.runs.list_asking(asker.person, puzzle.id, at)
        ended = EndedAttempt(puzzle.id, asker.person, False, at, wish.id, shown=True, runs=asking)
        rated = await note(self._store, ended)
        return Solution(wish.id, puzzle.id, list(found.answers), found.proof, rated)

    async def _puzzle(self, id: int, asker: Asker) -> Puzzle:
        found = await puzzles.find_puzzle(self._store, id, asker.person)
        if found is None:
            raise Refused(code="unknown_puzzle")
        self._require_apart(asker, found.size, found.moves)
        return found

    def _require_apart(self, asker: Asker, size: int, moves: Sequence[int]) -> None:
        """Raise Refused if the position is that of a running rated game of the player or their address."""
        require_apart(self._fair_play.list_near(asker.person, asker.address), size, moves)

    async def _ask(self, asker: Asker, function: Function, question: Question, *arguments: Any) -> Any:
        """Ask the solver. Raises Refused while it is being compiled."""
        if not self._ready():
            raise Refused(code="engine_not_ready")
        question = replace(question, db=self._store.address)
        return await self._run(function, question, *arguments, awaited=True, asker=asker, progress=self._proven)


def ask_about(puzzle: Puzzle) -> Question:
    """Return the question to the judge about a stored puzzle."""
    asked = puzzle.kind, puzzle.method, puzzle.rules, puzzle.size, puzzle.nodes, tuple(puzzle.moves)
    return Question(*asked, tuple(puzzle.answers or ()), puzzle.proof or "")


def _describe_tried(id: str, puzzle: int | None, found: AttemptVerdict) -> Tried:
    line = None if found.line is None else list(found.line)
    return Tried(id, puzzle, found.right, found.done, found.reply, line)
