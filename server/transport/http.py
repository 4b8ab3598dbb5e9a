"""HTTP: everything on the port that is not a WebSocket: the client's files, the JSON API, health and metrics.

The library passes every request to `Site.respond` before a handshake. It closes each connection after the answer and
drops requests with a body, so that nothing here changes any state.
"""

import logging
import secrets
from dataclasses import replace
from hmac import compare_digest
from time import monotonic_ns

from websockets.http11 import Request, Response

from server.accounts.accounts import Accounts
from server.config import Config
from server.errors import Refused, StoreError
from server.metrics import CONTENT_TYPE, Metrics
from server.protocol import addresses
from server.protocol.addresses import Address
from server.protocol.query import OidcQuery, OidcStartQuery
from server.store.database import Database
from server.store.games import room_log
from server.store.integrity import Damaged
from server.transport import routing
from server.transport.api import Api
from server.transport.budget import Budgets
from server.transport.hosts import Hosts
from server.transport.operator_advice import MOST_TOLD, OperatorAdvice
from server.transport.page import choose_language
from server.transport.proxy import client_address, find_untrusted, is_loopback, is_own_origin
from server.transport.responses import JSON, answer, answer_cached, header, problem
from server.transport.sign_in_pages import START_COST, SignInPages
from server.transport.static import ClientFile, ClientFiles
from server.transport.stream import Stream

log = logging.getLogger(__name__)

KEPT = "public, max-age=31536000, immutable"
"""For files that are named by their content, which never changes."""

# Headers with which a proxy says that it forwards for others.
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP", "Via")
BURST_S = 30
"""Seconds of its budget that an address may use at once: a class of 30 that opens the page, at 100 requests each, uses
half of it.
"""
_STATUS = {"banned": 403, "bad_token": 401, "signed_out": 401, "not_found": 404, "bad_cursor": 400, "flood": 429}
_STATUS |= {"not_staff": 403, "act_needed": 403, "file_too_large": 413}
_STATUS |= {"rated_game_on": 403, "bots_busy": 503, "tree_writing": 503, "restart": 503, "internal": 500}


