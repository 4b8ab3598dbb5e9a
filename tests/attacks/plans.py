"""Guests of one address keep the largest plans that there may be, over and over: do others' moves wait for that?"""

import asyncio
import sqlite3
from collections import Counter
from contextlib import AsyncExitStack, closing
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from gomoku.plan import MOST_BRANCHES
from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

PLANNERS = 16
SECONDS = 12.0
SIZE = 20
DAYS = {"kind": "correspondence", "move_ms": 3 * 86_400_000}
EXPECTED = {"flood", "bad_plan"}
MEDIAN_S, MOST_S = 0.1, 1.0
MOST_MIB = 24.0
"""Permitted growth of the file: a plan replaces the one before."""

Branches = list[list[int]]


def _in_pairs(color: int) -> list[int]:
    """Points in pairs like bricks, of which no five lie in a row."""
    return [y * SIZE + x for y in range(SIZE) for x in range(SIZE) if (x // 2 + y) % 2 == color]


def _two_lines() -> Branches:
    """Two long lines in turn: to check each branch the stones of one are taken up, and the other's laid."""
    answers, whens = _in_pairs(0)[1:], _in_pairs(1)
    lines = list(zip(whens, answers, strict=False)), list(zip(whens[::-1], answers[::-1], strict=False))
    return [[max(0, number - 1), *lines[number % 2][number // 2]] for number in range(MOST_BRANCHES)]


PLAN = _two_lines()
LAST_IS_BAD = [*PLAN[:-1], [PLAN[-1][0], *PLAN[-3][1:]]]
"""Refused, when all but the last is checked."""


async def _sit_down(planner: Client, other: Client) -> str:
    """A game by correspondence of the two, in which the other is to move."""
    room = await planner.create(size=SIZE, color="black", clock=DAYS, visibility="link")
    await other.command("sit", room=room)
    await planner.move(room, 0, _in_pairs(0)[0])
    return room


async def _keep_plans(planner: Client, room: str, until: float) -> Counter[str]:
    """How often what came of a plan; Refusal for what no limit explains."""
    came = Counter[str]()
    while perf_counter() < until:
        branches = LAST_IS_BAD if came.total() % 4 == 3 else PLAN
        try:
            await planner.command("plan", room=room, ply=1, branches=branches)
            came["kept"] += 1
        except Refusal as refusal:
            if refusal.code not in EXPECTED:
                raise
            came[refusal.code] += 1
            if refusal.code == "flood":
                await asyncio.sleep(0.4)  # the attacker's patience
    return came


async def _play(black: Client, white: Client, until: float) -> list[float]:
    """How long each move of a game of others took to be acknowledged."""
    points = list(zip(_in_pairs(0), _in_pairs(1), strict=False))
    taken: list[float] = []
    while perf_counter() < until:
        room = await black.create(size=SIZE, color="black", visibility="link")
        await white.command("sit", room=room)
        for number, pair in enumerate(points):
            for ply, (who, point) in enumerate(zip((black, white), pair, strict=True), 2 * number):
                began = perf_counter()
                await who.move(room, ply, point)
                taken.append(perf_counter() - began)
                await asyncio.sleep(0.05)  # no faster than two may send
            if perf_counter() > until:
                break
        await black.command("resign", room=room)
    return taken


async def _attack(folder: Path) -> Finding:
    db = folder / "tengen.db"
    server = ServerProcess(db).start()
    try:
        async with AsyncExitStack() as stack:
            planners = [await stack.enter_async_context(Client(server.ws, source="127.0.0.1")) for _ in range(PLANNERS)]
            other, black, white = [
                await stack.enter_async_context(Client(server.ws, source=f"127.0.0.{n}")) for n in (2, 3, 4)
            ]
            rooms = [await _sit_down(planner, other) for planner in planners]
            before = sum(file.stat().st_size for file in folder.iterdir() if file.is_file())
            until = perf_counter() + SECONDS
            playing = asyncio.create_task(_play(black, white, until))
            came = await asyncio.gather(
                *(_keep_plans(planner, room, until) for planner, room in zip(planners, rooms, strict=True))
            )
            taken = await playing
            grown = (sum(file.stat().st_size for file in folder.iterdir() if file.is_file()) - before) / (1 << 20)
            _, when, answer = PLAN[0]
            await other.move(rooms[0], 1, when)
            lies = (await other.enter(rooms[0]))["moves"]  # the planners have no messages left
            followed = [each["point"] for each in lies[1:]] == [when, answer]
    finally:
        server.stop()
    with closing(sqlite3.connect(db)) as file:
        ((rows,),) = file.execute("SELECT count(*) FROM plans")
    total = sum(came, Counter[str]())
    figures: dict[str, float | int | str] = {
        **{name: total[name] for name in ("kept", *sorted(EXPECTED))},
        "rows": rows,
        "moves": len(taken),
        "move_ms_p50": round(1000 * median(taken), 1),
        "move_ms_p95": round(1000 * quantiles(taken, n=20)[-1], 1),
        "move_ms_max": round(1000 * max(taken), 1),
        "grown_mib": round(grown, 1),
    }
    in_time = median(taken) < MEDIAN_S and quantiles(taken, n=20)[-1] < MOST_S
    some = total["kept"] > PLANNERS and total["bad_plan"] > 0
    return Finding(in_time and some and followed and rows <= PLANNERS and grown < MOST_MIB, figures)


ATTACK = Attack(
    "plans", f"others' moves are acknowledged within {MEDIAN_S * 1000:g} ms at the median while plans come", _attack
)
