"""The feature of the transport: socket, pages, HTTP API."""

from collections.abc import Coroutine, Iterator
from functools import partial
from typing import Any, cast

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from bots.executor import Executor
from bots.levels import list_offered, sort_by_strength
from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.moderation import feature as moderation
from server.oidc import feature as oidc
from server.protocol.api import LevelInfo, Levels
from server.rooms import feature as rooms
from server.signals import PlayerGreeted
from server.transport.api import Api
from server.transport.gate import Gate
from server.transport.hosts import Hosts, own_names
from server.transport.http import Site
from server.transport.proxy import peer_of
from server.transport.sign_in_pages import SignInPages
from server.transport.static import ClientFiles
from server.transport.stream import Stream


def list_levels(executor: Executor) -> Levels:
    """List the ladder as the client shows it."""
    return Levels(
        [
            LevelInfo(
                level.number,
                dict(level.name),
                dict(level.character),
                list(level.rules),  # type: ignore[arg-type]
                list(level.sizes),
                level.elo,
                executor.ready(level),
                level.studies,
                level.twin_of,
            )
            for level in sort_by_strength(list_offered())
        ]
    )


class TransportFeature(Feature):
    """All communication with browsers; it is opened last, and the port after it."""

    def __init__(self, core: Core) -> None:
        store, config, executor = core.store, core.config, core.executor
        people = core.need(accounts.open)
        table = core.need(rooms.open)
        powers = core.need(moderation.open).powers
        files = ClientFiles()
        self._hosts = Hosts(own_names(config.host), config.public_origins)
        self.gate = Gate(config, people.sessions, core.handlers, core.signals, core.metrics, core.now)
        levels = partial(list_levels, executor)
        api = Api(store, levels, core.now, executor.run, table.rooms.ratings, table.fair_play, powers)
        pages = SignInPages(core.need(oidc.open).flow, config.public_origins)
        self.site = Site(config, store, people.accounts, files, core.metrics, api, self._hosts, pages)
        core.signals.on(PlayerGreeted, lambda greeted: greeted.fields.update(build=files.build, now=core.now()))

    async def start(self) -> None:
        """Look up the names of this machine."""
        self._hosts.ask()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Measure the lag of each connection."""
        yield self.gate.heartbeat.work()

    async def respond(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a request that does not belong to the realtime protocol."""
        return await self.site.respond(request, peer_of(connection), cast("Stream", connection))


def open(core: Core) -> TransportFeature:
    """Open the feature."""
    return TransportFeature(core)
