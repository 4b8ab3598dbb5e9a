"""The system's clock is set while people play and between two runs, and the server is frozen: nobody is charged for it.

Two people play through it, and a challenge waits.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic
from typing import Self

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Message, Refusal
from tests.kit.http import get_json
from tests.kit.process import ServerProcess

DAY_MS = 86_400_000
MOVE_MS = 20_000
MOVE = {"kind": "per_move", "move_ms": MOVE_MS}
SHORT = {"kind": "per_move", "move_ms": 3_000}
SLOW = {"kind": "correspondence", "move_ms": DAY_MS}
FROZEN_S = 6.0
SLACK_MS = 3_000
"""So much a busy machine takes beside what is measured here."""


class Town:
    """Two people at a game by correspondence, and at a ``quick`` one or none, one of whom has challenged a third."""

    def __init__(self, folder: Path, *, quick: bool = True) -> None:
        self.games: list[tuple[Message, int]] = [(SLOW, DAY_MS), *([(MOVE, MOVE_MS)] if quick else ())]
        self.rooms: dict[str, int] = {}
        """The time for a move in each."""
        self.clock = folder / "clock"
        self.set(0, 0)
        self.server = ServerProcess(folder / "tengen.db")
        self.server.program = "tests.kit.stepped_server"
        self.server.environment["STEPPED_CLOCK"] = str(self.clock)
        self.faults: list[str] = []
        self.steps = 0
        self.off = self.slept = 0
        self.ply = 0
        self._since = monotonic()

    def set(self, off: int, slept: int) -> None:
        """Set the system's clock, in ms from the true time, and how long the machine has slept, in one write."""
        fresh = self.clock.with_suffix(".new")
        fresh.write_text(f"{off} {slept}")
        fresh.replace(self.clock)
        self.off, self.slept = off, slept

    async def __aenter__(self) -> Self:
        await asyncio.to_thread(self.server.start)
        self._stack = AsyncExitStack()
        self.people = [await self._stack.enter_async_context(Client(self.server.ws)) for _ in range(3)]
        self.rooms = {await self._begin(clock): ms for clock, ms in self.games}
        terms: Message = {"rules": "freestyle", "size": 15, "clock": SLOW}
        self.challenge = (await self.people[0].command("challenge", to=self.people[2].player, **terms))["challenge"]
        await self.play()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()
        self.server.kill()

    async def _begin(self, clock: Message) -> str:
        black, white = self.people[:2]
        room = await black.create(clock=clock)
        await black.enter(room)
        await white.command("sit", room=room)
        await white.enter(room)
        return room

    async def play(self) -> None:
        """A move more in all games, and another; each by a player who has lost no more time than has passed."""
        for _ in range(2):
            mover = self.people[self.ply % 2]
            for room, full in self.rooms.items():
                try:
                    state = await mover.enter(room)
                    left = state["left"][self.ply % 2]
                    if left < full - SLACK_MS - self.passed_ms:
                        self.faults.append(f"{left} of {full} left at ply {self.ply}")
                    await mover.move(room, self.ply, self.ply % 15 * 15 + self.ply // 15 * 2)
                except Refusal as refusal:
                    self.faults.append(f"{refusal.code} at ply {self.ply}")
            self.ply += 1
        self._since = monotonic()

    @property
    def passed_ms(self) -> int:
        """Time that has really passed since the last moves."""
        return int((monotonic() - self._since) * 1000)

    async def go_on(self, restarted: bool = False) -> None:
        """Continue the games after an event."""
        self.steps += 1
        if restarted:
            for person in self.people:
                await person.open()
        else:
            await asyncio.sleep(1.5)  # a beat of the server's own
        await self.play()

    async def finish(self) -> Finding:
        """Whether all is as it should be in the end."""
        for room in self.rooms:
            events = (await get_json(f"{self.server.url}/api/games/{room}"))["events"]
            times = [event["at"] for event in events]
            if times != sorted(times):
                self.faults.append("times within a game run backward")
            self.faults += [f"ended by {event['reason']}" for event in events if event["k"] == "ended"]
        try:
            await self.people[2].command("decline_challenge", challenge=self.challenge, reason="later")
        except Refusal as refusal:
            self.faults.append(f"the challenge: {refusal.code}")
        return Finding(
            not self.faults, {"steps": self.steps, "plies": self.ply, "faults": "; ".join(self.faults) or "none"}
        )

    async def restart(self, off: int) -> None:
        """Kill it, set the clock, and start it again."""
        self.server.kill()
        self.set(off, self.slept)
        await asyncio.to_thread(self.server.start)
        await self.go_on(restarted=True)


async def _step(folder: Path) -> Finding:
    """Put forward and back while it runs, for good and for a moment, and between two runs."""
    async with Town(folder) as town:
        for off in (3 * DAY_MS, -3 * DAY_MS, 30 * DAY_MS):
            town.set(off, 0)
            await town.go_on()
        for off in (-DAY_MS, 20 * DAY_MS):
            await town.restart(off)
        return await town.finish()


async def _sleep(folder: Path) -> Finding:
    """The machine sleeps for days, twice, and the server is killed in between."""
    async with Town(folder, quick=False) as town:
        town.set(0, 3 * DAY_MS)
        await town.go_on()
        await town.restart(0)
        town.set(0, 40 * DAY_MS)
        await town.go_on()
        await town.go_on()  # by now it has made up for that
        return await town.finish()


async def _freeze(folder: Path) -> Finding:
    """Frozen for longer than a move may take; whoever is to move does so 1.5 s into the turn, while it is frozen."""
    async with Town(folder) as town:
        black, white = town.people[:2]
        room = await black.create(clock=SHORT)
        await black.enter(room)
        await white.command("sit", room=room)
        await white.enter(room)
        for ply in range(3):
            await (black, white)[ply % 2].move(room, ply, ply)
        os.kill(town.server.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(1.5)
            await white.send(t="move", id="frozen", room=room, ply=3, point=30)
            await asyncio.sleep(FROZEN_S - 1.5)
        finally:
            os.kill(town.server.pid, signal.SIGCONT)
        answer = await white.wait(lambda m: m.get("id") == "frozen")
        state = await white.enter(room)
        if answer["t"] != "ack" or "result" in state:
            return Finding(False, {"move": answer.get("code", "acknowledged"), "result": str(state.get("result"))})
        event = await white.event("moved", room)
        while event["ply"] < 3:
            event = await white.event("moved", room)
        if event["think_ms"] > 2_000:
            town.faults.append(f"charged {event['think_ms']} ms")
        await black.command("resign", room=room)
        await town.go_on()
        return await town.finish()


def _attack(name: str, aim: str, run: Callable[[Path], Awaitable[Finding]]) -> Attack:
    return Attack(f"time-{name}", f"{aim}: no flag falls, no challenge is dropped, times do not run backward", run)


ATTACKS = (
    _attack("steps", "the system clock is set forward and back, while it runs and between two runs", _step),
    _attack("sleep", "the machine sleeps for days", _sleep),
    _attack("freeze", f"the process is stopped for {FROZEN_S:g} s while people play", _freeze),
)
