"""Memory of a server and its processes: ``python -m tests.benchmarks.memory [--json]``.

One server with a new database, in four phases: at rest once it has settled; with a few games against searching bots;
with a class of people against bots of all levels; at rest again. The figures are proportional set sizes in MiB: of a
page that several processes share, each counts its part (Linux only). The first and last phase give what is left at the
end, the others the moment at which all processes together took most.

``first_answer_s`` is how long the strongest bot takes for its first answer after the rest, and ``first_hint_s`` how
long a hint takes then. With ``--limit`` the server runs in a control group with so many MiB, which needs root and
control groups of version 1; ``killed`` then counts the processes that the kernel has killed for memory.
"""

import argparse
import asyncio
import json
import os
import random
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.benchmarks.bots import Person
from tests.benchmarks.relay import OPEN_DOORS, cpu_s
from tests.kit.process import ServerProcess

GROUPS = Path("/sys/fs/cgroup/memory")
TICK_S = 0.5
PATIENCE_S = 60.0
QUIET = 0.02
"""Share of a core below which the processes rest."""

Figures = dict[str, float]


def name_of(pid: int) -> str:
    """Return the name of one of the server's processes: its place among the workers, or the program's."""
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    if "bots.workers.child" in words:
        return words[words.index("bots.workers.child") + 4] or "child"
    return "server" if "serve" in words else Path(words[0]).name


def pss_mib(pid: int) -> float:
    """Return the proportional set size of a process."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


def measure(server: ServerProcess) -> Figures:
    """Return the memory of all processes together, and of those of each name."""
    found: Figures = defaultdict(float)
    for pid in (server.pid, *server.descendants()):
        with suppress(OSError):  # it has just ended
            found[name_of(pid)] += pss_mib(pid)
    return {"all": sum(found.values()), **found}


async def settle(server: ServerProcess, least_s: float, most_s: float) -> Figures:
    """Wait until no process computes and none has come or gone for some seconds; return what they take."""
    began = perf_counter()
    before: dict[int, float] = {}
    quiet = 0
    while (passed := perf_counter() - began) < most_s and (passed < least_s or quiet < 5):
        await asyncio.sleep(1)
        now: dict[int, float] = {}
        for pid in (server.pid, *server.descendants()):
            with suppress(OSError):
                now[pid] = cpu_s(pid)
        quiet = quiet + 1 if now.keys() == before.keys() and sum(now.values()) - sum(before.values()) < QUIET else 0
        before = now
    return measure(server)


async def play(server: ServerProcess, levels: list[int], pause_s: float, seconds: float) -> tuple[Figures, int]:
    """Play a game of each level, each person moving so long after the bot; return the peak and the bots' answers."""
    people = [Person(level, random.Random(n)) for n, level in enumerate(levels)]
    for person in people:
        await person.sit_down(server.port)
    peak: Figures = {"all": 0.0}
    began = perf_counter()
    due = [began + pause_s * n / len(people) for n in range(len(people))]
    while (now := perf_counter()) - began < seconds:
        for n, person in enumerate(people):
            if person.my_turn and now >= due[n]:
                person.move()
                due[n] = now + pause_s
        found = measure(server)
        peak = max(peak, found, key=lambda each: each["all"])
        await asyncio.sleep(TICK_S)
    for person in people:
        assert person.client is not None
        person.client.close()
    return peak, sum(person.answers for person in people)


async def first_answer_s(server: ServerProcess, level: int) -> float:
    """Return the seconds from a person's first move to the bot's."""
    person = Person(level, random.Random(0))
    await person.sit_down(server.port)
    assert person.client is not None
    while not person.my_turn:
        await asyncio.sleep(0.005)
    began = perf_counter()
    person.move()
    while not person.answers:
        await asyncio.sleep(0.005)
    took = perf_counter() - began
    person.client.close()
    return took


