"""Work that one process does for all: begun by whoever leads, ended by whoever does so no more."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import cast

import pytest

from server import leading
from server.bus.bus import Bus
from server.bus.local import Exchange, LocalBus
from server.errors import StoreError
from server.leading import do_once
from server.store.database import Database


class Leader:
    """A database that says who leads, as the test wants it."""

    def __init__(self) -> None:
        self.leads: bool | StoreError = False
        self.asked = asyncio.Event()

    async def lead(self, name: str) -> bool:
        """Answers of the test's choice."""
        assert name == "counting"
        self.asked.set()
        if isinstance(self.leads, StoreError):
            raise self.leads
        return self.leads

    async def ask(self, leads: bool | StoreError) -> None:
        """Answer something, once it was asked for twice: the answer has had its effect."""
        self.leads = leads
        for _ in range(2):
            self.asked.clear()
            await asyncio.wait_for(self.asked.wait(), 60)


class Work:
    """Counts its beginnings and its ends."""

    def __init__(self) -> None:
        self.begun = self.ended = 0
        self.finish = asyncio.Event()
        self.error: Exception | None = None

    async def do(self) -> None:
        """Work until told to finish."""
        self.begun += 1
        try:
            await self.finish.wait()
            if self.error is not None:
                raise self.error
        finally:
            self.ended += 1


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leading, "LOOK_S", 0.001)


def begin(leader: Leader, work: Callable[[], Awaitable[None]]) -> "asyncio.Task[None]":
    bus: Bus = LocalBus(Exchange())
    return asyncio.create_task(do_once(cast(Database, leader), bus, "counting", work))


async def end(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_work_is_done_while_this_process_leads() -> None:
    leader, work = Leader(), Work()
    task = begin(leader, work.do)
    for leads, counts in (
        (False, (0, 0)),
        (True, (1, 0)),
        (True, (1, 0)),
        (False, (1, 1)),
        (True, (2, 1)),
        (StoreError("away"), (2, 2)),
    ):
        await leader.ask(leads)
        assert (work.begun, work.ended) == counts
    await leader.ask(True)
    await end(task)
    assert (work.begun, work.ended) == (3, 3)


async def test_work_that_comes_to_its_end_is_done_once() -> None:
    leader, work = Leader(), Work()
    task = begin(leader, work.do)
    await leader.ask(True)
    work.finish.set()
    await leader.ask(True)
    await leader.ask(True)
    assert (work.begun, work.ended) == (1, 1)
    await end(task)


async def test_an_error_ends_it() -> None:
    leader, work = Leader(), Work()
    task = begin(leader, work.do)
    await leader.ask(True)
    work.error = ValueError("wrong")
    work.finish.set()
    with pytest.raises(ValueError, match="wrong"):
        await asyncio.wait_for(task, 60)


async def test_a_server_alone_asks_nobody() -> None:
    leader, work = Leader(), Work()
    work.finish.set()
    await do_once(cast(Database, leader), None, "counting", work.do)
    assert work.ended == 1
    assert not leader.asked.is_set()
