"""Workers as processes on a real bus: ended, killed, stopped; the bus killed; who is there."""

import argparse
import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bots.executor import LocalExecutor
from bots.levels import level
from server.bus.nats_bus import NatsBus
from server.command_line import main
from server.rooms.hints import ADVISER
from server.worker.command import WorkWishes, parse_levels
from server.worker.program import list_levels
from server.worker.remote_executor import RemoteExecutor
from tests.bots import chores
from tests.bots.engines import THREADED, UNTIL_STOPPED
from tests.kit.keyed_worker import KEY
from tests.kit.nats import NatsServer
from tests.kit.worker import WorkerProcess
from tests.server.worker.conftest import GIVE_UP_S, until

Start = Callable[..., WorkerProcess]
pytestmark = pytest.mark.nats


@pytest.fixture
def begin(nats_server: NatsServer, tmp_path: Path) -> Iterator[Start]:
    """Begins workers."""
    begun: list[WorkerProcess] = []

    def begin(heat: str = "cold", cores: int = 1) -> WorkerProcess:
        begun.append(WorkerProcess(nats_server.address, tmp_path / "worker.log", heat, cores).begin())
        return begun[-1]

    yield begin
    for worker in begun:
        worker.end()


@pytest.fixture
async def server(nats_server: NatsServer) -> AsyncIterator[RemoteExecutor]:
    """A server's executor."""
    bus = NatsBus(nats_server.address)
    await bus.open(GIVE_UP_S)
    executor = RemoteExecutor(bus, KEY, lambda: LocalExecutor(threads=1, processes=1))
    await executor.start()
    yield executor
    await executor.close()
    await bus.close()


def holders(server: RemoteExecutor) -> list[str | None]:
    """The workers that hold the server's requests."""
    return [asked.worker for asked in server._asking._asked.values()]


async def thinking(server: RemoteExecutor) -> "asyncio.Task[Any]":
    """Begin a move that ends only when it is cancelled, and wait until a worker has it."""
    move = asyncio.create_task(server.seat(THREADED, "freestyle", 15, 1).choose([], UNTIL_STOPPED))
    await until(lambda: all(holders(server)) and holders(server))
    return move


async def cancelled(*tasks: "asyncio.Task[Any]") -> None:
    for each in tasks:
        each.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def test_a_worker_says_that_it_is_ready_plays_is_listed_and_ends(
    server: RemoteExecutor, begin: Start, nats_server: NatsServer, capfd: pytest.CaptureFixture[str]
) -> None:
    worker = begin().ready()
    assert (await server.seat(level(1), "freestyle", 15, 1).choose([112])).point != 112
    assert (await server.run(chores.count, 2, {}, progress=lambda _: None))["pid"] not in (0, worker.pid)
    assert await asyncio.to_thread(main, ["cluster", "--bus", nats_server.address, "--json"]) == 0
    (listed,) = json.loads(capfd.readouterr().out)
    assert (listed["kind"], listed["name"], listed["process"]) == ("worker", worker.name, worker.pid)
    assert (listed["moves"], listed["cores"], listed["waiting"]) == (1, 1, 0)
    assert await asyncio.to_thread(main, ["cluster", "--bus", nats_server.address]) == 0
    head, line = capfd.readouterr().out.splitlines()
    assert head.split()[:3] == ["kind", "name", "host"]
    assert line.split()[:2] == ["worker", worker.name]
    assert "0-10, 57-60" in line
    assert "hint, awaited, first, large, background" in line
    worker.send(signal.SIGTERM)
    assert await asyncio.to_thread(worker.wait) == 0
    await until(lambda: not server.crew.list_there())


