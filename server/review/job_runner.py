"""Studies one game, or rechecks or checks what its study names, and stores the result."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from msgspec.structs import replace

from bots.executor import Executor
from bots.learning.proofs.proven_positions import Row
from bots.learning.study.check import find_question, settle, with_answer, with_check
from bots.learning.study.effort import ASKING, CHECKING, find_unasked, recheck_nodes
from bots.learning.study.findings import Check, Study, without_opening
from bots.learning.study.statements import read_looked, with_looked, without
from server.learning.first_stones import count_laid
from server.protocol.api import GameHistory
from server.review import study_process
from server.review.revising import revise
from server.review.study_process import MovesChecked, PositionScored, StudyOutcome
from server.signals import LessonFound, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.knowledge import lesson_notices, lessons, proofs, puzzles, studies
from server.store.knowledge.jobs import Job
from server.store.knowledge.studies import StoredStudy
from server.store.sql import Statement

STUDY = study_process.study
ASK = study_process.recheck
CHECK = study_process.check

Around = set[tuple[str, int, int]]
"""Rules, size and key of newly proven positions and of those a move before them."""
Told = Callable[[Any], None]
Conclude = Callable[[Job, GameHistory, Study, int], Awaitable[list[Statement]]]
"""Returns what is stored with a study of a job, at a time in ms."""
"""Called with the finished steps and their total."""


class JobRunner:
    """Does the work of a job in the background process; ``conclude`` lists what to store beside a study. ``nodes``
    limits each search of a study, ``check_nodes`` each of its check; with 0 there is none. ``now`` returns the time in
    ms. Emits `LessonFound` for a lesson that its check has changed.
    """

    def __init__(
        self,
        store: Database,
        executor: Executor,
        now: Now,
        nodes: int,
        check_nodes: int,
        conclude: Conclude,
        signals: Signals,
    ) -> None:
        self._store = store
        self._executor = executor
        self._now = now
        self._nodes = nodes
        self._check_nodes = check_nodes
        self._conclude = conclude
        self._signals = signals

    async def do(self, job: Job, history: GameHistory, told: Told) -> Around:
        """Study, recheck or check the finished game of a job, and store the result together with the end of the job.

        Return what was proven.
        """
        stored = await studies.find_study(self._store, job.serial)
        if job.effort not in (ASKING, CHECKING):
            return await self._study(job, history, stored, told)
        if stored is not None and job.effort == ASKING:
            return await self._ask_about(job, history, stored, told)
        if stored is not None:
            return await self._check(job, history, stored, told)
        return await self._study(replace(job, effort=1), history, stored, told)  # of another version

    async def _study(self, job: Job, history: GameHistory, stored: StoredStudy | None, told: Told) -> Around:
        """Study a game and store the result, with the still valid parts of the stored study."""
        game, result = history.game, history.game.result
        assert result is not None
        found: StudyOutcome[Study] = await self._executor.run(
            STUDY,
            *(game.rules, game.size, [move.point for move in history.moves], result.winner, result.reason),
            *(self._nodes, job.effort, self._store.address),
            progress=told,
        )
        laid, points = count_laid(history), [move.point for move in history.moves]
        study = without_opening(found.study, laid)
        if stored is not None:
            looked = with_looked(study, read_looked(stored.study))
            study = settle(with_check(looked, stored.study), points, laid)
        if self._check_nodes == 0:  # what would wait for a check waits for nothing
            study = settle(replace(study, check=Check(0)), points, laid)
        study = await revise(self._store, study, game.rules, game.size, points)
        more = await self._conclude(job, history, study, self._now())
        known = await self._list_known(found.proven)
        standing = proofs.keep_positions(job.serial, game.rules, game.size, found.positions)
        again = proofs.queue_concerned(found.around, job.serial, self._now())
        lesson = lessons.keep(job.serial, study, self._now())
        await studies.keep(self._store, job, study, self._now(), lesson, *more, *known, *standing, *again)
        return found.around | _list_around_entry(study, game.rules, game.size, found.positions)

    async def _ask_about(self, job: Job, history: GameHistory, stored: StoredStudy, told: Told) -> Around:
        """Recheck the moves that a study names. Moves that are now proven to lose are removed, and the game is queued
        for another study.
        """
        game, nodes, named = history.game, recheck_nodes(stored.study), find_unasked(stored.study)
        moves = [move.point for move in history.moves]
        found: MovesChecked = await self._executor.run(
            ASK,
            *(game.rules, game.size, moves, named),
            *(nodes, self._store.address),
            progress=told,
        )
        study = without(with_looked(stored.study, dict.fromkeys(found.withstood, nodes)), {*named} - {*found.withstood})
        study = await revise(self._store, study, game.rules, game.size, moves)
        lesson = lessons.keep(job.serial, study, self._now())
        known = await self._list_known(found.proven)
        again = proofs.queue_concerned(found.around, None, self._now())
        await studies.keep(self._store, replace(job, effort=stored.effort), study, self._now(), lesson, *known, *again)
        return found.around

    async def _check(self, job: Job, history: GameHistory, stored: StoredStudy, told: Told) -> Around:
        """Have the strongest search look at what a study names, and store the study after every answer, so that a check
        that gives way goes on from there.
        """
        game, laid, moves = history.game, count_laid(history), [move.point for move in history.moves]
        study = replace(stored.study, check=stored.study.check or Check(self._check_nodes))
        study = settle(study, moves, laid)
        proven, around = list[Row](), set[tuple[str, int, int]]()
        while (question := find_question(study, moves, laid)) is not None:
            assert study.check is not None
            found: PositionScored = await self._executor.run(
                CHECK,
                *(game.rules, game.size, moves, question),
                *(study.check.nodes, recheck_nodes(study), self._store.address),
                progress=told,
            )
            study = settle(with_answer(study, found.answer), moves, laid)
            proven += found.proven
            around |= found.around
            await self._store.execute(studies.update(job.serial, study))
        study = await revise(self._store, study, game.rules, game.size, moves)
        more = await self._conclude(job, history, study, self._now())
        lesson = lessons.keep(job.serial, study, self._now())
        known = await self._list_known(proven)
        again = proofs.queue_concerned(around, None, self._now())
        news = await self._list_news(job, history, study)
        studied = replace(job, effort=stored.effort)
        await studies.keep(self._store, studied, study, self._now(), lesson, *more, *known, *again, *news)
        if news:
            for player in await lesson_notices.list_told(self._store, job.serial):
                self._signals.emit(LessonFound(player, job.game))
        return around

    async def _list_news(self, job: Job, history: GameHistory, study: Study) -> list[Statement]:
        """List the statements that tell the players of a recent game what its first check has changed."""
        now, kept = self._now(), await lessons.find_lesson(self._store, job.serial)
        old = (history.game.ended_at or 0) < now - lesson_notices.KEPT_MS
        if old or kept is None or study.check is None or study.check.again or not lessons.says_more(study, kept):
            return []
        return lesson_notices.put_for(history, job.serial, now)

    async def _list_known(self, proven: Sequence[Row]) -> list[Statement]:
        """List the statements that store new proofs and their consequences."""
        known = proofs.keep(proven, self._now())
        known += [(proofs.REVISED, ())] if known else []
        return known + await asyncio.to_thread(puzzles.withdraw_refuted, proven)


def _list_around_entry(study: Study, rules: str, size: int, positions: Sequence[int]) -> Around:
    """Return the position from which a lesson has a proven win, by the keys of a game's ``positions``, and the one
    before it: the proof may be too large to be stored."""
    entry = 0 if study.lesson is None else study.lesson.entry
    return {(rules, size, key) for key in positions[entry - 1 : entry + 1]} if entry > 0 else set()
