"""Tuning of the evaluation weights in idle time: at most one version a day, in use once it has won its match."""

import logging
from typing import TYPE_CHECKING

from bots.errors import BotError, ExecutorFull, Stopped
from bots.executor import Executor
from bots.learning.players import published
from server.learning import learning_process
from server.learning.learning_process import Fitted
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import weights
from server.store.knowledge.weights import Version

if TYPE_CHECKING:
    from bots.tuning.gate import MatchStanding

log = logging.getLogger("tengen.learning")

FIT = learning_process.fit
PLAY = learning_process.play
PAIRS = 1
"""Pairs of games played at once, in a few seconds."""


class Tuning:
    """Fits and measures weights, and keeps `players.published` in step with the store. If not ``active``, it only
    publishes. ``now`` returns the time in ms. If ``shared``, one of several processes does the work.
    """

    def __init__(self, store: Database, executor: Executor, now: Now, active: bool, *, shared: bool = False) -> None:
        self._shared = shared
        self._store = store
        self._executor = executor
        self._now = now
        self._active = active

    async def publish(self) -> None:
        """Publish the weights in use for new games; games that have begun keep theirs."""
        known, used = await weights.read_numbers(self._store), await weights.read_in_use(self._store)
        published.weigh(used.version, known)

    async def step(self) -> bool:
        """Do one part of the work, of seconds, or of a minute or two for a fit. Return False if there is none.

        It may be cancelled, and then starts that part again.
        """
        if not self._active or (await weights.read_in_use(self._store)).frozen:
            return False
        if self._shared and not await self._store.lead("weights"):
            return False
        trial = await weights.find_trial(self._store)
        if trial is not None:
            await self._measure(trial)
        elif await weights.is_due(self._store, self._now()):
            await self._fit()
        else:
            return False
        return True

    async def _fit(self) -> None:
        parent = (await weights.read_in_use(self._store)).version
        seed = await weights.find_next_number(self._store)
        try:
            found: Fitted = await self._executor.run(FIT, self._store.address, seed)
        except (Stopped, ExecutorFull):
            raise
        except BotError as error:
            log.warning("weights are not fitted today: %s", error)
            await self._store.execute(*weights.note_fit(self._now()))
            return
        kept = weights.begin_trial(
            parent, found.engine, found.games, found.spread, found.numbers, found.openings, self._now()
        )
        await self._store.execute(*kept)
        log.info("weights are fitted to %d games, and have a match before them", found.games)

    async def _measure(self, trial: Version) -> None:
        known = await weights.read_numbers(self._store)
        old = known.get(trial.parent)
        try:
            found: MatchStanding = await self._executor.run(
                PLAY, old, trial.numbers, trial.openings, trial.points, PAIRS
            )
        except (Stopped, ExecutorFull):
            raise
        except BotError as error:
            log.warning("the match of weights %d is broken off: %s", trial.version, error)
            await self._store.execute(weights.break_off(trial.version, str(error), self._now()))
            return
        if found.passed is None:
            await self._store.execute(weights.note_match(trial.version, found.points))
            return
        figures = (found.points, found.elo, found.low, found.high)
        await self._store.execute(*weights.decide(trial.version, *figures, found.passed, self._now()))
        await self.publish()
        log.info(
            "weights %d have %s: %+.0f Elo above weights %d (%+.0f to %+.0f) after %d pairs of games",
            *(trial.version, "passed" if found.passed else "not passed", found.elo, trial.parent),
            *(found.low, found.high, len(found.points)),
        )