def test_a_list_of_nobody_is_a_failure(nats_server: NatsServer, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cluster", "--bus", nats_server.address]) == 1
    assert "nobody answers" in capsys.readouterr().out
    nats_server.kill()
    assert main(["cluster", "--bus", nats_server.address]) == 1
    assert "does not answer" in capsys.readouterr().out


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM], ids=["kill", "stop", "end"])
async def test_a_move_goes_on_at_another_worker(server: RemoteExecutor, begin: Start, number: signal.Signals) -> None:
    workers = [begin(), begin()]
    names = {worker.ready().name: worker for worker in workers}
    await until(lambda: len(server.crew.list_there("bot.99")) == 2)
    move = await thinking(server)
    (name,) = holders(server)
    (other,) = set(names) - {name}
    began = asyncio.get_running_loop().time()
    names[str(name)].send(number)
    await until(lambda: holders(server) == [other])
    assert asyncio.get_running_loop().time() - began < 4  # 2 s on an idle machine
    if number is signal.SIGSTOP:
        names[str(name)].send(signal.SIGCONT)  # it goes on thinking, and is told to stop
        await until(
            lambda: (
                {beat.name: sum(beat.holds.values()) for beat in server.crew.list_there()} == {str(name): 0, other: 1}
            )
        )
    await cancelled(move)
    await until(lambda: all(not beat.holds for beat in server.crew.list_there()))
    if number is signal.SIGTERM:
        assert await asyncio.to_thread(names[str(name)].wait) == 0


async def test_a_move_survives_the_death_of_the_bus(
    server: RemoteExecutor, begin: Start, nats_server: NatsServer
) -> None:
    worker = begin(cores=2).ready()
    await until(lambda: server.crew.list_there("bot.99"))
    move = await thinking(server)
    later = asyncio.create_task(server.seat(level(1), "freestyle", 15, 1).choose([112]))
    await asyncio.wait_for(later, 20)
    nats_server.kill()
    await until(lambda: not server._bus.connected)
    during = asyncio.create_task(server.seat(level(1), "freestyle", 15, 1).choose([112]))
    await until(lambda: holders(server) == [None, None])
    began = asyncio.get_running_loop().time()
    nats_server.start()
    assert (await asyncio.wait_for(during, 20)).point != 112
    assert asyncio.get_running_loop().time() - began < 5
    await until(lambda: holders(server) == [worker.name])
    assert not move.done()
    await cancelled(move)
    await until(lambda: all(not beat.holds for beat in server.crew.list_there()))


async def test_two_workers_share_many_moves(server: RemoteExecutor, begin: Start) -> None:
    for worker in [begin(), begin()]:
        worker.ready()
    await until(lambda: len(server.crew.list_there("bot.4")) == 2)
    seats = [server.seat(level(1 + n % 6), "freestyle", 15, n) for n in range(24)]
    for _ in range(4):
        await asyncio.gather(*(seat.choose([112, 97]) for seat in seats))
    # where a sign of life is late, a move is asked of the other worker as well
    await until(lambda: sum(beat.moves for beat in server.crew.list_there()) >= 96)
    assert min(beat.moves for beat in server.crew.list_there()) > 24


async def test_cancelled_work_ends_at_once(server: RemoteExecutor, begin: Start) -> None:
    begin().ready()
    said: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    work = asyncio.create_task(server.run(chores.hang, progress=said.set_result, first=True))
    pid = await asyncio.wait_for(said, 30)
    await cancelled(work)
    await until(lambda: not Path(f"/proc/{pid}").exists())


@pytest.mark.slow
async def test_a_warm_worker_plays_the_strongest_levels_and_gives_hints(server: RemoteExecutor, begin: Start) -> None:
    worker = begin("warm")
    await asyncio.wait_for(server.warm(), 120)
    worker.ready()
    for found in (level(7), level(10), ADVISER):
        assert server.ready(found)
        assert (await server.seat(found, "freestyle", 15, 1).choose([112, 97, 113])).point not in (112, 97, 113)


async def test_a_worker_without_a_bus_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await asyncio.to_thread(main, ["worker", "--db", str(tmp_path / "x.db")]) == 1
    assert "--bus" in capsys.readouterr().err


def test_levels_are_numbers_and_ranges() -> None:
    assert parse_levels("1-3, 9") == {1, 2, 3, 9}
    assert parse_levels("0-10") == set(range(11))
    for text in ("", "x", "1-", "-1", "3-99999999999", "12", "1,,2"):
        with pytest.raises(argparse.ArgumentTypeError):
            parse_levels(text)


def test_a_worker_takes_the_twins_of_its_levels_and_hints() -> None:
    assert [found.number for found in list_levels(WorkWishes(frozenset({1, 8})))] == [1, 8, 58, -1]
    assert len(list(list_levels(WorkWishes()))) > 14
