"""Do bots slow people down? ``python -m tests.benchmarks.bots [--json]``.

So many games against bots on one server, of all the levels named, and people in them who move at a given rate: how long
until a person's move is acknowledged, beside the same number of rooms and the same rate with people only.
"""

import argparse
import asyncio
import json
import random
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from tests.benchmarks.load import FrameClient
from tests.benchmarks.pairs import greet, seat_tengen
from tests.benchmarks.relay import OPEN_DOORS, cpu_s, fsync_p99_ms, paced, percentile
from tests.kit.process import ServerProcess

SIZE = 15


@dataclass(eq=False)
class Person:
    """One person who plays one game after the other against a bot, at random near the middle."""

    level: int
    rng: random.Random
    client: FrameClient | None = None
    room: str = ""
    free: set[int] = field(default_factory=set)
    ply: int = 0
    my_turn: bool = False
    sent_at: float = 0.0
    latencies: list[float] = field(default_factory=list)
    answers: int = 0
    games: int = 0

    async def sit_down(self, port: int) -> None:
        """Come in and begin the first game."""
        self.client = await greet(port, self.heard)
        self.begin()

    def begin(self) -> None:
        """Ask for a game; it goes on in `heard`."""
        self.my_turn = False
        self.games += 1
        self._send(
            t="create", id=f"g{self.games}", rules="freestyle", size=SIZE, clock={"kind": "none"}, level=self.level,
            color="black", visibility="link",
        )  # fmt: skip

    def move(self) -> None:
        """Play some free point, if it is our turn."""
        if not self.my_turn:
            return
        self.my_turn = False
        point = min(self.rng.sample(sorted(self.free), 4), key=_from_centre)
        self.sent_at = perf_counter()
        self._send(t="move", id=f"g{self.games}m{self.ply}", room=self.room, ply=self.ply, point=point)

    def heard(self, text: bytes) -> None:
        """Everything that the server says."""
        message = json.loads(text)
        match message["t"]:
            case "ack" if "v" not in message:
                self.room, self.ply, self.free = message["room"], 0, set(range(SIZE * SIZE))
                self._send(t="enter", room=self.room)
            case "ack":
                self.latencies.append(perf_counter() - self.sent_at)
            case "room":
                self.my_turn = True
            case "events":
                for event in message["events"]:
                    self._happened(event)
            case "error":
                raise ConnectionError(text.decode())

    def _happened(self, event: dict[str, int | str]) -> None:
        if event["k"] == "moved":
            self.ply += 1
            self.free.discard(int(event["point"]))
            self.answers += event["seat"] == 1
            self.my_turn = event["seat"] == 1
        elif event["k"] == "ended":
            self._send(t="leave", room=self.room)
            self.begin()

    def _send(self, **message: object) -> None:
        assert self.client is not None
        self.client.send(json.dumps(message).encode())


def _from_centre(point: int) -> int:
    return abs(point % SIZE - SIZE // 2) + abs(point // SIZE - SIZE // 2)


async def against_bots(port: int, options: argparse.Namespace) -> tuple[list[float], float]:
    """Latencies of people's moves in ms, and bots' answers a second."""
    levels = [int(level) for level in options.levels.split(",")]
    people = [Person(levels[n % len(levels)], random.Random(n)) for n in range(options.games)]
    for person in people:
        await person.sit_down(port)
    began, sent = perf_counter(), 0
    while (now := perf_counter() - began) < options.seconds:
        while sent < now * options.rate:
            people[sent % len(people)].move()
            sent += 1
        await asyncio.sleep(0.001)
    answers = sum(person.answers for person in people) / options.seconds
    return [latency * 1000 for person in people for latency in person.latencies], answers


async def against_people(port: int, options: argparse.Namespace) -> list[float]:
    """Latencies of the same number of moves where nobody computes, in ms."""
    pairs = [await seat_tengen(port) for _ in range(options.games)]
    await paced(pairs, options.rate, options.seconds)
    return [latency * 1000 for pair in pairs for latency in pair.latencies]


async def compare(options: argparse.Namespace) -> dict[str, float]:
    """Each on a server of its own, one after the other."""
    doors: dict[str, str | int] = {**OPEN_DOORS, "bot_pause_ms": 0, "bot_queue": 1000}
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        fsync = fsync_p99_ms(folder)
        alone = ServerProcess(folder / "people.db", **doors).start()
        people = await against_people(alone.port, options)
        alone.stop()
        server = ServerProcess(folder / "bots.db", **doors).start()
        cpu = cpu_s(server.pid)
        bots, answers = await against_bots(server.port, options)
        cpu = cpu_s(server.pid) - cpu
        server.stop()
    return {
        "games": options.games,
        "rate": options.rate,
        "moves": len(bots),
        "answers_per_s": answers,
        "server_cores": cpu / options.seconds,
        "p50_ms": percentile(bots, 50),
        "p99_ms": percentile(bots, 99),
        "p50_ms_without_bots": percentile(people, 50),
        "p99_ms_without_bots": percentile(people, 99),
        "fsync_p99_ms": fsync,
    }


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.bots", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--levels", default="1,2,3,4,5,6")
    parser.add_argument("--rate", type=float, default=100.0, help="people's moves a second, over all games")
    parser.add_argument("--seconds", type=float, default=15.0)
    parser.add_argument("--folder", type=Path, default=None, help="where the database lies")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    result = asyncio.run(compare(options))
    print(f"{result['games']} games, {result['rate']:g} moves a second by people, levels {options.levels}")
    print(f"{'':<34}{'people only':>12}{'with bots':>12}")
    for share in ("p50", "p99"):
        print(f"{share + ' of a move, ms':<34}{result[share + '_ms_without_bots']:12.2f}{result[share + '_ms']:12.2f}")
    print(f"{'bots answers a second':<46}{result['answers_per_s']:12.1f}")
    print(f"{'server process, cores busy':<46}{result['server_cores']:12.2f}")
    print(f"{'p99 of a 4 KiB fsync here, ms':<46}{result['fsync_p99_ms']:12.2f}")
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
