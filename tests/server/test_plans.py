"""Plans on real servers: an answer is on the disk exactly when the move that it answers is, and outlives a kill. On two
servers a plan that is acknowledged is followed, and one that is taken back is not.
"""

import asyncio
import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gomoku.plan import AnswerPlan
from server.config import Config
from server.store.database import Database
from server.store.games import correspondence
from tests.kit.client import Client, Refusal
from tests.kit.installation import Installation, open_installation
from tests.kit.process import ServerProcess

DAYS = {"kind": "correspondence", "move_ms": 3 * 86_400_000}
PAIRS = [(2 * (n % 7) + 30 * (n // 7), 2 * (n % 7) + 30 * (n // 7) + 1) for n in range(40)]
"""White's moves and black's answers, side by side: nobody gets five in a row."""
FIRST = 224
HEARD = 3


async def test_a_plan_and_its_answers_outlive_a_kill(server_process: ServerProcess) -> None:
    server = server_process.start()
    black, white = await Client(server.ws).open(), await Client(server.ws).open()
    room = await black.create(color="black", clock=DAYS, visibility="link")
    await white.command("sit", room=room)
    await black.move(room, 0, FIRST)
    branches = [[number, *pair] for number, pair in enumerate(PAIRS)]
    await black.command("plan", room=room, ply=1, branches=branches)

    white.send_at_once(
        *(
            {"t": "move", "id": f"w{n}", "room": room, "ply": 1 + 2 * n, "point": when}
            for n, (when, _) in enumerate(PAIRS)
        )
    )
    await white.wait(lambda message: message["t"] == "ack" and message["id"] == f"w{HEARD - 1}")
    await asyncio.to_thread(server.kill)
    await black.wait_closed()
    await white.wait_closed()

    server.start()
    await white.open()
    moves = [stone["point"] for stone in (await white.enter(room))["moves"]]
    done, odd = divmod(len(moves) - 1, 2)
    assert not odd  # no move of white's is without its answer
    assert done >= HEARD
    assert moves == [FIRST, *(point for pair in PAIRS[:done] for point in pair)]
    await black.open()
    await black.send(t="read_plan", id="r", room=room)
    told = await black.wait(lambda message: message["t"] == "plan")
    assert told["branches"] == [[number, *pair] for number, pair in enumerate(PAIRS[done:])]
    if done < len(PAIRS):
        when, answer = PAIRS[done]
        await white.move(room, 1 + 2 * done, when)
        for point, conditional in ((when, None), (answer, True)):
            moved = await white.event("moved", room)
            assert (moved["point"], moved.get("conditional")) == (point, conditional)
    await black.close()
    await white.close()


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def begin(two: Installation) -> tuple[Client, Client, str]:
    """A game of two who look at it from different servers."""
    black, white = await two.connect(0), await two.connect(1)
    room = await black.create(color="black", clock=DAYS)
    await black.enter(room)
    await white.command("sit", room=room)
    await white.enter(room)
    await black.event("seated")
    return black, white, room


@pytest.mark.parametrize("ply", [0, 1])
async def test_a_plan_is_for_the_last_move_also_where_the_bus_has_lost_it(two: Installation, ply: int) -> None:
    black, white, room = await begin(two)
    two.cut(0)
    await black.move(room, 0, 112)
    if ply == 0:
        with pytest.raises(Refusal, match="wrong_ply"):
            await white.command("plan", room=room, ply=0, branches=[[0, 112, 113]])
    else:
        await white.command("plan", room=room, ply=1, first=113, branches=[[0, 114, 115]])


@pytest.mark.parametrize("planned", [True, False])
async def test_a_move_follows_the_plan_of_its_moment(
    two: Installation, monkeypatch: pytest.MonkeyPatch, planned: bool
) -> None:
    black, white, room = await begin(two)
    plan: dict[str, Any] = {"room": room, "ply": 0, "branches": [[0, 112, 113]]}
    before, after = plan | {"branches": []}, plan
    if not planned:
        before, after = after, before
    await white.command("plan", **before)
    late = [after]

    async def read(db: Database, serial: int) -> list[AnswerPlan | None]:
        found = await read_plans(db, serial)
        if late:  # another server keeps another plan now, before the move is kept
            await white.command("plan", **late.pop())
        return found

    read_plans = correspondence.read_plans
    monkeypatch.setattr(correspondence, "read_plans", read)
    await black.move(room, 0, 112)
    moves = [stone["point"] for stone in (await black.enter(room))["moves"]]
    assert moves == ([112, 113] if planned else [112])
