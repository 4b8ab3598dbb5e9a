"""Changes to the queue of studies for operators: a game is tried again, or taken out."""

from collections.abc import Sequence
from typing import Protocol

from server.errors import Refused
from server.store import jobs, study_queue
from server.store.database import Database
from server.store.notices import Notice
from server.store.sql import Statement

KINDS = ("job_retry", "job_cancel")
"""The notices that `perform` knows."""


class LiveStudies(Protocol):
    """The running server, as far as studies concern it."""

    def study_dropped(self, serial: int) -> None:
        """Go on with no study of a game, by its number in the store."""


async def perform(
    store: Database, notice: Notice, live: LiveStudies | None, now: int, noted: Sequence[Statement] = ()
) -> str:
    """Do what ``notice`` asks; a sentence about it. Refused, with a sentence. ``noted`` is kept with it."""
    job = await study_queue.find_job(store, notice.target)
    if job is None:
        raise Refused(f"game {notice.target} is not in the queue", code="unknown_job")
    if notice.kind == "job_retry":
        await store.execute(study_queue.retry(job, now), *noted)
        store.job_queued.set()
        return f"the study of game {job.game} is tried again"
    await store.execute(*jobs.give_up(job), *noted)
    if live:
        live.study_dropped(job.serial)
    return f"game {job.game} is out of the queue"
