"""The server on each event loop that it may run on."""

from pathlib import Path

import pytest

from tests.kit.client import Client
from tests.kit.process import ColdServer


@pytest.mark.parametrize("installed", [True, False])
async def test_a_person_plays_a_bot_on_either_loop(tmp_path: Path, installed: bool) -> None:
    """Level 2 chooses in a process of its own, which the loop starts and talks to."""
    server = ColdServer(tmp_path / "tengen.db", bot_pause_ms=0, log_level="debug")
    if not installed:
        (tmp_path / "uvloop.py").write_text("raise ImportError")
        server.environment["PYTHONPATH"] = str(tmp_path)
    server.start()
    try:
        async with Client(server.ws) as ada:
            room = await ada.create(level=2)
            await ada.enter(room)
            await ada.move(room, 0, 112)
            assert [(await ada.event("moved", room))["ply"] for _ in range(2)] == [0, 1]
    finally:
        assert server.stop() == 0
    assert ("the event loop is uvloop's" in server.log()) == installed
    assert server.complaints() == []
