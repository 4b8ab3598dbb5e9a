"""A real server with nothing but the HTTP side on it."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection, serve
from websockets.http11 import Request, Response

from bots.workers.fair_queue import Asker
from server.accounts.accounts import Accounts
from server.config import Config
from server.metrics import Metrics
from server.moderation.powers import Powers
from server.moderation.roles import Roles
from server.protocol.api import LevelInfo, Levels
from server.ratings.held import Ratings
from server.store.store import Store
from server.transport.api import Api
from server.transport.hosts import Hosts, own_names
from server.transport.http import Site
from server.transport.proxy import peer_of
from server.transport.sign_in_pages import SignInPages
from server.transport.static import ClientFiles
from tests.kit.fair_play import make_idle
from tests.server.transport.browser import Answer, fetch

NOW = 7_000
LADDER = Levels([LevelInfo(1, {"en": "One"}, {"en": "Weak"}, ["freestyle"], [15])])
PAGE = '<!doctype html><html lang="%LANGUAGE%"><meta name="tengen-build" content="%BUILD%">'
SCRIPT = "export const words = [\n" + '  "a line that repeats",\n' * 100 + "];\n"


@dataclass
class Served:
    """The server under test: its port, its parts, the folder of the client's files."""

    port: int
    store: Store
    accounts: Accounts
    metrics: Metrics
    files: ClientFiles
    folder: Path
    site: Site

    async def get(self, target: str, method: str = "GET", **headers: str) -> Answer:
        """Send one request."""
        return await fetch(self.port, target, method, **headers)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small client."""
    root = tmp_path / "client"
    (root / "lib").mkdir(parents=True)
    (root / ".git").mkdir()
    (root / "index.html").write_text(PAGE)
    (root / "lib" / "words.js").write_text(SCRIPT)
    (root / "icon.svg").write_text("<svg/>")
    (root / "notes.py").write_text("secret = 1")
    (root / ".hidden.js").write_text("secret")
    (root / ".git" / "config.js").write_text("secret")
    (tmp_path / "outside.js").write_text("secret")
    return root


async def run_here(function: Callable[..., Any], *arguments: Any, awaited: bool, asker: Asker) -> Any:
    """Run a function as the executor does in another process."""
    return function(*arguments)


@pytest.fixture
async def served(tmp_path: Path, folder: Path) -> AsyncIterator[Served]:
    """The server, and a store with nothing in it."""
    store = await Store.open(tmp_path / "tengen.db")
    accounts, metrics, files = Accounts(store), Metrics(), ClientFiles(folder, every_s=0)
    site = Site(
        Config(metrics_token="secret"),
        store,
        accounts,
        files,
        metrics,
        Api(store, lambda: LADDER, lambda: NOW, run_here, Ratings(store), make_idle(), Powers(Roles(store))),
        Hosts(own_names(""), ()),
        SignInPages(None, ()),
    )

    async def echo(socket: ServerConnection) -> None:
        async for message in socket:
            await socket.send(message)

    async def respond(socket: ServerConnection, request: Request) -> Response | None:
        return await site.respond(request, peer_of(socket))

    async with serve(echo, "127.0.0.1", 0, process_request=respond) as server:
        port = next(iter(server.sockets)).getsockname()[1]
        yield Served(port, store, accounts, metrics, files, folder, site)
    await store.close()
