"""The two addresses of sign-in by a provider: redirects to it and back, with a cookie that identifies the browser.

Nothing changes here: the result is a ticket, with which the page signs in over its socket.
"""

from collections.abc import Sequence
from urllib.parse import urlsplit

from websockets.http11 import Request, Response

from server.errors import Refused
from server.oidc.flow import STATE_MS, TICKET_MS, OidcFlow
from server.protocol.addresses import OIDC_CALLBACK
from server.protocol.pages import page_path
from server.protocol.query import OidcQuery, OidcStartQuery
from server.transport.responses import answer, header

PAGE = page_path("oidc")
START_COST = 20
"""Cost to the address's budget of requests: it keeps one client from starting so many sign-ins that others are
evicted.
"""
BROWSER, TICKET = "tengen_oidc", "tengen_ticket"
"""Cookies: the first identifies a browser that has begun a sign-in, the second carries the ticket to its page. Both are
limited to these addresses.
"""


class SignInPages:
    """Answers both addresses. ``flow`` is None without a provider; ``public_origins`` are the server's public URLs."""

    def __init__(self, flow: OidcFlow | None, public_origins: Sequence[str]) -> None:
        self._flow = flow
        self._public_origins = public_origins

    async def start(self, request: Request, query: OidcStartQuery) -> Response:
        """Redirect a browser to the provider, unless another site sent it here."""
        if header(request, "Sec-Fetch-Site").strip().lower() == "cross-site":
            return _go(f"{PAGE}?error=oidc_state")
        origin = self._origin(request)
        try:
            url, cookie = await self._require().begin(origin + OIDC_CALLBACK.path, query.link)
        except Refused as refused:
            return _go(f"{PAGE}?error={refused.code}")
        return _go(url, _cookie(BROWSER, cookie, STATE_MS, origin, hidden=True))

    async def come_back(self, request: Request, query: OidcQuery) -> Response:
        """Redirect a browser from the provider to its page, with a ticket or an error."""
        origin = self._origin(request)
        done = _cookie(BROWSER, "", 0, origin, hidden=True)
        try:
            flow = self._require()
            if query.error or not query.code:
                raise Refused(code="oidc_denied")
            ticket = await flow.finish(query.state, query.code, query.iss, _read_cookie(request, BROWSER))
        except Refused as refused:
            return _go(f"{PAGE}?error={refused.code}", done)
        return _go(PAGE, done, _cookie(TICKET, ticket, TICKET_MS, origin))

    def _require(self) -> OidcFlow:
        if self._flow is None:
            raise Refused(code="oidc_off")
        return self._flow

    def _origin(self, request: Request) -> str:
        """Return the origin under which the browser reached this server; the provider must know it."""
        host = header(request, "Host").strip().lower()
        for origin in self._public_origins:
            if urlsplit(origin).netloc == host:
                return origin
        return self._public_origins[0] if self._public_origins else f"http://{host}"


def _go(address: str, *cookies: str) -> Response:
    headers = [("Location", address), *(("Set-Cookie", cookie) for cookie in cookies)]
    return answer(302, "text/plain; charset=utf-8", b"", headers)


def _cookie(name: str, value: str, lives_ms: int, origin: str, *, hidden: bool = False) -> str:
    parts = [f"{name}={value}", f"Path={PAGE}", f"Max-Age={lives_ms // 1000}", "SameSite=Lax"]
    if hidden:
        parts.append("HttpOnly")
    if origin.startswith("https:"):
        parts.append("Secure")
    return "; ".join(parts)


def _read_cookie(request: Request, name: str) -> str:
    for part in ";".join(request.headers.get_all("Cookie")).split(";"):
        found, _, value = part.strip().partition("=")
        if found == name:
            return value
    return ""
