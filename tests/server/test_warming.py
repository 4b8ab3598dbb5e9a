"""Levels whose engines are compiled: offered when they are ready, and stopped when nobody wants their move."""

import asyncio
import os
import re
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bots import executor as executor_module
from bots import levels
from bots.engine import Limits
from bots.levels import Level
from bots.registry import engine
from tests.bots.engines import COMPILED
from tests.bots.searcher import SEARCHING, SearchingPlayer
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Refusal
from tests.kit.http import get_json


@pytest.fixture
def cold_kernels() -> None:
    """Use the real kernels without a warm cache."""


async def readiness(running: tuple[App, str]) -> dict[int, bool]:
    """Return the readiness of each level as clients see it."""
    told = await get_json(running[1].replace("ws", "http", 1).removesuffix("/ws") + "/api/levels")
    return {level["level"]: level.get("ready", True) for level in told["levels"]}


def offer(level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels, "LEVELS", (*levels.LEVELS, level))


@pytest.fixture
def kernels(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Kernels that are compiled once something is written here, and then need no loading; level 99 waits for them."""
    pipe = tmp_path / "kernels"
    os.mkfifo(pipe)
    monkeypatch.setenv("KERNELS", str(pipe))
    monkeypatch.setattr(executor_module, "WARM", "tests.bots.chores")
    offer(COMPILED, monkeypatch)
    return pipe


async def said(log: pytest.LogCaptureFixture, words: str) -> re.Match[str]:
    """Return the first match in the log."""
    async with asyncio.timeout(60):
        while (found := re.search(words, log.text)) is None:
            await asyncio.sleep(0)
    return found


async def test_people_play_while_kernels_are_compiled_and_strong_levels_follow(
    kernels: Path, running: tuple[App, str], join: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    me = await join()
    assert await readiness(running) == {
        level.number: not engine(level.engine).compiled for level in levels.list_offered()
    }
    with pytest.raises(Refusal) as refusal:
        await me.create(level=99)
    assert refusal.value.code == "level_not_ready"
    assert refusal.value.message["detail"] == {"level": 99}
    room = await me.create(level=1, color="white")
    await me.enter(room)
    await said(caplog, r"preparing the strongest bots: nothing in process \d+, 1 of 1")
    await asyncio.to_thread(kernels.write_text, "done")
    await said(caplog, r"the strongest bots are ready, after [\d.]+ s")
    assert all((await readiness(running)).values())
    room = await me.create(level=99, color="white")
    await me.enter(room)
    assert (await me.event("moved", room))["ply"] == 0


async def test_when_the_compiler_is_killed_all_others_play_on(
    kernels: Path, running: tuple[App, str], join: Connect, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO")
    pid = int((await said(caplog, r"nothing in process (\d+)"))[1])
    os.kill(pid, signal.SIGKILL)
    await said(caplog, r"cannot play until the next start: .*died")
    faults = [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")]
    assert [(fault.name, fault.exc_info) for fault in faults] == [("tengen", None)]
    assert not (await readiness(running))[99]
    me = await join()
    with pytest.raises(Refusal) as refusal:
        await me.create(level=99)
    assert refusal.value.code == "level_not_ready"
    room = await me.create(level=1, color="white")
    await me.enter(room)
    await me.event("moved", room)


@pytest.fixture
def searching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Level 99 searches for a minute."""
    offer(replace(SEARCHING, limits=Limits(time_ms=60_000)), monkeypatch)


@pytest.mark.parametrize("how", ["resign", "abort"])
async def test_a_game_that_ends_stops_its_search_at_once(
    searching: None, running: tuple[App, str], join: Connect, how: str
) -> None:
    app = running[0]
    await app.executor.warm()
    me = await join()
    took = []
    for _ in range(5):
        SearchingPlayer.forget()
        room = await me.create(level=99, color="white")
        assert await asyncio.to_thread(SearchingPlayer.begun.wait, 20)
        sent = time.perf_counter()
        await me.command(how, room=room)
        took.append(await asyncio.to_thread(SearchingPlayer.ended.get, timeout=20) - sent)
    assert min(took) < 0.3, took  # of a minute: tens of milliseconds, and what a busy machine adds
