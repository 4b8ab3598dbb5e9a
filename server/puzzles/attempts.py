"""Attempts at puzzles: judged beside the loop; the first of each player is kept, then answered."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from msgspec.json import Encoder

from bots.errors import BotError
from bots.learning.proofs.proven_positions import Row
from bots.workers.fair_queue import Asker
from server.background import Background
from server.errors import Refused, TengenError, to_refusal
from server.handlers import Client, Handlers
from server.protocol.inbound import Defend, Try
from server.protocol.outbound import Error, Tried
from server.puzzles import judge_process
from server.puzzles.question import AttemptRejected, AttemptVerdict, Question
from server.store import lines, puzzles
from server.store.store import Store

encode = Encoder().encode

JUDGE = judge_process.judge


class PuzzleClient(Protocol):
    """One connection of one player, who tries to solve a puzzle."""

    @property
    def player(self) -> str:
        """Id of the player."""

    @property
    def address(self) -> str:
        """Where the connection comes from, as limits by address see it."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""


@dataclass(slots=True)
class Trying:
    """An attempt that is being judged, and the connection that its answer goes to."""

    reader: PuzzleClient
    attempt: Try | Defend


class Attempts:
    """Attempts of all players, one at a time each.

    ``run`` calls a function by its place in a process for background work, as `bots.executor.Executor.run` does, once
    ``ready`` says that the solver is compiled; ``now`` gives the time in milliseconds; ``proven`` hears of what the
    judge has newly proven. ``nodes`` bounds each search of what is no puzzle.
    """

    def __init__(
        self,
        store: Store,
        run: Callable[..., Awaitable[Any]],
        ready: Callable[[], bool],
        now: Callable[[], int],
        proven: Callable[[list[Row]], None],
        nodes: int,
    ) -> None:
        self._proven = proven
        self._nodes = nodes
        self._store = store
        self._run = run
        self._ready = ready
        self._now = now
        self._background = Background()
        self._trying: dict[str, Trying] = {}

    def register(self, handlers: Handlers) -> None:
        """Have `try` and `defend` come here."""
        handlers.add(Try, self._hear)
        handlers.add(Defend, self._hear)

    async def _hear(self, client: Client, message: Try | Defend, at: int) -> None:
        self.begin(client, message)

    def begin(self, reader: PuzzleClient, attempt: Try | Defend) -> None:
        """Judge an attempt and answer it, sometime; raises Refused while another of the player's is being judged."""
        if not self._ready():
            raise Refused(code="engine_not_ready")
        trying = self._trying.get(reader.player)
        if trying is None:
            trying = self._trying[reader.player] = Trying(reader, attempt)
            self._background.spawn(self._answer(trying, reader.player))
        elif trying.attempt == attempt:  # said again on a new connection
            trying.reader = reader
        else:
            raise Refused(code="bots_busy")

    async def close(self) -> None:
        """Judge no more."""
        await self._background.close()

    async def _answer(self, trying: Trying, player: str) -> None:
        attempt = trying.attempt
        answer: Tried | Error
        try:
            answer = await self._tried(Asker(trying.reader.address, player), attempt)
        except TengenError as error:
            answer = Error(error.code, attempt.id, detail=error.detail)
        except BotError as error:
            refused = to_refusal(error, f"the judge of {attempt}")
            answer = Error(refused.code, attempt.id, detail=refused.detail)
        finally:
            del self._trying[player]
        trying.reader.send(encode(answer))

    async def _tried(self, asker: Asker, attempt: Try | Defend) -> Tried:
        """Raises Refused, StoreError, BotError."""
        player = asker.person
        if isinstance(attempt, Defend):
            line = await lines.find_exercise(self._store, attempt.game, player)
            if line is None:
                raise Refused(code="unknown_game")
            question = Question("defence", line.method, line.rules, line.size, self._nodes, tuple(line.moves))
            found = await self._judged(question, (attempt.point,), asker)
            return _tried(attempt.id, None, found)
        puzzle = await puzzles.find_puzzle(self._store, attempt.puzzle, player)
        if puzzle is None:
            raise Refused(code="unknown_puzzle")
        question = Question(puzzle.kind, puzzle.method, puzzle.rules, puzzle.size, puzzle.nodes, tuple(puzzle.moves))
        found = await self._judged(question, tuple(attempt.moves), asker)
        if found.done or not found.right:
            await puzzles.note_attempt(self._store, puzzle.id, player, found.right, self._now())
        return _tried(attempt.id, puzzle.id, found)

    async def _judged(self, question: Question, moves: tuple[int, ...], asker: Asker) -> AttemptVerdict:
        question = replace(question, db=str(self._store.path))
        found: AttemptVerdict | AttemptRejected = await self._run(
            JUDGE, question, moves, awaited=True, asker=asker, progress=self._proven
        )
        if isinstance(found, AttemptRejected):
            raise Refused(code=found.code)
        return found


def _tried(id: str, puzzle: int | None, found: AttemptVerdict) -> Tried:
    return Tried(id, puzzle, found.right, found.done, found.reply, None if found.line is None else list(found.line))
