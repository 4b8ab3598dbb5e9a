"""Attempts at puzzles: judged beside the loop; the first of each player is kept, then answered."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Protocol

from msgspec.json import Encoder

from bots.errors import BotError
from bots.learning.proven import Row
from bots.workers.turns import Asker
from server.background import Background
from server.errors import Refused, TengenError, refusal
from server.protocol.inbound import Try
from server.protocol.outbound import Error, Tried
from server.puzzles.question import Question, Rejected, Verdict
from server.store import puzzles
from server.store.store import Store

encode = Encoder().encode

JUDGE = "server.puzzles.judge:judge"


class Reader(Protocol):
    """One connection of one player, who tries to solve a puzzle."""

    @property
    def player(self) -> str:
        """Id of the player."""

    @property
    def address(self) -> str:
        """Where the connection comes from, as limits by address see it."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""


class Attempts:
    """Attempts of all players, one at a time each.

    ``run`` calls a function by its place in a process for background work, as `bots.executor.Executor.run` does, once
    ``ready`` says that the solver is compiled; ``now`` gives the time in milliseconds; ``proven`` hears of what the
    judge has newly proven.
    """

    def __init__(
        self,
        store: Store,
        run: Callable[..., Awaitable[Any]],
        ready: Callable[[], bool],
        now: Callable[[], int],
        proven: Callable[[list[Row]], None],
    ) -> None:
        self._proven = proven
        self._store = store
        self._run = run
        self._ready = ready
        self._now = now
        self._background = Background()
        self._trying: set[str] = set()

    def begin(self, reader: Reader, attempt: Try) -> None:
        """Judge an attempt and answer it, sometime; raises Refused while another of the player's is being judged."""
        if not self._ready():
            raise Refused(code="engine_not_ready")
        if reader.player in self._trying:
            raise Refused(code="bots_busy")
        self._trying.add(reader.player)
        self._background.spawn(self._answer(reader, reader.player, attempt))

    async def close(self) -> None:
        """Judge no more."""
        await self._background.close()

    async def _answer(self, reader: Reader, player: str, attempt: Try) -> None:
        answer: Tried | Error
        try:
            answer = await self._tried(Asker(reader.address, player), attempt)
        except TengenError as error:
            answer = Error(error.code, attempt.id, detail=error.detail)
        except BotError as error:
            refused = refusal(error, f"puzzle {attempt.puzzle} after {attempt.moves}")
            answer = Error(refused.code, attempt.id, detail=refused.detail)
        finally:
            self._trying.discard(player)
        reader.send(encode(answer))

    async def _tried(self, asker: Asker, attempt: Try) -> Tried:
        """Raises Refused, StoreError, BotError."""
        player = asker.person
        puzzle = await puzzles.by_id(self._store, attempt.puzzle, player)
        if puzzle is None:
            raise Refused(code="unknown_puzzle")
        question = Question(puzzle.kind, puzzle.method, puzzle.rules, puzzle.size, puzzle.nodes, tuple(puzzle.moves))
        question = replace(question, db=str(self._store.path))
        found: Verdict | Rejected = await self._run(
            JUDGE, question, tuple(attempt.moves), awaited=True, asker=asker, progress=self._proven
        )
        if isinstance(found, Rejected):
            raise Refused(code=found.code)
        if found.done or not found.right:
            await puzzles.attempted(self._store, puzzle.id, player, found.right, self._now())
        line = None if found.line is None else list(found.line)
        return Tried(attempt.id, puzzle.id, found.right, found.done, found.reply, line)
