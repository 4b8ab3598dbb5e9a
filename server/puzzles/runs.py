"""Runs: one puzzle after the other, the harder the later. A streak ends with the first mistake, a storm with its time.

The server draws the puzzles, knows which one is asked, and owns the clock: an answer counts if it arrives in time. So
does any other attempt at the puzzle that a run asks, lest somebody try an answer elsewhere first.
"""

from collections.abc import Callable

from msgspec.structs import replace

from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol.inbound import BeginRun
from server.protocol.outbound import PuzzleRunState, RunBegun
from server.puzzles.overview import choose_rules
from server.puzzles.puzzle_info import describe
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import puzzles
from server.store.people import puzzle_runs
from server.store.people.puzzle_runs import PuzzleRun
from server.store.sql import Conflict

STORM_MS = 180_000
"""Length of a storm."""
SHARE = 8
"""Burst share of a new run."""


class Runs:
    """Runs in ``store``. ``ready`` tells whether answers can be judged, ``now`` returns the time in ms."""

    def __init__(self, store: Database, ready: Callable[[], bool], now: Now) -> None:
        self._store = store
        self._ready = ready
        self._now = now

    def register(self, handlers: Handlers) -> None:
        """Register the handler of `begin_run`."""
        handlers.add(BeginRun, self.begin, burst_share=SHARE)

    async def begin(self, client: Client, message: BeginRun, at: int) -> None:
        """Begin a run in place of the player's last one of that mode; the same command again changes nothing."""
        player = client.player
        found = await self._find(player, message.id)
        if found is None:
            if not self._ready():  # wrong answers are judged by the solver
                raise Refused(code="engine_not_ready")
            rules = message.rules or (await choose_rules(self._store, player))[0]
            drawn = [] if rules is None else await puzzle_runs.draw(self._store, player, message.mode, rules)
            if rules is None or not drawn:
                raise Refused(code="no_puzzles")
            now = self._now()
            ends_at = now + STORM_MS if message.mode == "storm" else None
            begun = PuzzleRun(player, message.mode, message.id, rules, drawn, 0, 0, now, ends_at, False)
            try:
                await puzzle_runs.begin(self._store, begun)
            except Conflict:
                raise Refused(code="no_player") from None
            found = await self._find(player, message.id)
            if found is None:  # another one has begun meanwhile
                raise Refused(code="run_over")
        client.say(RunBegun(message.id, await self._describe(found)))

    async def list_asking(self, player: str, puzzle: int, at: int, run: str | None = None) -> list[PuzzleRun]:
        """Return the player's runs that ask a puzzle when an answer arrives at ``at`` (ms).

        Raises Refused if that names a ``run`` which does not, and in which no answer to the puzzle has counted.
        """
        latest = await puzzle_runs.list_latest(self._store, player)
        asking = [each for each in latest if not each.is_over(at) and each.current == puzzle]
        answered = [each for each in latest if each.has_answered(puzzle)]
        if run is not None and all(each.run != run for each in (*asking, *answered)):
            raise Refused(code="run_over")
        return asking

    async def read_state(self, player: str, run: str) -> PuzzleRunState | None:
        """Return the state of a player's run, None if another has taken its place."""
        found = await self._find(player, run)
        return None if found is None else await self._describe(found)

    async def _find(self, player: str, run: str) -> PuzzleRun | None:
        latest = await puzzle_runs.list_latest(self._store, player)
        return next((each for each in latest if each.run == run), None)

    async def _describe(self, run: PuzzleRun) -> PuzzleRunState:
        """Describe a run with the puzzle that it asks, and pass over those that are gone."""
        puzzle = None
        while puzzle is None and run.current is not None and not run.over:
            puzzle = await puzzles.find_puzzle(self._store, run.current, run.player)
            if puzzle is None:
                await puzzle_runs.skip(self._store, run)
                run = await self._find(run.player, run.run) or replace(run, over=True)
        best = await puzzle_runs.read_best(self._store, run.player)
        now = self._now()
        over = run.is_over(now)
        return PuzzleRunState(
            run=run.run,
            mode=run.mode,
            rules=run.rules,
            answered=run.step,
            score=run.score,
            best=best.get(run.mode, 0),
            over=over,
            left_ms=None if run.ends_at is None else max(0, run.ends_at - now),
            puzzle=None if over or puzzle is None else describe(puzzle),
        )
