"""Servers of one installation as processes of their own, with a PostgreSQL and a nats-server that tests may kill."""

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.kit.nats import NatsServer
from tests.kit.postgres import Cluster, run_cluster
from tests.kit.process import ColdServer, ServerProcess


class Servers:
    """The processes of an installation; ``database`` and ``bus`` are the addresses that its servers are given."""

    def __init__(self, postgres: Cluster, nats: NatsServer, folder: Path) -> None:
        self.postgres = postgres
        self.nats = nats
        self.database = postgres.make()
        self.bus = nats.address
        self.all: list[ServerProcess] = []
        self._folder = folder

    def add(self, kind: type[ServerProcess] = ColdServer, **options: str | int) -> ServerProcess:
        """Start one more server."""
        usual: dict[str, str | int] = {"database": self.database, "bus": self.bus, "bot_pause_ms": 0, "bot_threads": 1}
        server = kind(self._folder / f"server{len(self.all)}.db", **(usual | options))
        self.all.append(server)
        return server.start()

    def kill(self) -> None:
        """Kill all servers."""
        for each in self.all:
            each.kill()


@contextmanager
def run_servers(folder: Path, count: int, *, on_disk: bool = False, **options: str | int) -> Iterator[Servers]:
    """Start a database that keeps what it acknowledges, a bus and ``count`` servers; end all of them at the end.

    A database ``on_disk`` keeps it through a power cut, too.
    """
    with ExitStack() as stack:
        kept = {"synchronous_commit": "on"} | ({"fsync": "on", "full_page_writes": "on"} if on_disk else {})
        postgres = stack.enter_context(run_cluster(Path(tempfile.gettempdir()) if on_disk else None, **kept))
        nats = NatsServer().start()
        stack.callback(nats.kill)
        servers = Servers(postgres, nats, folder)
        stack.callback(servers.kill)
        for _ in range(count):
            servers.add(ColdServer, **options)
        yield servers
