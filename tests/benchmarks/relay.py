"""Cost of durable, validated rooms compared with a bare relay: ``python -m tests.benchmarks.relay [--json]``.

The same pairs of clients play the same moves on a bare `websockets` relay and on Tengen, in turns for several rounds.
Each round has a paced part (so many moves a second over all rooms, for the latencies) and a saturated part (every room
as fast as it goes, for the throughput).

CPU is that of the server's process, user and system, divided by the moves; ``cpu_ratio`` is that of the saturated
part, where neither server idles (at a slow pace both pay for waking up, and Tengen for a commit that few moves share).
The latency of a move is the time until its mover holds the answer: the echo, or the acknowledgement of a move that is
on disk.

Beside what the library costs either server, Tengen judges, follows and encodes each move in Python, hands a batch of
moves to the writer's thread and back, and inserts it. At the paced rate few moves share a commit, so that nearly each
pays for a thread's waking up and an fsync of its own: a third of the processor time is the writer's thread, most of it
in the kernel. No step of the rest dominates. By samples of the saturated part, judging a move is a quarter of the time
of the loop, telling everybody and what follows a fifth, the way to the store a fifth, the rest the steps in between.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from time import clock_gettime, perf_counter

from tests.benchmarks.load import FrameClient, connect
from tests.benchmarks.pairs import Pair, greet, seat_bare, seat_tengen
from tests.kit.process import ServerProcess

OPEN_DOORS: dict[str, str | int] = {
    "messages_per_s": 100_000,
    "message_burst": 100_000,
    "address_messages_per_s": 1_000_000,
    "connections_per_address": 100_000,
    "log_level": "warning",
}


@dataclass
class Part:
    """One measured part: moves, seconds, CPU seconds of the server and of the load generator, latencies in ms."""

    moves: int
    seconds: float
    server_cpu: float
    own_cpu: float
    latencies: list[float]

    @property
    def cpu_us(self) -> float:
        """Server CPU a move, in microseconds."""
        return self.server_cpu / self.moves * 1e6


def cpu_s(pid: int) -> float:
    """User and system seconds of a process so far, all threads, without its children; to the nanosecond."""
    return clock_gettime(~pid << 3 | 2)  # as clock_getcpuclockid(3) names its clock


def rss_kib(pid: int) -> int:
    """Resident memory of a process."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def own_cpu_s() -> float:
    """User and system seconds of this process so far."""
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def fsync_p99_ms(folder: Path, times: int = 300) -> float:
    """99th percentile of writing 4 KiB and waiting for the disk, as a commit does at the least."""
    taken = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(times):
            file.write(b"\0" * 4096)
            file.flush()
            began = perf_counter()
            os.fsync(file.fileno())
            taken.append((perf_counter() - began) * 1000)
    return percentile(taken, 99)


def percentile(values: Sequence[float], share: float) -> float:
    """The value that ``share`` percent of the values do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


async def measured(pid: int, pairs: list[Pair], play: Callable[[], Awaitable[None]]) -> Part:
    """Run a part and take the differences of all counters."""
    for pair in pairs:
        pair.latencies.clear()
    began, server, own = perf_counter(), cpu_s(pid), own_cpu_s()
    await play()
    seconds, server, own = perf_counter() - began, cpu_s(pid) - server, own_cpu_s() - own
    latencies = [latency * 1000 for pair in pairs for latency in pair.latencies]
    return Part(len(latencies), seconds, server, own, latencies)


async def paced(pairs: list[Pair], rate: float, seconds: float) -> None:
    """So many moves a second over all pairs, whether or not the answers come in time."""
    began = perf_counter()
    sent = 0
    while (now := perf_counter() - began) < seconds:
        while sent < now * rate:
            pair = pairs[sent % len(pairs)]
            sent += 1
            if not pair.waiting and not pair.over:
                pair.play()
        await asyncio.sleep(0.001)
    await all_answered(pairs)


async def saturated(pairs: list[Pair], seconds: float) -> None:
    """Every pair as fast as it goes."""
    end = perf_counter() + seconds

    def next_move(pair: Pair) -> None:
        if perf_counter() < end and not pair.over:
            pair.play()

    for pair in pairs:
        pair.on_done = next_move
        pair.play()
    await asyncio.sleep(seconds)
    await all_answered(pairs)
    for pair in pairs:
        pair.on_done = None


async def all_answered(pairs: list[Pair]) -> None:
    """Until nobody waits for an answer."""
    async with asyncio.timeout(60):
        while any(pair.waiting for pair in pairs):
            await asyncio.sleep(0.005)


async def round_of(
    pid: int, port: int, seat: Callable[[int], Awaitable[Pair]], options: argparse.Namespace
) -> tuple[Part, Part]:
    """Seat fresh pairs and play both parts."""
    pairs = [await seat(port) for _ in range(options.rooms)]
    try:
        at_rate = await measured(pid, pairs, lambda: paced(pairs, options.rate, options.seconds))
        at_most = await measured(pid, pairs, lambda: saturated(pairs, options.seconds))
    finally:
        for pair in pairs:
            pair.close()
    return at_rate, at_most


async def idle_kib(pid: int, open_one: Callable[[], Awaitable[FrameClient]], count: int) -> float:
    """Memory of one idle connection."""
    before = rss_kib(pid)
    clients = [await open_one() for _ in range(count)]
    after = rss_kib(pid)
    for client in clients:
        client.close()
    return (after - before) / count


@dataclass
class Figures:
    """Medians over the rounds; times in milliseconds, CPU in microseconds a move."""

    moves_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_us: float
    cpu_us_paced: float
    idle_kib: float
    load_cpu_us: float


def figures(rounds: list[tuple[Part, Part]], idle: float) -> Figures:
    """One server's rounds in short."""
    return Figures(
        moves_per_s=median(most.moves / most.seconds for _, most in rounds),
        p50_ms=median(percentile(rate.latencies, 50) for rate, _ in rounds),
        p99_ms=median(percentile(rate.latencies, 99) for rate, _ in rounds),
        cpu_us=median(most.cpu_us for _, most in rounds),
        cpu_us_paced=median(rate.cpu_us for rate, _ in rounds),
        idle_kib=idle,
        load_cpu_us=median(most.own_cpu / most.moves * 1e6 for _, most in rounds),
    )