class HintAsker(Person):
    """Somebody who plays a stone, and asks for a hint after the answer."""

    hinted = False

    def heard(self, text: bytes) -> None:
        """Look for the hint before the rest."""
        if b'"t":"hint"' in text:
            self.hinted = True
        else:
            super().heard(text)

    async def first_hint_s(self, port: int) -> float:
        """Return the seconds from the question to the hint."""
        await self.sit_down(port)
        assert self.client is not None
        while not self.my_turn:
            await asyncio.sleep(0.005)
        self.move()
        while not self.answers:
            await asyncio.sleep(0.005)
        began = perf_counter()
        self._send(t="hint", id="h", room=self.room)
        while not self.hinted:
            await asyncio.sleep(0.005)
        took = perf_counter() - began
        self.client.close()
        return took


@contextmanager
def confine(limit: int) -> Iterator[tuple[list[str], Path | None]]:
    """Yield a command that runs another within a control group of so many MiB, and its folder; 0 is no limit."""
    if not limit:
        yield [], None
        return
    folder = GROUPS / f"tengen_{os.getpid()}"
    folder.mkdir()
    try:
        (folder / "memory.limit_in_bytes").write_text(str(limit << 20))
        yield ["sh", "-c", f'echo $$ > {folder}/cgroup.procs && exec "$@"', "sh"], folder
    finally:
        with suppress(OSError):  # a process has not ended yet
            folder.rmdir()


def read_group(folder: Path) -> Figures:
    """Return the most that the group has taken, in MiB, with the system's caches of files, and how many were killed."""
    killed = (folder / "memory.oom_control").read_text().partition("oom_kill ")[2].split()
    most = int((folder / "memory.max_usage_in_bytes").read_text()) / 2**20
    return {"group_peak": most, "killed": float(killed[0]) if killed else 0.0}


async def run(options: argparse.Namespace) -> dict[str, Any]:
    """Run all phases on one server."""
    few = [int(level) for level in options.levels.split(",")]
    many = [1 + n % 9 for n in range(options.people)]
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as name, confine(options.limit) as (prefix, group):
        doors: dict[str, str | int] = {**OPEN_DOORS, "bot_memory": options.bot_memory, "log_level": "info"}
        server = ServerProcess(Path(name) / "memory.db", **doors)
        server.prefix = prefix
        server.environment = {"TENGEN_PUZZLES": "on", "TENGEN_LEARN_WEIGHTS": "on"}
        server.start()
        try:
            while "the strongest bots are ready" not in server.log():
                await asyncio.sleep(0.5)
            found["idle"] = await settle(server, options.settle, 2 * options.settle)
            async with asyncio.timeout(PATIENCE_S):
                found["first_answer_s"] = await first_answer_s(server, 9)
            await settle(server, options.settle, 2 * options.settle)
            async with asyncio.timeout(PATIENCE_S):
                found["first_hint_s"] = await HintAsker(2, random.Random(1)).first_hint_s(server.port)
            found["games"], found["games_answers"] = await play(server, few, 1.0, options.seconds)
            found["class"], found["class_answers"] = await play(server, many, options.pause, options.seconds)
            found["idle_again"] = await settle(server, options.settle, 2 * options.settle)
            if group is not None:
                found |= read_group(group)
        finally:
            server.stop()
        found["complaints"] = server.complaints()
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.memory", description="Memory of a server.")
    parser.add_argument("--levels", default="7,8,9,7,8", help="of the few games")
    parser.add_argument("--people", type=int, default=30, help="in the class, who play levels 1 to 9")
    parser.add_argument("--pause", type=float, default=4.0, help="seconds between two moves of a person of the class")
    parser.add_argument("--seconds", type=float, default=60.0, help="of each phase with games")
    parser.add_argument("--settle", type=float, default=90.0, help="least seconds of each rest")
    parser.add_argument("--bot-memory", type=int, default=0, help="the server's option")
    parser.add_argument("--limit", type=int, default=0, metavar="MIB", help="of a control group for the server")
    parser.add_argument("--json", action="store_true", help="print JSON after the table")
    options = parser.parse_args()
    found = asyncio.run(run(options))
    for label, value in found.items():
        if isinstance(value, dict):
            parts = ", ".join(f"{name} {mib:.0f}" for name, mib in value.items() if name != "all")
            print(f"{label:16}{value['all']:8.1f} MiB  ({parts})")
        else:
            print(f"{label:16}{value:8.2f}" if isinstance(value, float) else f"{label:16}{value!s:>8}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
