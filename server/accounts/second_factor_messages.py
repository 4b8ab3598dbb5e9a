"""Handlers with which staff enables or disables the codes of an authenticator."""

import asyncio
import hmac
from urllib.parse import quote, urlencode

import segno

from server.accounts.registry import Registry
from server.accounts.sessions import TRY_COST
from server.accounts.totp import SECRET_BYTES
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, QrCode
from server.protocol.values import RoleName
from server.store import answers
from server.store.people import accounts, second_factors
from server.store.sql import Conflict

BORDER = 4
"""Width of the light border: with less, cameras do not find the code."""


def make_uri(secret: str, account: str, place: str) -> str:
    """Return the URI for an authenticator: the key in base 32, the account and the place."""
    label = quote(f"Tengen:{account}" + (f"@{place}" if place else ""), safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': secret, 'issuer': 'Tengen'})}"


def draw(text: str) -> QrCode:
    """Draw the QR code of a text, with runs of dark modules as an SVG path. CPU-bound: call it in a thread."""
    code = segno.make(text, error="m", micro=False, boost_error=False)
    runs = []
    for y, row in enumerate(code.matrix):
        x = 0
        while x < len(row):
            end = x
            while end < len(row) and row[end]:
                end += 1
            if end > x:
                runs.append(f"M{x + BORDER} {y + BORDER}h{end - x}v1h-{end - x}z")
            x = end + 1
    return QrCode(text, len(code.matrix) + 2 * BORDER, "".join(runs))


STAFF: frozenset[RoleName] = frozenset({"owner", "moderator", "teacher"})
"""Roles that may have one: programs sign in with tokens, and children would lose it."""


class SecondFactorMessages:
    """Answers through ``registry`` and its second factors."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.BeginTotp, self._begin, address_cost=TRY_COST)
        handlers.add(inbound.ConfirmTotp, self._registry.once(self._confirm), address_cost=TRY_COST)
        handlers.add(inbound.EndTotp, self._registry.once(self._end), address_cost=TRY_COST)

    async def _begin(self, client: Client, message: inbound.BeginTotp, at: int) -> None:
        account = await self._registry.require_password(client, message.password)
        if account.role not in STAFF:
            raise Refused(code="not_staff")
        needed = [*self._registry.list_needs(client, account), accounts.demand_role(client.player, *STAFF)]
        # a repeated command derives the same secret, in case the answer was lost
        secret = hmac.digest(client.secret, f"totp {message.id}".encode(), "sha256")[:SECRET_BYTES]
        try:
            async with self._registry.explaining(client, account):
                shown = await self._registry.second.begin(client.player, secret, needed)
        except Conflict:
            raise Refused(code="not_staff") from None
        qr = await asyncio.to_thread(draw, make_uri(shown, account.name, message.place))
        client.say(Ack(message.id, code=shown, qr=qr))

    async def _confirm(self, client: Client, message: inbound.ConfirmTotp, at: int) -> None:
        done = Ack(message.id)
        needed = [
            second_factors.demand_device(client.player, client.device),
            answers.keep(client.player, done, at),
        ]
        await self._registry.second.confirm(client.player, message.totp, needed)
        client.say(done)

    async def _end(self, client: Client, message: inbound.EndTotp, at: int) -> None:
        account, done = await self._registry.require_password(client, message.password, message.totp), Ack(message.id)
        needed = [*self._registry.list_needs(client, account), answers.keep(client.player, done, at)]
        async with self._registry.explaining(client, account):
            await self._registry.second.end(client.player, needed)
        client.say(done)