async def compare(options: argparse.Namespace) -> dict[str, object]:
    """Both servers, in turns."""
    with tempfile.TemporaryDirectory(dir=options.folder) as name:
        folder = Path(name)
        fsync = fsync_p99_ms(folder)
        command = [sys.executable, "-m", "tests.benchmarks.bare"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as bare:
            assert bare.stdout is not None
            bare_port = int(bare.stdout.readline().rpartition(":")[2].strip(" /\n"))
            spaced = {"commit_spacing_ms": options.spacing}
            tengen = ServerProcess(folder / "tengen.db", **OPEN_DOORS, **spaced).start()
            try:
                idle_bare = await idle_kib(bare.pid, lambda: connect(bare_port, "/idle", print), options.idle)
                idle_ours = await idle_kib(tengen.pid, lambda: greet(tengen.port, lambda _: None), options.idle)
                bare_rounds, our_rounds = [], []
                for _ in range(options.rounds):
                    bare_rounds.append(await round_of(bare.pid, bare_port, seat_bare, options))
                    our_rounds.append(await round_of(tengen.pid, tengen.port, seat_tengen, options))
            finally:
                bare.kill()
                tengen.stop()
    relay, ours = figures(bare_rounds, idle_bare), figures(our_rounds, idle_ours)
    return {
        "rooms": options.rooms,
        "rate": options.rate,
        "bare": asdict(relay),
        "tengen": asdict(ours),
        "fsync_p99_ms": fsync,
        "p99_ms": ours.p99_ms,
        "cpu_ratio": ours.cpu_us / relay.cpu_us,
        "cpu_ratio_paced": ours.cpu_us_paced / relay.cpu_us_paced,
    }


def table(result: dict[str, object]) -> str:
    """The figures for people."""
    bare, ours = result["bare"], result["tengen"]
    assert isinstance(bare, dict)
    assert isinstance(ours, dict)
    rate = result["rate"]
    names = {
        "moves_per_s": "moves/s, saturated",
        "p50_ms": f"p50 of a move, ms, at {rate:g}/s",
        "p99_ms": f"p99 of a move, ms, at {rate:g}/s",
        "cpu_us": "CPU a move, µs, saturated",
        "cpu_us_paced": f"CPU a move, µs, at {rate:g}/s",
        "idle_kib": "an idle connection, KiB",
        "load_cpu_us": "load generator's own, µs, saturated",
    }
    lines = [f"{result['rooms']} rooms{'bare relay':>38}{'Tengen':>12}{'ratio':>8}"]
    for key, text in names.items():
        ratio = f"{ours[key] / bare[key]:8.2f}" if bare[key] else ""
        lines.append(f"{text:<34}{bare[key]:12.2f}{ours[key]:12.2f}{ratio}")
    lines.append(f"{'p99 of a 4 KiB fsync here, ms':<34}{result['fsync_p99_ms']:24.2f}")
    return "\n".join(lines)


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.relay", description=__doc__)
    parser.add_argument("--rooms", type=int, default=250)
    parser.add_argument("--rate", type=float, default=500.0, help="moves a second of the paced part")
    parser.add_argument("--seconds", type=float, default=8.0, help="length of each part")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--idle", type=int, default=1000, help="idle connections to weigh")
    parser.add_argument("--spacing", type=int, default=0, help="Tengen's commit_spacing_ms")
    parser.add_argument("--folder", type=Path, default=None, help="where the database lies; its disk is what counts")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    result = asyncio.run(compare(options))
    print(table(result))
    if options.json:
        print(json.dumps(result))


if __name__ == "__main__":
    main()
