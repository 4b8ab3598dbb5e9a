"""A browser's sign-in with the provider: begun here, and finished with the code that it brings back."""

import asyncio
import base64
import hashlib
import logging
import secrets
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from hmac import compare_digest
from typing import TypeVar

from server.errors import Refused, TengenError
from server.oidc.fetching import ProviderFault
from server.oidc.provider import Identity, Provider
from server.steady_time import Now

log = logging.getLogger("tengen")

MINUTES = 10
STATE_MS = MINUTES * 60_000
"""Longest stay at the provider."""
TICKET_MS = 600_000
"""Longest time to choose a name."""
MOST_KEPT = 10_000
"""Most begun sign-ins, and most tickets; the oldest make room."""
MOST_ASKING = 32
"""Most concurrent requests to the provider, including waiting ones."""
THREADS = 4

Found = TypeVar("Found")
Key = TypeVar("Key")
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class LinkWish:
    """An account to be linked, and the device on which its password was given."""

    player: str
    device: str


@dataclass(frozen=True, slots=True)
class Vouched:
    """Content of a ticket: the person's identity at the provider, and the link that the sign-in is for, if any."""

    identity: Identity
    link: LinkWish | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A begun sign-in; ``browser`` is the hash of the cookie of its browser."""

    browser: bytes
    nonce: str
    verifier: str
    redirect_uri: str
    until: int
    link: LinkWish | None = None


class OidcFlow:
    """Sign-ins with ``provider``; ``now`` returns the time in ms. Nothing is stored: sign-ins in progress end with the
    server.
    """

    def __init__(self, provider: Provider, now: Now) -> None:
        self.provider = provider
        self._now = now
        self._begun: dict[str, Begun] = {}
        self._tickets: dict[bytes, tuple[Vouched, int]] = {}
        self._links: dict[bytes, tuple[LinkWish, int]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "oidc")
        self._asking = 0

    def close(self) -> None:
        """Stop waiting for answers of the provider."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def allow_link(self, player: str, device: str) -> str:
        """Return a one-time code with which a browser begins to link an account; the password was checked on the
        device.
        """
        code = secrets.token_urlsafe(32)
        _make_room(self._links)
        self._links[_hash(code)] = LinkWish(player, device), self._now() + STATE_MS
        return code

    async def begin(self, redirect_uri: str, link: str = "") -> tuple[str, str]:
        """Begin a sign-in. Return the URL of the provider, and a cookie that identifies the browser on its return.

        With the code of a ``link`` the sign-in is only for that. Raises Refused: "oidc_unavailable", "oidc_state" for
        an invalid link.
        """
        wish: LinkWish | None = None
        if link:
            wish, until = self._links.pop(_hash(link), (None, 0))
            if until <= self._now():
                raise Refused(code="oidc_state")
        state, nonce, verifier, cookie = (secrets.token_urlsafe(32) for _ in range(4))
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        url = await self._ask(
            "oidc_unavailable", lambda: self.provider.authorize_url(redirect_uri, state, nonce, challenge)
        )
        _make_room(self._begun)
        self._begun[state] = Begun(_hash(cookie), nonce, verifier, redirect_uri, self._now() + STATE_MS, wish)
        return url, cookie

    async def finish(self, state: str, code: str, issuer: str | None, cookie: str) -> str:
        """Finish a sign-in. Return its ticket. Raises Refused: "oidc_state" if this browser did not begin it, or it was
        used or has expired; "oidc_token" if the provider does not confirm the identity.
        """
        begun = self._begun.pop(state, None)  # whatever the result: no state is used twice
        if begun is None or begun.until <= self._now() or not compare_digest(begun.browser, _hash(cookie)):
            raise Refused(code="oidc_state")
        if issuer is not None and issuer != self.provider.settings.issuer:
            log.info("sign-in by a provider: a browser came back with an answer of %r", issuer[:200])
            raise Refused(code="oidc_state")
        identity = await self._ask(
            "oidc_token", lambda: self.provider.redeem(code, begun.redirect_uri, begun.verifier, begun.nonce)
        )
        ticket = secrets.token_urlsafe(32)
        _make_room(self._tickets)
        self._tickets[_hash(ticket)] = Vouched(identity, begun.link), self._now() + TICKET_MS
        return ticket

    def look_up(self, ticket: str) -> Vouched:
        """Return the content of a ticket; raises Refused("oidc_state")."""
        vouched, until = self._tickets.get(_hash(ticket), (None, 0))
        if vouched is None or until <= self._now():
            raise Refused(code="oidc_state")
        return vouched

    def use_up(self, ticket: str) -> None:
        """Remove a used ticket."""
        self._tickets.pop(_hash(ticket), None)

    @contextmanager
    def hold(self, ticket: str) -> Iterator[None]:
        """Reserve a ticket during the block; afterwards it is used up, unless the block raises a TengenError.

        Raises Refused("oidc_state") if the ticket is unknown or reserved.
        """
        kept = self._tickets.pop(_hash(ticket), None)
        if kept is None:
            raise Refused(code="oidc_state")
        try:
            yield
        except TengenError:
            self._tickets[_hash(ticket)] = kept
            raise

    async def _ask(self, code: str, work: Callable[[], Found]) -> Found:
        if self._asking >= MOST_ASKING:
            raise Refused(code="accounts_busy")
        self._asking += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        except ProviderFault as fault:
            log.warning("sign-in by a provider: %s", fault)
            raise Refused(code=code) from None
        finally:
            self._asking -= 1


def _make_room(kept: dict[Key, Kept]) -> None:
    if len(kept) >= MOST_KEPT:
        kept.pop(next(iter(kept)))


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
