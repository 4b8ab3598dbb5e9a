"""Computing many calls of a function: in processes here, or on the workers of a dask scheduler."""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from itertools import count, islice
from typing import TYPE_CHECKING, Any

from bots.workers.process_pool import open_pool
from lab.cluster import open_cluster, perform, run_all

if TYPE_CHECKING:
    from distributed import Client

Arguments = Iterable[tuple[Any, ...]]
Computing = Callable[[Callable[..., Any], Arguments], Generator[tuple[int, Any], None, None]]
"""Calls a function of a module with each of the arguments, which are taken as processes become free. Yields the numbers
of the calls, from 0, with their results as they finish."""


@contextmanager
def open_machines(jobs: int, cluster: str | None) -> Iterator[Computing]:
    """Open so many processes, or the cluster at an address; raises ArenaError as `open_cluster` does."""
    if cluster is None:
        with open_pool(jobs) as pool:
            yield partial(_compute_here, pool, jobs)
    else:
        with open_cluster(cluster) as client:
            yield partial(_compute_there, client)


def _compute_here(
    pool: ProcessPoolExecutor, jobs: int, function: Callable[..., Any], arguments: Arguments
) -> Generator[tuple[int, Any], None, None]:
    left, numbers = iter(arguments), count()
    running: dict[Future[Any], int] = {}
    while True:
        for each in islice(left, jobs - len(running)):
            running[pool.submit(function, *each)] = next(numbers)
        if not running:
            return
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            yield running.pop(future), future.result()


def _compute_there(
    client: "Client", function: Callable[..., Any], arguments: Arguments
) -> Generator[tuple[int, Any], None, None]:
    return run_all(client, _compute_beside, ((number, function, each) for number, each in enumerate(arguments)))


async def _compute_beside(
    key: str, sources: str, number: int, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> tuple[int, Any]:
    return number, await perform(key, sources, _call, (function, *arguments), _ignore)


def _call(_report: object, function: Callable[..., Any], *arguments: Any) -> Any:
    return function(*arguments)


def _ignore(_news: object) -> None:
    """Nothing is reported."""
