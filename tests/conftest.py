"""Fixtures of all tests: a server in this process, and one of its own. And what may not be skipped under CI."""

import os
import shutil
import signal
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from bots.executor import Executor
from server import process
from server.config import Config
from server.lifecycle import start
from server.puzzles.supply import Supply
from server.store.file.database_file import prepare
from server.transport.static import ClientFiles
from tests.data import PLACES, folder, outside
from tests.kit.app import App
from tests.kit.client import Client
from tests.kit.nats import NatsServer
from tests.kit.postgres import Cluster, is_wanted, make_template, run_cluster
from tests.kit.process import ColdServer, ServerProcess

Connect = Callable[..., Awaitable[Client]]


# a busy machine is slow, not wrong
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")

MEMORY = Path("/dev/shm")
MEMORY_FREE = 2 << 30


def pytest_configure() -> None:
    """Have programs that tests start hear SIGINT, also where a shell began the tests in the background, deaf to it.

    And have the folders of tests in memory where there is enough: no test cuts the power, and disks make them wait.
    """
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > MEMORY_FREE:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


NOT_SKIPPED_UNDER_CI = ("browser", "node", "nats", "postgres")
"""Marks of tests that a machine may lack the means for, but not the machine that decides."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Let a skipped test of those marks fail under CI."""
    report = yield
    marked = any(item.get_closest_marker(mark) for mark in NOT_SKIPPED_UNDER_CI)
    if report.skipped and marked and not hasattr(report, "wasxfail") and os.environ.get("CI"):
        _fail(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """The same for a whole module; one that was left in its first lines has no marks, but its text names them."""
    report = yield
    if report.skipped and isinstance(collector, pytest.Module) and os.environ.get("CI"):
        text = collector.path.read_text("utf-8")
        if any(f"pytest.mark.{mark}" in text for mark in NOT_SKIPPED_UNDER_CI):
            _fail(report)
    return report


def _fail(report: pytest.TestReport | pytest.CollectReport) -> None:
    why = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = f"skipped under CI: {why}"


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """Settings of the server under test; a test module may override it."""
    return Config(port=0, db=tmp_path / "tengen.db", bot_pause_ms=0)


@pytest.fixture
def server_config(config: Config, database: str) -> Config:
    """These settings with the database of the servers under test."""
    return replace(config, database=database)


@pytest.fixture(autouse=True)
def cold_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this process do not prepare the strong engines, which takes seconds; to be overridden by who cares."""

    async def nothing(_: Executor) -> None:
        pass

    monkeypatch.setattr(process, "warm_up", nothing)


@cache
def read_client_files() -> ClientFiles:
    """The client's files for all servers in this process: to read and compress them is most of a server's start."""
    return ClientFiles()


@pytest.fixture(autouse=True)
def light_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this process start fast: one copy of the client's files for all, which sees changes as each of its own
    would, and one process for players that hold the interpreter lock, as on a machine of one core."""
    monkeypatch.setattr("server.transport.feature.ClientFiles", read_client_files)
    monkeypatch.setattr(process, "MOST_PROCESSES", 1)


@pytest.fixture(autouse=True)
def no_supply(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers in this process do not take the puzzles of the tree; who cares has them taken by `Supply.fill`."""

    async def nothing(_: Supply) -> None:
        pass

    monkeypatch.setattr(Supply, "work", nothing)


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database with all migrations, which a test copies: they take twice as long as all else of an opening."""
    path = tmp_path_factory.mktemp("template") / "tengen.db"
    prepare(path).release()
    return path


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for this process of the tests."""
    with run_cluster() as cluster:
        yield cluster


@pytest.fixture(scope="session")
def postgres_template(postgres: Cluster) -> str:
    """An empty database with all tables, which a test copies."""
    return make_template(postgres)


@pytest.fixture
def postgres_address(postgres: Cluster, postgres_template: str) -> Iterator[str]:
    """The address of a fresh database with all tables."""
    address = postgres.make(postgres_template)
    yield address
    postgres.drop(address)


@pytest.fixture
def database(request: pytest.FixtureRequest) -> str:
    """The database of the servers under test: "" for the file, a URL with TENGEN_TEST_DATABASE=postgres."""
    return request.getfixturevalue("postgres_address") if is_wanted() else ""


@pytest.fixture
async def running(server_config: Config, template: Path) -> AsyncIterator[tuple[App, str]]:
    """A server in this process, and the address of its socket."""
    if not server_config.db.exists():
        shutil.copy(template, server_config.db)
    async with AsyncExitStack() as stack:
        core, server = await start(server_config, stack)
        port = next(iter(server.sockets)).getsockname()[1]
        yield App(core), f"ws://127.0.0.1:{port}/ws"


@pytest.fixture
async def join(running: tuple[App, str]) -> AsyncIterator[Connect]:
    """Connects clients to the server in this process and closes them at the end."""
    async with AsyncExitStack() as stack:

        async def connect(token: str | None = None) -> Client:
            client = await Client(running[1], token).open()
            stack.push_async_callback(client.close)
            return client

        yield connect


@pytest.fixture
def server_process(tmp_path: Path, database: str) -> Iterator[ServerProcess]:
    """A server of its own, not started yet."""
    process = ColdServer(tmp_path / "tengen.db", bot_pause_ms=0)
    process.environment["TENGEN_DATABASE"] = database
    yield process
    process.kill()


@pytest.fixture
def nats_server() -> Iterator[NatsServer]:
    """A nats-server of its own."""
    server = NatsServer().start()
    yield server
    server.kill()


@pytest.fixture
def shared_data() -> Path:
    """Return the public test data from beside the repository; skip the test where there are none."""
    return outside()


@pytest.fixture(params=PLACES)
def data(request: pytest.FixtureRequest) -> Path:
    """Return the tree's own positions and games, then those from beside the repository, if any."""
    return folder(request.param)
