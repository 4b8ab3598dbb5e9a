"""A browser's sign-in with the provider: begun here, and finished with the code that it brings back."""

import asyncio
import base64
import hashlib
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from hmac import compare_digest
from typing import TypeVar

import msgspec
from msgspec import Struct

from server.errors import Refused, TengenError
from server.oidc.fetching import ProviderFault
from server.oidc.provider import Identity, Provider
from server.steady_time import Now
from server.store.database import Database
from server.store.people import one_time_values
from server.store.people.one_time_values import OneTimeKind, OneTimeValue

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


class LinkWish(Struct, frozen=True):
    """An account to be linked, and the device on which its password was given."""

    player: str
    device: str


class Vouched(Struct, frozen=True):
    """Content of a ticket: the person's identity at the provider, and the link that the sign-in is for, if any."""

    identity: Identity
    link: LinkWish | None = None


class Begun(Struct, frozen=True):
    """A begun sign-in; ``browser`` is the hash of the cookie of its browser."""

    browser: bytes
    nonce: str
    verifier: str
    redirect_uri: str
    link: LinkWish | None = None


class OidcFlow:
    """Sign-ins with ``provider``; ``now`` returns the time in ms.

    Those in progress are in ``store``, by the hashes of their secrets: a browser may come back to another process, and
    after a restart. Methods raise StoreError.
    """

    def __init__(self, provider: Provider, store: Database, now: Now) -> None:
        self.provider = provider
        self._store = store
        self._now = now
        self._threads = ThreadPoolExecutor(THREADS, "oidc")
        self._asking = 0

    def close(self) -> None:
        """Stop waiting for answers of the provider."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def allow_link(self, player: str, device: str) -> str:
        """Return a one-time code with which a browser begins to link an account; the password was checked on the
        device.
        """
        return await self._keep("link", LinkWish(player, device), STATE_MS)

    async def begin(self, redirect_uri: str, link: str = "") -> tuple[str, str]:
        """Begin a sign-in. Return the URL of the provider, and a cookie that identifies the browser on its return.

        With the code of a ``link`` the sign-in is only for that. Raises Refused: "oidc_unavailable", "oidc_state" for
        an invalid link.
        """
        wish: LinkWish | None = None
        if link:
            wish = msgspec.json.decode((await self._take("link", link)).body, type=LinkWish)
        state, nonce, verifier, cookie = (secrets.token_urlsafe(32) for _ in range(4))
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        url = await self._ask(
            "oidc_unavailable", lambda: self.provider.authorize_url(redirect_uri, state, nonce, challenge)
        )
        begun = Begun(_hash(cookie), nonce, verifier, redirect_uri, wish)
        await self._keep("begun", begun, STATE_MS, state)
        return url, cookie

    async def finish(self, state: str, code: str, issuer: str | None, cookie: str) -> str:
        """Finish a sign-in. Return its ticket. Raises Refused: "oidc_state" if this browser did not begin it, or it was
        used or has expired; "oidc_token" if the provider does not confirm the identity.
        """
        kept = await self._take("begun", state)  # whatever the result: no state is used twice
        begun = msgspec.json.decode(kept.body, type=Begun)
        if not compare_digest(begun.browser, _hash(cookie)):
            raise Refused(code="oidc_state")
        if issuer is not None and issuer != self.provider.settings.issuer:
            log.info("sign-in by a provider: a browser came back with an answer of %r", issuer[:200])
            raise Refused(code="oidc_state")
        identity = await self._ask(
            "oidc_token", lambda: self.provider.redeem(code, begun.redirect_uri, begun.verifier, begun.nonce)
        )
        return await self._keep("ticket", Vouched(identity, begun.link), TICKET_MS)

    async def look_up(self, ticket: str) -> Vouched:
        """Return the content of a ticket; raises Refused("oidc_state")."""
        kept = await one_time_values.find(self._store, "ticket", _hash(ticket), self._now())
        if kept is None:
            raise Refused(code="oidc_state")
        return msgspec.json.decode(kept.body, type=Vouched)

    async def use_up(self, ticket: str) -> None:
        """Remove a ticket before its use. Raises Refused("oidc_state") if it is used already."""
        await self._take("ticket", ticket)

    async def drop(self, ticket: str) -> None:
        """Remove a ticket, if it is there."""
        await one_time_values.take(self._store, "ticket", _hash(ticket), self._now())

    @asynccontextmanager
    async def hold(self, ticket: str) -> AsyncIterator[None]:
        """Use up a ticket for the block; it is back afterwards if the block raises a TengenError.

        Raises Refused("oidc_state") if the ticket is unknown, or used up for another block.
        """
        kept = await self._take("ticket", ticket)
        try:
            yield
        except TengenError:
            await one_time_values.keep(self._store, "ticket", _hash(ticket), kept, self._now(), MOST_KEPT)
            raise

    async def _keep(self, kind: OneTimeKind, body: Struct, lives_ms: int, secret: str = "") -> str:
        """Store something for a while. Return the secret to take it by, a new one unless that is given."""
        secret, now = secret or secrets.token_urlsafe(32), self._now()
        value = OneTimeValue(msgspec.json.encode(body).decode(), now + lives_ms)
        await one_time_values.keep(self._store, kind, _hash(secret), value, now, MOST_KEPT)
        return secret

    async def _take(self, kind: OneTimeKind, secret: str) -> OneTimeValue:
        """Take what is stored by a secret; raises Refused("oidc_state")."""
        kept = await one_time_values.take(self._store, kind, _hash(secret), self._now())
        if kept is None:
            raise Refused(code="oidc_state")
        return kept

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


def _hash(secret: str) -> bytes:
    return hashlib.sha256(secret.encode(errors="surrogatepass")).digest()
