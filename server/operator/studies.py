"""Acts upon the queue of studies: try a game again, take it out."""

from server.errors import Refused
from server.moderation.act import ActCommand, Doing, StaffAct
from server.moderation.roles import JUDGES
from server.store.knowledge import jobs, studies
from server.store.knowledge.jobs import Job


async def _require_job(doing: Doing) -> Job:
    job = await studies.find_job(doing.store, doing.target)
    if job is None:
        raise Refused(f"game {doing.target} is not in the queue", code="unknown_job")
    return job


async def _retry(doing: Doing) -> str:
    job = await _require_job(doing)
    await doing.store.execute(studies.retry(job, doing.now), *doing.noted)
    return f"the study of game {job.game} is tried again"


async def _cancel(doing: Doing) -> str:
    job = await _require_job(doing)
    await doing.store.execute(*jobs.give_up(job), *doing.noted)
    if doing.live:
        doing.live.study_dropped(job.serial)
    return f"game {job.game} is out of the queue"


ACTS = (
    StaffAct(
        name="job_retry",
        perform=_retry,
        roles=JUDGES,
        target="game",
        command=ActCommand("studies", "retry", "try the study of a game again"),
    ),
    StaffAct(
        name="job_cancel",
        perform=_cancel,
        roles=JUDGES,
        target="game",
        decides_game=True,
        command=ActCommand("studies", "cancel", "take a game out of the queue"),
    ),
)
