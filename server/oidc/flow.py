"""The way of a browser to the provider and back: what it has begun, and what it brings home."""

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
"""How long somebody may take at the provider."""
TICKET_MS = 600_000
"""How long a choice of the name may take."""
MOST_KEPT = 10_000
"""Sign-ins that were begun, and tickets; the oldest make room."""
MOST_ASKING = 32
"""Requests to the provider that wait or are under way."""
THREADS = 4

Found = TypeVar("Found")
Key = TypeVar("Key")
Kept = TypeVar("Kept")


@dataclass(frozen=True, slots=True)
class LinkWish:
    """Whose account is to be linked, on which device: there a password was said."""

    player: str
    device: str


@dataclass(frozen=True, slots=True)
class Vouched:
    """What a ticket is for: who somebody is at the provider, and the link that this was begun for, where it was."""

    identity: Identity
    link: LinkWish | None = None


@dataclass(frozen=True, slots=True)
class Begun:
    """A sign-in that was begun: ``browser`` is the hash of the cookie of whose browser that was."""

    browser: bytes
    nonce: str
    verifier: str
    redirect_uri: str
    until: int
    link: LinkWish | None = None


class OidcFlow:
    """Sign-ins by ``provider``; ``now`` is the time in ms. Nothing is stored: what is under way ends with it."""

    def __init__(self, provider: Provider, now: Now) -> None:
        self.provider = provider
        self._now = now
        self._begun: dict[str, Begun] = {}
        self._tickets: dict[bytes, tuple[Vouched, int]] = {}
        self._links: dict[bytes, tuple[LinkWish, int]] = {}
        self._threads = ThreadPoolExecutor(THREADS, "oidc")
        self._asking = 0

    def close(self) -> None:
        """Wait for no answer of the provider any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def allow_link(self, player: str, device: str) -> str:
        """A code with which a browser begins to link an account, once, on a device where the password was said."""
        code = secrets.token_urlsafe(32)
        _make_room(self._links)
        self._links[_hash(code)] = LinkWish(player, device), self._now() + STATE_MS
        return code

    async def begin(self, redirect_uri: str, link: str = "") -> tuple[str, str]:
        """Where a browser goes to sign in, and the cookie by which it is known when it comes back.

        With the code of a ``link`` that is for nothing else. Refused: "oidc_unavailable", "oidc_state" for a code that
        is none.
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
        """The ticket of who comes back with a code. Refused: "oidc_state" where this browser has not begun that, or it
        came back before or too late, "oidc_token" where the provider does not vouch for anybody."""
        begun = self._begun.pop(state, None)  # whatever comes of it: no state counts twice
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
        """What a ticket is for; Refused("oidc_state")."""
        vouched, until = self._tickets.get(_hash(ticket), (None, 0))
        if vouched is None or until <= self._now():
            raise Refused(code="oidc_state")
        return vouched

    def use_up(self, ticket: str) -> None:
        """A ticket has been used."""
        self._tickets.pop(_hash(ticket), None)

    @contextmanager
    def hold(self, ticket: str) -> Iterator[None]:
        """Have nobody else use a ticket meanwhile, nor later unless the block raises an error. Refused("oidc_state")
        where somebody else has it."""
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
