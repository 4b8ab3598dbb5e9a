"""People against bots, many at once: who move as soon as they may, and what that costs the server."""

import asyncio
import random
from collections.abc import Iterable
from pathlib import Path
from time import perf_counter

from websockets.exceptions import ConnectionClosed

from tests.kit.client import Client, Message, Refusal
from tests.kit.process import ServerProcess

SIZE = 15
MIB = 1024


class Opponent:
    """A guest at ``source`` with so many games against bots of one level, who answers each bot at once, at random.

    With ``again`` another game follows one that is over.
    ``answers`` holds the seconds that each answer of a bot took, ``refused`` the codes of games that were not begun.
    """

    def __init__(self, url: str, source: str, level: int, games: int, seed: int, *, again: bool = False) -> None:
        self.client = Client(url, source=source)
        self.answers: list[float] = []
        self.refused: list[str] = []
        self._level = level
        self._again = again
        self._games = games
        self._chance = random.Random(seed)
        self._boards: dict[str, tuple[set[int], int, float]] = {}  # free points, next ply, when the last stone was sent
        self._number = 0

    @property
    def rooms(self) -> list[str]:
        """The games that go on, as far as is known."""
        return list(self._boards)

    @property
    def waits(self) -> list[float]:
        """Since how many seconds answers have been waited for."""
        return [perf_counter() - sent for _, ply, sent in self._boards.values() if ply % 2]

    async def sit_down(self) -> None:
        """Come in and begin the games."""
        await self.client.open()
        for _ in range(self._games):
            await self._begin()

    async def _begin(self) -> None:
        try:
            room = await self.client.create(level=self._level, visibility="link")
        except Refusal as refusal:
            self.refused.append(refusal.code)
        else:
            self._boards[room] = set(range(SIZE * SIZE)), 0, 0.0
            await self.client.send(t="enter", room=room)

    async def come_back(self) -> None:
        """Connect again, as after a restart."""
        await self.client.open()
        for room in self._boards:
            await self.client.send(t="enter", room=room)

    async def play(self) -> None:
        """Answer whatever comes, until the connection ends or this is cancelled."""
        try:
            while True:
                message = await self.client.wait(lambda message: message["t"] in ("room", "events", "ack", "error"))
                if message.get("room") in self._boards:
                    await self._heard(message["room"], message)
        except (ConnectionClosed, TimeoutError):
            pass

    async def _heard(self, room: str, message: Message) -> None:
        free, ply, sent = self._boards[room]
        if message["t"] == "room":
            free.difference_update(stone["point"] for stone in message["moves"])
            ply = len(message["moves"])
        for event in message.get("events", ()):
            if event["k"] == "moved" and event["ply"] == ply:
                free.discard(event["point"])
                ply += 1
                if event["seat"] == 1:
                    self.answers.append(perf_counter() - sent)
            elif event["k"] == "ended":
                del self._boards[room]
                if self._again:
                    await self._begin()
                return
        mine = ply % 2 == 0 and message["t"] in ("room", "events") and message.get("events") != []
        if mine:
            sent = perf_counter()
            self._number += 1
            await self.client.send(
                t="move", id=f"m{self._number}", room=room, ply=ply,
                point=min(self._chance.sample(sorted(free), min(4, len(free))), key=_from_centre),
            )  # fmt: skip
        self._boards[room] = free, ply, sent


def _from_centre(point: int) -> int:
    return abs(point % SIZE - SIZE // 2) + abs(point // SIZE - SIZE // 2)


def resident_mib(server: ServerProcess) -> float:
    """Memory of the server and all its processes: what each has for itself, and once what comes from files, which is
    the compiler's libraries and the same in all of them. Linux only.
    """
    own, files = 0, 0
    for pid in (server.pid, *server.descendants()):
        try:
            status = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())
        except OSError:  # it has just ended
            continue
        own += sum(int(status[kind].split()[0]) for kind in ("RssAnon", "RssShmem") if kind in status)
        files = max(files, int(status.get("RssFile", "0").split()[0]))
    return (own + files) / MIB


async def seated(people: Iterable[Opponent]) -> list["asyncio.Task[None]"]:
    """All of them sit down; the tasks in which they play."""
    tasks = []
    for person in people:
        await person.sit_down()
        tasks.append(asyncio.create_task(person.play()))
    return tasks


async def gone(people: Iterable[Opponent], tasks: list["asyncio.Task[None]"]) -> None:
    """All of them are gone without a word."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(person.client.drop() for person in people))
