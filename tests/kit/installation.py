"""Several servers of one installation in this process: one store, one bus that a test can cut."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from server.bus.local import Exchange, LocalBus
from server.config import Config
from server.lifecycle import start_on
from server.metrics import Metrics
from server.store.database import Database
from tests.kit.app import App
from tests.kit.client import Client
from tests.kit.stores import OpenStore, open_at


class Leads:
    """The numbers of the servers that lead in something: the first to ask, until it loses that."""

    def __init__(self) -> None:
        self.of: dict[str, int] = {}
        self.dead: set[int] = set()
        self.torn: set[str] = set()
        """Where every server takes itself for the one that leads."""

    def ask(self, name: str, number: int) -> bool:
        """Whether a server leads, now that it asks."""
        return number not in self.dead and (name in self.torn or self.of.setdefault(name, number) == number)

    def kill(self, number: int) -> None:
        """Let a server lead nowhere any more."""
        self.dead.add(number)
        self.of = {name: other for name, other in self.of.items() if other != number}


def share(store: OpenStore, leads: Leads, number: int) -> Database:
    """A store, as one of several servers has it."""

    class Share(type(store)):  # type: ignore[misc] # of either kind
        async def lead(self, name: str) -> bool:
            return leads.ask(name, number)

        async def stop_leading(self, name: str) -> None:
            if leads.of.get(name) == number:
                del leads.of[name]

    shared: OpenStore = object.__new__(Share)
    shared.__dict__ = store.__dict__
    return shared


class Installation:
    """Servers with their addresses, and the bus between them."""

    def __init__(self, exchange: Exchange, leads: Leads, stack: AsyncExitStack) -> None:
        self.exchange = exchange
        self.leads = leads
        self.buses: list[LocalBus] = []
        self.apps: list[App] = []
        self.addresses: list[str] = []
        self._stack = stack

    async def connect(self, number: int, token: str | None = None) -> Client:
        """A client of one of the servers, closed at the end."""
        client = await Client(self.addresses[number], token).open()
        self._stack.push_async_callback(client.close)
        return client

    def cut(self, number: int) -> None:
        """Cut a server off from the bus."""
        self.exchange.cut(self.buses[number])

    def mend(self, number: int) -> None:
        """Bring a server back to the bus."""
        self.exchange.mend(self.buses[number])

    def kill(self, number: int) -> None:
        """Let a server be heard no more and lead nowhere, as if its machine were gone."""
        self.cut(number)
        self.leads.kill(number)


@asynccontextmanager
async def open_installation(config: Config, servers: int = 2) -> AsyncIterator[Installation]:
    """Start servers on one database file, or each with a store of its own on the database that the settings name."""
    async with AsyncExitStack() as stack:
        installation = Installation(Exchange(), Leads(), stack)
        for number in range(servers):
            if number == 0 or config.database:
                store = await open_at(config.database or str(config.db))
                stack.push_async_callback(store.close)
            bus = LocalBus(installation.exchange)
            stack.push_async_callback(bus.close)
            core, server = await start_on(
                share(store, installation.leads, number),
                bus,
                replace(config, bot_threads=1),
                Metrics(),
                stack,
            )
            installation.buses.append(bus)
            installation.apps.append(App(core))
            port = next(iter(server.sockets)).getsockname()[1]
            installation.addresses.append(f"ws://127.0.0.1:{port}/ws")
        yield installation
