"""Do searches disturb one another, or the event loop? ``python -m tests.benchmarks.several [--json]``.

One search by itself and so many at once take turns, in the threads of one executor, and the loop that started them
notes how late it is. Nodes are counted by second of the clock and by second of processor: when the second ratio is
1 and the first is not, something else had the processors.
"""

import argparse
import asyncio
import json
import os
from collections.abc import Sequence
from statistics import median
from time import perf_counter
from typing import Any

from bots.engine import Limits
from bots.executor import LocalExecutor as Executor
from tests.benchmarks.relay import percentile
from tests.bots.searcher import SEARCHING, SearchingPlayer

TICK_S = 0.001


async def late(delays: list[float]) -> None:
    """Note by how many ms each tick of the loop is late."""
    while True:
        due = perf_counter() + TICK_S
        await asyncio.sleep(TICK_S)
        delays.append((perf_counter() - due) * 1000)


async def searched(executor: Executor, searches: int, time_ms: int) -> tuple[list[float], list[float], list[float]]:
    """Nodes of each search by second of the clock and by second of processor; how late the loop was meanwhile, ms."""
    delays: list[float] = []
    seats = [executor.seat(SEARCHING, "freestyle", 15, n) for n in range(searches)]
    noting = asyncio.create_task(late(delays))
    began = perf_counter()
    found: list[dict[str, Any]] = []
    if seats:
        choices = await asyncio.gather(*(seat.choose([], Limits(time_ms)) for seat in seats))
        found = [dict(choice.tell()) for choice in choices]
    else:
        await asyncio.sleep(time_ms / 1000)
    seconds = perf_counter() - began
    noting.cancel()
    for seat in seats:
        await seat.close()
    return [why["nodes"] / seconds for why in found], [why["nodes"] / why["cpu_us"] * 1e6 for why in found], delays


async def stopped(executor: Executor) -> float:
    """Milliseconds from the moment at which a search is not wanted any more to its end."""
    seat = executor.seat(SEARCHING, "freestyle", 15, 0)
    SearchingPlayer.forget()
    thinking = asyncio.create_task(seat.choose([], Limits(60_000)))
    await asyncio.to_thread(SearchingPlayer.begun.wait)
    began = perf_counter()
    thinking.cancel()
    ended = await asyncio.to_thread(SearchingPlayer.ended.get)
    await seat.close()
    return (ended - began) * 1000


async def measure(searches: int, rounds: int, time_ms: int) -> dict[str, Any]:
    """All of it."""
    executor = Executor(threads=searches, processes=1)
    await executor.start()
    await executor.warm_up(print)
    clock: dict[int, list[float]] = {1: [], searches: []}
    cpu: dict[int, list[float]] = {1: [], searches: []}
    delays: dict[int, list[float]] = {0: [], 1: [], searches: []}
    for _ in range(rounds):
        for count in (0, 1, searches):
            by_clock, by_cpu, ticks = await searched(executor, count, time_ms)
            delays[count] += ticks
            if count:
                clock[count].append(median(by_clock))
                cpu[count].append(median(by_cpu))
    stops = [await stopped(executor) for _ in range(10)]
    await executor.close()
    figures: dict[str, Any] = {"searches": searches, "stop_ms": median(stops), "stop_ms_worst": max(stops)}
    for count, name in ((1, "alone"), (searches, "at_once")):
        figures |= {f"nodes_per_s_{name}": clock[count], f"nodes_per_cpu_s_{name}": cpu[count]}
    for count, name in ((0, "idle"), (1, "alone"), (searches, "at_once")):
        figures |= {f"late_{share}_ms_{name}": percentile(delays[count], share) for share in (50, 99)}
        figures[f"late_most_ms_{name}"] = max(delays[count])
    return figures


def _spread(values: Sequence[float]) -> str:
    return f"{median(values):11,.0f} ({min(values):,.0f} to {max(values):,.0f})"


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.several", description=__doc__)
    parser.add_argument("--searches", type=int, default=os.cpu_count() or 1, help="at once (default: one a core)")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--time-ms", type=int, default=2000, help="of each search")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    found = asyncio.run(measure(options.searches, options.rounds, options.time_ms))
    print(f"{options.searches} searches at once; median of {options.rounds} rounds (least to most)")
    for unit in ("s", "cpu_s"):
        alone, at_once = found[f"nodes_per_{unit}_alone"], found[f"nodes_per_{unit}_at_once"]
        words = "nodes of a search by second of " + ("the clock" if unit == "s" else "processor")
        print(f"{words}, alone  {_spread(alone)}\n{words}, at once{_spread(at_once)}")
        print(f"{'at once to alone':<50}{median(at_once) / median(alone):6.3f}")
    for name in ("idle", "alone", "at_once"):
        most, p50, p99 = (found[f"late_{share}_ms_{name}"] for share in ("most", 50, 99))
        print(f"the loop is late, ms, {name:<10} p50 {p50:7.2f}   p99 {p99:7.2f}   most {most:7.2f}")
    print(f"a search that is stopped ends after, ms: {found['stop_ms']:.2f}, at worst {found['stop_ms_worst']:.2f}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
