"""Handlers by which the staff has codes of an authenticator asked for, or no longer."""

import asyncio

from server.accounts.qr_code import draw, make_uri
from server.accounts.registry import Registry
from server.accounts.sessions import TRY_COST
from server.errors import Refused
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack
from server.protocol.values import RoleName

STAFF: frozenset[RoleName] = frozenset({"owner", "moderator", "teacher"})
"""Who may have one: programs sign in by tokens, and children would lose it."""


class SecondFactorMessages:
    """Answers with what ``registry`` and its second factors do."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def register(self, handlers: Handlers) -> None:
        """Have these messages come here."""
        handlers.add(inbound.BeginTotp, self._begin, address_cost=TRY_COST)
        handlers.add(inbound.ConfirmTotp, self._confirm, address_cost=TRY_COST)
        handlers.add(inbound.EndTotp, self._end, address_cost=TRY_COST)

    async def _begin(self, client: Client, message: inbound.BeginTotp, at: int) -> None:
        account = await self._registry.require_password(client, message.password)
        if account.role not in STAFF:
            raise Refused(code="not_staff")
        secret = await self._registry.second.begin(client.player)
        qr = await asyncio.to_thread(draw, make_uri(secret, account.name, message.place))
        client.say(Ack(message.id, code=secret, qr=qr))

    async def _confirm(self, client: Client, message: inbound.ConfirmTotp, at: int) -> None:
        await self._registry.second.confirm(client.player, message.totp)
        client.say(Ack(message.id))

    async def _end(self, client: Client, message: inbound.EndTotp, at: int) -> None:
        await self._registry.require_password(client, message.password, message.totp)
        await self._registry.second.end(client.player)
        client.say(Ack(message.id))
