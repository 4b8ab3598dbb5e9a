"""Operators' commands on the queue of studies, with and without a server that holds the file."""

import asyncio
from pathlib import Path

import pytest

from server.protocol.values import Who
from server.store import audit
from server.store.knowledge import jobs
from server.store.store import Store
from tests.server.store.examples import finished
from tests.server.test_operator import opened, running, tengen

BOT = Who(level=1)
FAILED, WAITING = "game00000001", "game00000002"


@pytest.fixture
async def db(tmp_path: Path) -> Path:
    """A file with a game whose study has failed too often, and one that waits."""
    path = tmp_path / "tengen.db"
    store = await Store.open(path)
    for n, game in enumerate((FAILED, WAITING), start=1):
        serial = await finished(store, game, BOT, BOT, ended_at=n, plies=12, rules="freestyle")
        await jobs.ask(store, serial, None, n)
    for _ in range(jobs.TRIES):
        await jobs.note_failure(store, 1)
    await store.close()
    return path


async def waiting(store: Store) -> list[str]:
    rows = await store.fetch(f"SELECT id FROM jobs JOIN games ON serial = game WHERE failures < {jobs.TRIES}")
    return sorted(row["id"] for row in rows)


async def test_a_study_is_tried_again_or_taken_out(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(tengen, db, "studies") == 0
    assert f"failed   1, tried no more: {FAILED}\n" in capsys.readouterr().out
    assert await asyncio.to_thread(tengen, db, "studies", "retry", FAILED) == 0
    assert await asyncio.to_thread(tengen, db, "studies", "cancel", WAITING) == 0
    async with opened(db) as store:
        assert await waiting(store) == [FAILED]
        acts = [(each.by, each.action, each.data) for each in await audit.list_acts(store, before=None, limit=9)]
    assert acts == [(None, "job_cancel", {"room": WAITING}), (None, "job_retry", {"room": FAILED})]


async def test_the_running_server_goes_on_with_no_study_that_is_taken_out(db: Path) -> None:
    async with running(db) as app:
        queued = asyncio.Event()
        app.store.on_change(queued.set, jobs.QUEUED)
        assert await asyncio.to_thread(tengen, db, "studies", "retry", FAILED) == 0
        assert queued.is_set()
        assert await asyncio.to_thread(tengen, db, "studies", "cancel", FAILED) == 0
        assert app.told == ["study dropped 1"]
        assert await waiting(app.store) == [WAITING]


@pytest.mark.parametrize(
    ("words", "why"), [(("retry", "none00000001"), "is not in the queue"), (("cancel",), "which game's study")]
)
async def test_what_cannot_be_done_is_said(
    db: Path, words: tuple[str, ...], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await asyncio.to_thread(tengen, db, "studies", *words) == 1
    assert why in capsys.readouterr().err
