"""Games on the workers of a dask scheduler, each in a process beside its worker, as many at once as it has threads.

Whoever reaches a scheduler or a worker can run any code there: their network must be trusted. distributed is imported
where it is needed, because it is an extra.
"""

import asyncio
import hashlib
import logging
from collections.abc import Callable, Coroutine, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from bots.errors import ArenaError, BotError
from bots.workers.background_work import Errand, Progress, Work
from bots.workers.process import ChildProcess

if TYPE_CHECKING:
    from distributed import Client, Future, Worker

ROOT = Path(__file__).parents[1]
PACKAGES = ("gomoku", "bots", "lab")
"""Packages that must be the same on every machine."""
CONNECT_S = 5.0
PATIENCE_S = 30.0  # without any worker; one that was lost may be restarting
LOOK_S = 0.5  # between a worker's looks at whether its game is still wanted

Call = Callable[..., Coroutine[Any, Any, Any]]


@contextmanager
def open_cluster(address: str) -> Iterator["Client"]:
    """Connect to the scheduler at an address. When the block ends, its workers drop what it was to compute.

    Raises ArenaError when there is no scheduler, it has no workers, or one of them has other sources.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - an extra
        from distributed.comm import resolve_address  # noqa: PLC0415
    except ImportError as error:
        raise ArenaError("--cluster: distributed is not installed: pip install 'tengen[measure]'") from error
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # ArenaErrors tell what its log does, in one line
    try:
        resolve_address(address)  # a client of a wrong address would not end well
        client = Client(address, timeout=CONNECT_S)
    except (OSError, TypeError, ValueError) as error:
        raise ArenaError(f"--cluster: no scheduler answers at {address}") from error
    with client:
        _check_sources(client, address)
        yield client


def run_all(client: "Client", call: Call, arguments: Iterable[tuple[Any, ...]]) -> Generator[Any, None, None]:
    """Await ``call(key, sources, *arguments)`` on the workers for each of the arguments, which are taken as threads
    become free. Yield the results as they come; a worker that is lost has its calls made elsewhere.

    Closing the generator cancels what runs. Raises ArenaError for an exception of a call, and when no worker is left.
    """
    from distributed import wait  # noqa: PLC0415 - an extra

    left, run, numbers, sources = iter(arguments), uuid4().hex, count(), hash_sources()
    running: set[Future] = set()
    try:
        while True:
            threads = sum(client.nthreads().values())
            for each in islice(left, max(threads - len(running), 0 if running else 1)):
                key = f"game-{run}-{next(numbers)}"
                running.add(client.submit(call, key, sources, *each, key=key))
            if not running:
                return
            try:
                done, running = wait(running, timeout=PATIENCE_S, return_when="FIRST_COMPLETED")
            except TimeoutError:
                if not threads:
                    raise ArenaError("--cluster: no worker is left") from None
                continue
            for future in done:
                yield future.result()
    except ArenaError:
        raise
    except Exception as error:  # of the network, of dask or of the call
        told = " ".join(str(error).split()) or repr(error)
        raise ArenaError(f"--cluster: {told if client.status == 'running' else 'the scheduler is lost'}") from error
    finally:
        with suppress(Exception):  # if the scheduler is lost, nothing is left to cancel
            client.cancel(list(running))


async def perform(
    key: str, sources: str, function: Callable[..., Any], arguments: tuple[Any, ...], heard: Progress[Any]
) -> Any:
    """Return ``function(report, *arguments)``, called in a process beside this worker; ``heard`` gets its reports.

    The process is killed when the call with this key is cancelled. Raises WorkCrashed when the process dies, ArenaError
    when it runs other sources.
    """
    from distributed import get_worker  # noqa: PLC0415 - an extra

    worker = get_worker()
    process = _idle.pop() if _idle else _GameProcess("game")
    looking = asyncio.create_task(_kill_unwanted(process, worker, key))
    try:
        answer = await process.ask(Errand(Work(_checked, (sources, worker.address, function, arguments), True), heard))
    except asyncio.CancelledError:  # the worker closes
        await process.close()
        raise
    except BotError:
        _idle.append(process)
        raise
    finally:
        looking.cancel()
    _idle.append(process)
    return answer


def hash_sources() -> str:
    """Hash all that the games depend on, apart from the machine."""
    digest = hashlib.sha256()
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.suffix in (".py", ".txt")]
    for path in sorted(found):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _check_sources(client: "Client", address: str) -> None:
    answers = client.run(hash_sources, on_error="return")
    if not answers:
        raise ArenaError(f"--cluster: the scheduler at {address} has no workers")
    ours = hash_sources()
    for worker, answer in sorted(answers.items()):
        if isinstance(answer, BaseException):
            raise ArenaError(f"--cluster: worker {worker}: {' '.join(str(answer).split())}")
        if answer != ours:
            raise ArenaError(_differs(worker))


def _differs(worker: str) -> str:
    return f"--cluster: worker {worker} has other sources of {', '.join(PACKAGES)}"


class _GameProcess(ChildProcess):
    """A process that plays games, as fast as if it were the worker itself."""

    niceness = 0
    grace_s = 0.0

    async def ask(self, request: Errand) -> Any:
        """Return the result of the work; raises WorkCrashed."""
        return await self._done(request)


_idle: list[_GameProcess] = []
"""A worker's processes that play no game now; they end after a while."""


async def _kill_unwanted(process: _GameProcess, worker: "Worker", key: str) -> None:
    """Kill the process when the worker's call is cancelled, which dask only notes and leaves to end by itself."""
    while worker.state.tasks[key].state == "executing":  # noqa: ASYNC110 - there is no event of it
        await asyncio.sleep(LOOK_S)
    process.hurry()


@cache
def _loaded_sources() -> str:
    return hash_sources()


def _checked(
    report: Progress[Any], sources: str, worker: str, function: Callable[..., Any], arguments: tuple[Any, ...]
) -> Any:
    """Call the function if this process has these sources: its worker may have come later than the first check."""
    if _loaded_sources() != sources:
        raise ArenaError(_differs(worker))
    return function(report, *arguments)