class Site:
    """Answers the HTTP requests of one server."""

    def __init__(
        self,
        config: Config,
        store: Database,
        accounts: Accounts,
        files: ClientFiles,
        metrics: Metrics,
        api: Api,
        hosts: Hosts,
        sign_in_pages: SignInPages,
    ) -> None:
        self._sign_in_pages = sign_in_pages
        self._config = config
        self._store = store
        self._accounts = accounts
        self._files = files
        self._metrics = metrics
        self._api = api
        self._hosts = hosts
        rate = config.address_requests_per_s
        self._budgets = Budgets(rate, BURST_S * rate)
        self._advice = OperatorAdvice()
        self._untrusted: set[str] = set()
        """Untrusted proxies that were already logged."""

    async def respond(self, request: Request, peer: str, stream: Stream | None = None) -> Response | None:
        """Answer a request; None if the WebSocket handshake should go on. Never raises.

        ``peer`` is the address of the other end of ``stream``, whose patience is extended for slow answers.
        """
        try:
            response = await self._answer(request, peer, stream)
        except Refused as refused:
            status = _STATUS.get(refused.code, 400)
            response = problem(status, refused.code, refused.detail)
        except StoreError as error:
            if not isinstance(error, Damaged):  # which was logged once
                log.warning("store: %s", error)
            response = problem(500 if isinstance(error, Damaged) else 503, error.code)
        except Exception:
            fault = secrets.token_hex(4)
            log.exception("fault %s at %s %s", fault, request.method, request.path)
            response = problem(500, "internal", {"id": fault})
        if response is not None and request.method == "HEAD":
            response.body = b""  # Content-Length stays that of the answer to GET
        return response

    async def _answer(self, request: Request, peer: str, stream: Stream | None) -> Response | None:
        host = header(request, "Host")
        if not self._hosts.know(host):
            return problem(421, "wrong_host", {"why": self._hosts.refuse(host)})
        self._look_for_proxy(request, peer)
        wanted = routing.route(request.method, request.path)
        # connections and their messages have limits of their own
        if not _is_of(wanted, addresses.SOCKET) and not self._within_budget(request, peer, wanted):
            return problem(429, "flood")
        match wanted:
            case routing.Page(name):
                return answer_cached(request, self._page(request, name), "no-cache", "Accept-Language")
            case routing.File("index.html"):
                return answer_cached(request, self._page(request, "lobby"), "no-cache", "Accept-Language")
            case routing.File(name):
                return self._file(request, self._files.get(name), "no-cache")
            case routing.Built(build, name):
                # a page of another build gets the present file, uncached, until it is reloaded
                kept = KEPT if build == self._files.build else "no-store"
                return self._file(request, self._files.built(name, build), kept)
            case routing.Call(addresses.SOCKET):
                return self._handshake(request)
            case routing.Call(addresses.HEALTH):
                return await self._check_health()
            case routing.Call(addresses.METRICS):
                return self._measure(request, peer)
            case routing.Call(addresses.OIDC_START, query=OidcStartQuery() as begun):
                return await self._sign_in_pages.start(request, begun)
            case routing.Call(addresses.OIDC_CALLBACK, query=OidcQuery() as query):
                return await self._sign_in_pages.come_back(request, query)
            case routing.Call(address):
                viewer = await self._viewer(request) if address.personal else None
                asked = replace(wanted, asker=self._address(request, peer))
                if stream is not None and (patience := self._api.patience_s(asked)):
                    stream.wait(patience)
                    asked = replace(asked, at_end=stream.at_end.append)
                found = await self._api.answer(asked, viewer)
                return answer(200, found.type, found.body, found.headers)
            case routing.Refusal(status, code, why):
                return problem(status, code, {"why": why} if why else {})

    async def _check_health(self) -> Response:
        await room_log.read_heartbeat(self._store)
        if self._store.failing:
            raise StoreError("nothing can be kept at the moment")
        return answer(200, JSON, b'{"status":"ok"}')

    def _measure(self, request: Request, peer: str) -> Response:
        if not self._may_measure(request, peer):
            return problem(403, "metrics_closed")
        return answer(200, CONTENT_TYPE, self._metrics.render())

    def _within_budget(self, request: Request, peer: str, wanted: routing.Route) -> bool:
        cost = self._api.cost(wanted) if isinstance(wanted, routing.Call) else 1
        if _is_of(wanted, addresses.OIDC_START):
            cost = START_COST
        address = self._address(request, peer)
        now = monotonic_ns() // 1_000_000
        allowed = self._budgets.open(address, now).allow(now, cost)
        self._budgets.close(address)
        return allowed

    def _address(self, request: Request, peer: str) -> str:
        return client_address(peer, request.headers.get_all("X-Forwarded-For"), self._config.trusted_proxies)

    def _may_measure(self, request: Request, peer: str) -> bool:
        """Return whether a request may read metrics: only from this machine without a proxy, or with the token."""
        scheme, _, token = header(request, "Authorization").partition(" ")
        wanted = self._config.metrics_token
        if wanted and scheme.lower() == "bearer" and compare_digest(token.strip().encode(), wanted.encode()):
            return True
        return is_loopback(peer) and not any(name in request.headers for name in _FORWARDED)

    def _look_for_proxy(self, request: Request, peer: str) -> None:
        forwarded = request.headers.get_all("X-Forwarded-For")
        proxy = find_untrusted(peer, forwarded, self._config.trusted_proxies)
        if proxy is not None and proxy not in self._untrusted and len(self._untrusted) < MOST_TOLD:
            self._untrusted.add(proxy)
            log.warning(
                "%s sends X-Forwarded-For and is not trusted: all behind it share the limits of one address; "
                "TENGEN_TRUSTED_PROXIES=%s counts each of them",
                *(proxy, proxy),
            )

    def _handshake(self, request: Request) -> Response | None:
        if "websocket" not in header(request, "Upgrade").lower():
            if any(name in request.headers for name in _FORWARDED):
                text = "refused: a proxy asks for /ws without Upgrade; it has to pass WebSockets on (docs/hosting.md)"
                self._advice.tell("no_upgrade", "", text)
            return problem(426, "not_a_websocket")
        origin, host = header(request, "Origin"), header(request, "Host")
        if not is_own_origin(origin, host, self._config.public_origins):
            shown = origin[:80] if origin.isprintable() else "?"
            text = f"refused: a page of {shown!r} may not connect to {host!r}; TENGEN_PUBLIC_ORIGINS={shown} lets it"
            self._advice.tell("wrong_origin", shown, text)
            return problem(403, "wrong_origin")
        return None

    async def _viewer(self, request: Request) -> str | None:
        """Return the id of the player whose token the request carries; None without one."""
        scheme, _, token = header(request, "Authorization").partition(" ")
        if not scheme:
            return None
        player = await self._accounts.find_by_token(token.strip()) if scheme.lower() == "bearer" else None
        if player is None:
            raise Refused(code="bad_token")
        return player.id

    def _page(self, request: Request, name: str) -> ClientFile:
        return self._files.page(choose_language(header(request, "Accept-Language")), name)

    def _file(self, request: Request, file: ClientFile | None, kept: str) -> Response:
        if file is not None:
            return answer_cached(request, file, kept)
        if "text/html" in header(request, "Accept"):
            page = self._page(request, "missing")
            return answer(404, page.type, page.body)  # the page itself says that there is nothing here
        return problem(404, "not_found")


def _is_of(wanted: routing.Route, address: Address) -> bool:
    return isinstance(wanted, routing.Call) and wanted.address is address
