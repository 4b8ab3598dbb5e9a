"""Do workers share the bots' moves? ``python -m tests.benchmarks.workers [--json]``.

Bot moves a second in the same run: by the executor of this process, then by 1, 2 and 4 workers of one core each on a
bus, each a process of its own. So many games, each of one bot, ask for their next move as soon as they have one, so
that everybody always has something to do. Rounds alternate, and the median counts. A searching level has a limit of
nodes in place of its time, so that a faster place gives more moves and not better ones.

Beside the rate: the processor time of the asking process for each move, which is the price of asking over the bus.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from bots.engine import Limits
from bots.executor import Executor, LocalExecutor
from bots.levels import level
from server.bus.nats_bus import NatsBus
from server.worker.messages import bot_subject
from server.worker.remote_executor import RemoteExecutor
from tests.kit.keyed_worker import KEY
from tests.kit.nats import NatsServer
from tests.kit.worker import WorkerProcess

SIZE = 15
PLIES = 9
"""Moves after which a game begins again: nobody can have five in a row."""


async def measure(
    executor: Executor, number: int, nodes: int | None, games: int, seconds: float
) -> tuple[float, float]:
    """Return moves a second, and the asking process's processor time of each in µs."""
    found, limits = level(number), None if nodes is None else Limits(nodes=nodes)
    stop_at = perf_counter() + seconds
    made = 0

    async def play(seed: int) -> None:
        nonlocal made
        rng, seat = random.Random(seed), executor.seat(found, "freestyle", SIZE, seed)
        moves: list[int] = []
        while perf_counter() < stop_at:
            if len(moves) >= PLIES or not moves:
                moves = [112]
            choice = await seat.choose(moves, limits)
            made += perf_counter() < stop_at
            free = sorted({*range(SIZE * SIZE)} - {*moves, choice.point})
            moves += [choice.point, rng.choice(free)]
        await seat.close()

    began, used = perf_counter(), process_time()
    await asyncio.gather(*(play(seed) for seed in range(games)))
    return made / (min(perf_counter(), stop_at) - began), (process_time() - used) / max(1, made) * 1e6


@asynccontextmanager
async def in_process(cores: int, warm: bool) -> AsyncIterator[Executor]:
    """The executor of this process, with so many threads."""
    executor = LocalExecutor(threads=cores, processes=1)
    await executor.start()
    try:
        if warm:
            await executor.warm_up(lambda _: None)
        yield executor
    finally:
        await executor.close()


@asynccontextmanager
async def on_the_bus(workers: int, number: int, heat: str) -> AsyncIterator[Executor]:
    """An executor that asks so many workers of one core."""
    async with AsyncExitStack() as stack:
        bus_server = NatsServer().start()
        stack.callback(bus_server.kill)
        log = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "worker.log"
        begun = []
        for _ in range(workers):
            begun.append(WorkerProcess(bus_server.address, log, heat).begin())
            stack.callback(begun[-1].end)
        for worker in begun:
            await asyncio.to_thread(worker.ready)
        bus = NatsBus(bus_server.address)
        await bus.open(5)
        stack.push_async_callback(bus.close)
        executor = RemoteExecutor(bus, KEY, lambda: LocalExecutor(threads=1, processes=1))
        await executor.start()
        stack.push_async_callback(executor.close)
        while len(executor.crew.list_there(bot_subject(level(number)))) < workers:
            await executor.crew.wait_change(1)
        yield executor


async def compare(options: argparse.Namespace) -> dict[str, Any]:
    """Return the medians of all rounds by place."""
    places = ["in_process", *(f"workers_{count}" for count in options.workers)]
    found: dict[str, list[tuple[float, float]]] = {place: [] for place in places}
    compiled = level(options.level).compiled
    nodes = options.nodes if compiled else None
    for number in range(options.rounds):
        for place in places if number % 2 == 0 else reversed(places):
            count = int(place.rpartition("_")[2]) if place != "in_process" else 0
            opened = (
                on_the_bus(count, options.level, "warm" if compiled else "cold")
                if count
                else in_process(options.cores, compiled)
            )
            async with opened as executor:
                await measure(executor, options.level, nodes, options.games, 1.0)  # players are opened
                found[place].append(await measure(executor, options.level, nodes, options.games, options.seconds))
    rates = {place: statistics.median(rate for rate, _ in each) for place, each in found.items()}
    return {
        "level": options.level,
        "nodes": nodes,
        "games": options.games,
        "cores": os.cpu_count(),
        "threads_in_process": options.cores,
        "rounds": options.rounds,
        "moves_per_s": {place: round(rate, 1) for place, rate in rates.items()},
        "asking_us_a_move": {place: round(statistics.median(cpu for _, cpu in each)) for place, each in found.items()},
        "two_over_one": round(rates["workers_2"] / rates["workers_1"], 2) if {1, 2} <= {*options.workers} else None,
        "load_average": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--level", type=int, default=8)
    parser.add_argument("--nodes", type=int, default=20_000, help="limit of a searching level's move (default: 20000)")
    parser.add_argument("--games", type=int, default=12, help="bots that ask at once (default: 12)")
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--cores", type=int, default=os.cpu_count() or 1, help="threads in process (default: all cores)"
    )
    parser.add_argument("--workers", type=lambda text: [int(each) for each in text.split(",")], default=[1, 2, 4])
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    result = asyncio.run(compare(options))
    if options.json:
        print(json.dumps(result))
        return
    for place, rate in result["moves_per_s"].items():
        print(f"{place:12} {rate:9.1f} moves/s   {result['asking_us_a_move'][place]:6} µs of the asking process a move")
    print(f"two workers over one: {result['two_over_one']}; {result['cores']} cores, load {result['load_average']}")


if __name__ == "__main__":
    main()
