from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.rooms.policy import Policy
from tests.server.rooms.house import House, Time, open_house


@pytest.fixture
async def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    return Time(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tengen.db"


@pytest.fixture
async def house(path: Path, time: Time) -> AsyncIterator[House]:
    async with open_house(
        path, time, policy=Policy(rooms_per_player=3, bot_games_per_player=2, bot_pause_ms=0)
    ) as opened:
        yield opened
