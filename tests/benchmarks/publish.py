"""Does publishing learned patterns hold up the server? ``python -m tests.benchmarks.publish [--json]``.

A store with made-up patterns, and a loop that publishes them: how much processor its longest step took, how late its
ticks were, beside those of an idle loop, and how much processor this process took in all, other threads included, which
compete with the loop for the interpreter. Once for all patterns, and once more after another was learned.
"""

import argparse
import asyncio
import json
import tempfile
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter, process_time, thread_time
from unittest.mock import patch

import msgspec

from bots.executor import LocalExecutor as Executor
from bots.learning.patterns.pattern import Pattern
from bots.learning.players.published import table_for
from server.learning.publishing import Publishing
from server.store.knowledge.patterns import add_imported
from server.store.store import Store
from tests.benchmarks.match import made_up_patterns
from tests.benchmarks.several import late

AT_ONCE = 500  # patterns kept in one transaction


@contextmanager
def stepping() -> Iterator[list[float]]:
    """Milliseconds of processor that each step of the loop takes."""
    steps: list[float] = []
    run = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        began = thread_time()
        run(handle)
        steps.append((thread_time() - began) * 1000)

    with patch.object(asyncio.Handle, "_run", timed):
        yield steps


async def learn(store: Store, some: Iterable[Pattern]) -> None:
    """Keep patterns as the operator's command does."""
    rows = [add_imported(one.rules, one.key, msgspec.json.encode(one.to_json()).decode(), 1) for one in some]
    for n in range(0, len(rows), AT_ONCE):
        await store.execute(*rows[n : n + AT_ONCE])


async def noted(work: Awaitable[None]) -> dict[str, float]:
    """How the loop was during some work, and how many patterns are published after it."""
    ticks: list[float] = []
    noting = asyncio.create_task(late(ticks))
    began, used = perf_counter(), process_time()
    with stepping() as steps:
        await work
    figures = {"seconds": perf_counter() - began, "cpu_s": process_time() - used}
    noting.cancel()
    patterns = len(table_for("freestyle").patterns)
    return figures | {"patterns": patterns, "step_ms_longest": max(steps), "late_ms_most": max(ticks)}


async def measure(count: int) -> list[dict[str, float]]:
    """Figures of an idle loop, of the first publishing, and of the next."""
    *most, last = made_up_patterns(count)
    executor = Executor(threads=1, processes=1)
    with tempfile.TemporaryDirectory() as folder:
        store = await Store.open(Path(folder) / "tengen.db")
        try:
            await executor.start()
            await executor.warm_up(print)
            publishing = Publishing(store, executor)
            idle = await noted(asyncio.sleep(1))
            await learn(store, most)
            first = await noted(publishing.publish())
            await learn(store, [last])
            return [idle, first, await noted(publishing.publish())]
        finally:
            await executor.close()
            await store.close()


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.publish", description=__doc__)
    parser.add_argument("--patterns", type=int, default=10_000)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    results = asyncio.run(measure(options.patterns))
    print(f"{'patterns':>9}{'seconds':>9}{'cpu s':>9}{'longest step, ms':>18}{'latest tick, ms':>17}")
    for found in results:
        print(
            f"{found['patterns']:9}{found['seconds']:9.2f}{found['cpu_s']:9.2f}"
            f"{found['step_ms_longest']:18.2f}{found['late_ms_most']:17.2f}"
        )
    if options.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
