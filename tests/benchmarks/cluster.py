"""Several servers on one PostgreSQL and one bus, beside the embedded default: ``python -m tests.benchmarks.cluster``.

The opponents of each game are on different servers, and a move is timed until both have it. The embedded default plays
the same moves in the same rounds, timed until the mover holds the answer and the opponent has the move. Everything runs
on this machine, database and load generator included: more servers than cores show what an installation costs, not
what it gains.

CPU is in microseconds a move, user and system, by part.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median

from tests.benchmarks.pairs import Pair, seat_tengen
from tests.benchmarks.relay import OPEN_DOORS, Part, cpu_s, measured, paced, percentile, saturated
from tests.kit.process import ColdServer, ServerProcess
from tests.kit.servers import Servers, run_servers

SETTLE_S = 2.0


@dataclass
class Row:
    """Medians over the rounds."""

    servers: str
    moves_per_s: float
    p50_ms: float
    p99_ms: float
    cpu_us_paced: dict[str, float]
    cpu_us_saturated: dict[str, float]


def list_postgres(servers: Servers) -> list[int]:
    """List the processes of the database."""
    first = int((servers.postgres.folder / "data" / "postmaster.pid").read_text().split()[0])
    children = Path(f"/proc/{first}/task/{first}/children").read_text().split()
    return [first, *map(int, children)]


async def play(
    ports: list[int], parts: dict[str, Callable[[], Iterable[int]]], options: argparse.Namespace
) -> list[dict[str, tuple[Part, dict[str, float]]]]:
    """Play rounds on servers, each pair on two neighbours of a ring; return each part with its CPU seconds by name."""

    def used() -> dict[str, float]:
        return {name: sum(map(cpu_s, pids())) for name, pids in parts.items()}

    rounds = []
    for _ in range(options.rounds):
        places = [(ports[n % len(ports)], ports[(n + 1) % len(ports)]) for n in range(options.rooms)]
        pairs: list[Pair] = [await seat_tengen(*place) for place in places]
        await asyncio.sleep(SETTLE_S)
        found = {}
        for name, do in (
            ("paced", partial(paced, pairs, options.rate, options.seconds)),
            ("saturated", partial(saturated, pairs, options.seconds)),
        ):
            before = used()
            part = await measured(1, pairs, do)
            found[name] = part, {each: (after - before[each]) for each, after in used().items()}
        for pair in pairs:
            pair.close()
        rounds.append(found)
    return rounds


def summarize(name: str, rounds: list[dict[str, tuple[Part, dict[str, float]]]]) -> Row:
    """Return the medians of some rounds."""

    def cpu(part: str) -> dict[str, float]:
        names = rounds[0][part][1]
        return {each: round(median(r[part][1][each] / r[part][0].moves * 1e6 for r in rounds), 1) for each in names}

    return Row(
        name,
        round(median(r["saturated"][0].moves / r["saturated"][0].seconds for r in rounds), 1),
        round(median(percentile(r["paced"][0].latencies, 50) for r in rounds), 2),
        round(median(percentile(r["paced"][0].latencies, 99) for r in rounds), 2),
        cpu("paced"),
        cpu("saturated"),
    )


@contextmanager
def embedded(folder: Path) -> Iterator[ServerProcess]:
    """A server alone on its file."""
    server = ColdServer(folder / "tengen.db", **OPEN_DOORS)
    try:
        yield server.start()
    finally:
        server.kill()


def run(options: argparse.Namespace) -> list[Row]:
    """Measure the embedded default and installations of so many servers."""
    rows = []
    with tempfile.TemporaryDirectory() as name:
        numbers = count()

        def folder() -> Path:
            path = Path(name) / str(next(numbers))
            path.mkdir()
            return path

        with embedded(folder()) as server:
            rounds = asyncio.run(play([server.port], {"server": lambda: [server.pid]}, options))
            rows.append(summarize("embedded", rounds))
        for number in options.servers:
            with run_servers(folder(), number, on_disk=True, **OPEN_DOORS) as servers:
                parts: dict[str, Callable[[], Iterable[int]]] = {
                    "servers": lambda servers=servers: [each.pid for each in servers.all],  # type: ignore[misc]
                    "postgres": partial(list_postgres, servers),
                    "nats": lambda servers=servers: [servers.nats.pid],  # type: ignore[misc]
                }
                rounds = asyncio.run(play([each.port for each in servers.all], parts, options))
                rows.append(summarize(str(number), rounds))
    return rows


def main() -> None:
    """Print a row for the embedded default and for each number of servers."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.cluster", description=__doc__)
    parser.add_argument("--servers", type=int, nargs="*", default=[1, 2, 4])
    parser.add_argument("--rooms", type=int, default=100)
    parser.add_argument("--rate", type=float, default=500, help="moves a second in the paced part")
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rows = run(options)
    if options.json:
        print(json.dumps([asdict(row) for row in rows]))
        return
    for row in rows:
        print(f"{row.servers:>8}: {row.moves_per_s:6.0f} moves/s, p50 {row.p50_ms} ms, p99 {row.p99_ms} ms at the pace")
        print(f"          CPU us a move, paced {row.cpu_us_paced}, saturated {row.cpu_us_saturated}")


if __name__ == "__main__":
    main()
