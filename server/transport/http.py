"""Everything at the port that is not a WebSocket: the client's files, the JSON API, health and metrics.

The library hands every request to `Site.respond` before a handshake. It closes each connection after the answer and
drops requests with a body, so nothing here changes any state.
"""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from email.utils import formatdate
from functools import partial
from hmac import compare_digest
from http import HTTPStatus
from time import monotonic_ns
from types import MappingProxyType

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

from server.accounts.accounts import Accounts
from server.config import Config
from server.errors import Refused, StoreError
from server.learning import traps
from server.metrics import CONTENT_TYPE, Metrics
from server.protocol.api import Levels, Problem
from server.protocol.query import GamesQuery, PatternsQuery
from server.protocol.shapes import Notation
from server.puzzles import showing
from server.review import games
from server.store.store import Store
from server.store.sums import Damaged
from server.transport import api, routing
from server.transport.budget import Budgets
from server.transport.cache import Cache, Kept
from server.transport.hosts import Hosts
from server.transport.page import preferred
from server.transport.proxy import client_address, is_loopback, is_own_origin
from server.transport.static import ClientFile, ClientFiles

log = logging.getLogger(__name__)

JSON = "application/json"
KEPT = "public, max-age=31536000, immutable"
"""What is named by its content never changes."""

SECURITY = (
    (
        "Content-Security-Policy",
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'",
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""On every answer. ``'self'`` takes in the WebSocket of the same host."""

_HEADERS_OF: dict[int, list[tuple[str, str]]] = {
    401: [("WWW-Authenticate", "Bearer")],
    405: [("Allow", ", ".join(routing.METHODS))],
    426: [("Connection", "Upgrade, close"), ("Upgrade", "websocket")],
    429: [("Retry-After", "1")],
    503: [("Retry-After", "1")],
}
_NOTHING: Mapping[str, str | int] = MappingProxyType({})
# By these a proxy says that it speaks for somebody else.
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
BURST_S = 30
"""So many seconds of its budget an address may use at once: a class of 30 that opens the page, at 100 requests each,
uses half of it."""
_STATUS = {"banned": 403, "bad_token": 401, "signed_out": 401, "not_found": 404, "bad_cursor": 400}


class Site:
    """Answers for one server. ``levels`` gives the ladder as it is now."""

    def __init__(
        self,
        config: Config,
        store: Store,
        accounts: Accounts,
        files: ClientFiles,
        metrics: Metrics,
        levels: Callable[[], Levels],
        hosts: Hosts,
    ) -> None:
        self._config = config
        self._store = store
        self._accounts = accounts
        self._files = files
        self._metrics = metrics
        self._levels = levels
        self._hosts = hosts
        rate = config.address_requests_per_s
        self._budgets = Budgets(rate, BURST_S * rate)
        self._cache = Cache()

    async def respond(self, request: Request, peer: str) -> Response | None:
        """The answer to a request; None where the WebSocket handshake should go on. Never raises.

        ``peer`` is the address of the socket's other end.
        """
        try:
            response = await self._answer(request, peer)
        except Refused as refused:
            status = _STATUS.get(refused.code, 400)
            response = problem(status, refused.code, refused.detail)
        except StoreError as error:
            log.warning("store: %s", error)
            response = problem(500 if isinstance(error, Damaged) else 503, error.code)
        except Exception:
            fault = secrets.token_hex(4)
            log.exception("fault %s at %s %s", fault, request.method, request.path)
            response = problem(500, "internal", {"id": fault})
        if response is not None and request.method == "HEAD":
            response.body = b""  # Content-Length stays that of the answer to GET
        return response

    async def _answer(self, request: Request, peer: str) -> Response | None:
        host = _header(request, "Host")
        if not self._hosts.know(host):
            return problem(421, "wrong_host", {"why": self._hosts.refuse(host)})
        wanted = routing.route(request.method, request.path)
        # connections and their messages have limits of their own
        if wanted != routing.Socket() and not self._within_budget(request, peer):
            return problem(429, "flood")
        match wanted:
            case routing.Socket():
                return self._handshake(request)
            case routing.Page() | routing.File("index.html"):
                return _cached(request, self._page(request), "no-cache", "Accept-Language")
            case routing.File(name):
                return self._file(request, self._files.get(name), "no-cache")
            case routing.Built(build, name):
                # a page of another build, before it is loaded again, gets what there is, and keeps it not
                kept = KEPT if build == self._files.build else "no-store"
                return self._file(request, self._files.built(name), kept)
            case routing.Games(query):
                viewer = await self._viewer(request)
                return await self._kept((viewer, query), partial(self._games, query, viewer))
            case routing.Game(id):
                return _json(await api.game(self._store, id, await self._viewer(request)))
            case routing.Export(id, notation):
                viewer = await self._viewer(request)
                return await self._kept((viewer, id, notation), partial(self._export, id, notation, viewer))
            case routing.NextPuzzle(query):
                return _json(await showing.following(self._store, query, await self._viewer(request)))
            case routing.Puzzle(number):
                return _json(await showing.puzzle(self._store, number, await self._viewer(request)))
            case routing.Analysis(id):
                return _json(await games.analysis(self._store, id, await self._viewer(request)))
            case routing.Patterns(query):
                viewer = await self._viewer(request)
                return await self._kept((viewer, query), partial(self._traps, query, viewer))
            case routing.Pattern(key):
                return _json(await traps.one(self._store, key, await self._viewer(request)))
            case routing.Levels():
                return _json(self._levels())
            case routing.Scores():
                return _json(await api.scores(self._store, await self._viewer(request)))
            case routing.Health():
                await self._store.last_heartbeat()
                if self._store.failing:
                    raise StoreError("nothing can be kept at the moment")
                return answer(200, JSON, b'{"status":"ok"}')
            case routing.Measurements():
                if not self._may_measure(request, peer):
                    return problem(403, "metrics_closed")
                return answer(200, CONTENT_TYPE, self._metrics.text())
            case routing.Refusal(status, code, why):
                return problem(status, code, {"why": why} if why else {})

    def _within_budget(self, request: Request, peer: str) -> bool:
        forwarded = request.headers.get_all("X-Forwarded-For")
        address = client_address(peer, forwarded, self._config.trusted_proxies)
        now = monotonic_ns() // 1_000_000
        allowed = self._budgets.open(address, now).allow(now)
        self._budgets.close(address)
        return allowed

    def _may_measure(self, request: Request, peer: str) -> bool:
        """Only this machine, unless a proxy speaks from it for others; or who has the token."""
        scheme, _, token = _header(request, "Authorization").partition(" ")
        wanted = self._config.metrics_token
        if wanted and scheme.lower() == "bearer" and compare_digest(token.strip().encode(), wanted.encode()):
            return True
        return is_loopback(peer) and not any(name in request.headers for name in _FORWARDED)

    async def _kept(self, key: Hashable, make: Callable[[], Awaitable[Kept]]) -> Response:
        """An answer from the cache, or made anew; ``key`` names the viewer, as the rights of each are others."""
        version = self._store.told
        kept = self._cache.get(key, version)
        if kept is None:
            kept = await make()
            self._cache.put(key, version, kept)
        return answer(200, kept.type, kept.body, kept.headers)

    async def _games(self, query: GamesQuery, viewer: str | None) -> Kept:
        return Kept(JSON, msgspec.json.encode(await api.games(self._store, query, viewer)))

    async def _traps(self, query: PatternsQuery, viewer: str | None) -> Kept:
        return Kept(JSON, msgspec.json.encode(await traps.page(self._store, query, viewer)))

    async def _export(self, id: str, notation: Notation, viewer: str | None) -> Kept:
        history = await api.game(self._store, id, viewer)
        export = await asyncio.to_thread(api.export, history, notation)
        disposition = ("Content-Disposition", f'attachment; filename="{export.filename}"')
        return Kept(export.type, export.body, (disposition,), lasting=history.game.result is not None)

    def _handshake(self, request: Request) -> Response | None:
        if "websocket" not in _header(request, "Upgrade").lower():
            return problem(426, "not_a_websocket")
        if not is_own_origin(_header(request, "Origin"), _header(request, "Host"), self._config.public_origins):
            return problem(403, "wrong_origin")
        return None

    async def _viewer(self, request: Request) -> str | None:
        """Id of the player whose token the request carries; None without one."""
        scheme, _, token = _header(request, "Authorization").partition(" ")
        if not scheme:
            return None
        player = await self._accounts.by_token(token.strip()) if scheme.lower() == "bearer" else None
        if player is None:
            raise Refused(code="bad_token")
        return player.id

    def _page(self, request: Request) -> ClientFile:
        return self._files.page(preferred(_header(request, "Accept-Language")))

    def _file(self, request: Request, file: ClientFile | None, kept: str) -> Response:
        if file is not None:
            return _cached(request, file, kept)
        if "text/html" in _header(request, "Accept"):
            page = self._page(request)
            return answer(404, page.type, page.body)  # the page itself says that there is nothing here
        return problem(404, "not_found")


def _cached(request: Request, file: ClientFile, kept: str, *varying: str) -> Response:
    """A file as the browser wants it: not again when it has it, in gzip when it takes that.

    ``kept`` tells how long it may do without asking, ``varying`` which other headers of the request decide.
    """
    zipped = file.zipped is not None and _takes_gzip(_header(request, "Accept-Encoding"))
    headers = [
        ("ETag", file.zipped_etag if zipped else file.etag),
        ("Cache-Control", kept),
        ("Vary", ", ".join(("Accept-Encoding", *varying))),
    ]
    held = {tag.strip().removeprefix("W/") for tag in _header(request, "If-None-Match").split(",")}
    if held & {file.etag, file.zipped_etag, "*"}:
        return answer(304, file.type, b"", headers)
    if zipped and file.zipped is not None:
        return answer(200, file.type, file.zipped, [*headers, ("Content-Encoding", "gzip")])
    return answer(200, file.type, file.body, headers)


def _takes_gzip(accepted: str) -> bool:
    for offer in accepted.lower().split(","):
        coding, _, weight = offer.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return weight.strip("0.") != "" or not weight
    return False


def _json(body: msgspec.Struct | Sequence[msgspec.Struct]) -> Response:
    return answer(200, JSON, msgspec.json.encode(body))


def problem(status: int, code: str, detail: Mapping[str, str | int] = _NOTHING) -> Response:
    """An answer that is not a success, with its `Problem` as the body."""
    body = msgspec.json.encode(Problem(code, dict(detail)))
    return answer(status, JSON, body, _HEADERS_OF.get(status, ()))


def answer(status: int, type: str, body: bytes, headers: Iterable[tuple[str, str]] = ()) -> Response:
    """A response with the headers that every one has."""
    fields = Headers([("Date", formatdate(usegmt=True)), *SECURITY, *headers])
    for name, value in (("Connection", "close"), ("Cache-Control", "no-store")):
        if name not in fields:
            fields[name] = value
    if status != 304:
        fields["Content-Type"] = type
        fields["Content-Length"] = str(len(body))
    return Response(status, HTTPStatus(status).phrase, fields, body)


def _header(request: Request, name: str) -> str:
    return ", ".join(request.headers.get_all(name))
