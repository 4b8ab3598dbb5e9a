"""Handlers of sign-ins with the provider: a known account, a guest that becomes one, or an account to be linked."""

from server.accounts.registry import Registry
from server.accounts.registry_messages import RegistryMessages
from server.accounts.sessions import TRY_COST
from server.errors import Refused
from server.handlers import Client, Handlers
from server.oidc.flow import LinkWish, OidcFlow, Vouched
from server.protocol import inbound
from server.protocol.outbound import Ack, IdentityList, LinkedIdentity
from server.store import answers
from server.store.database import Database
from server.store.people import identities, players


class OidcMessages:
    """Answers with the tickets of ``flow``, None without a provider; ``entry`` greets clients that become another
    player.
    """

    def __init__(
        self,
        store: Database,
        flow: OidcFlow | None,
        registry: Registry,
        entry: RegistryMessages,
    ) -> None:
        self._store = store
        self._flow = flow
        self._registry = registry
        self._entry = entry

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.SignInByProvider, self._sign_in, address_cost=TRY_COST)
        handlers.add(inbound.LinkIdentity, self._begin_link, address_cost=TRY_COST)
        handlers.add(inbound.ConfirmLink, self._registry.once(self._link), address_cost=TRY_COST)
        handlers.add(inbound.UnlinkIdentity, self._registry.once(self._unlink), address_cost=TRY_COST)
        handlers.add(inbound.Identities, self._list)

    async def _sign_in(self, client: Client, message: inbound.SignInByProvider, at: int) -> None:
        flow = self._require()
        vouched = await flow.look_up(message.ticket)
        identity = vouched.identity
        if vouched.link is not None:
            await self._require_own(flow, vouched, client, message.ticket)
            raise Refused(code="confirm_link", name=identity.name)
        player = await identities.find_player(self._store, identity.issuer, identity.subject)
        if player is not None:
            account = await self._registry.require_vouched(client, player, message.totp)
            needed = [identities.demand_identity(identity.issuer, identity.subject, player)]
            async with flow.hold(message.ticket):
                await self._entry.enter(client, account, message.join, message.id, at, needed)
        elif message.name is None:
            before = await players.find_player(self._store, client.player)
            if before is not None and before.account_at is not None:
                raise Refused(code="has_account")
            raise Refused(code="choose_name", name=identity.name)
        else:
            kept = await self._registry.keep_vouched(client, message.name, identity.issuer, identity.subject)
            await self._entry.show_kept(client, kept, message.id, at)
            await flow.drop(message.ticket)  # of two at once, one has got the identity

    async def _begin_link(self, client: Client, message: inbound.LinkIdentity, at: int) -> None:
        flow = self._require()
        await self._registry.require_own(client, message.password, message.totp)
        client.say(Ack(message.id, code=await flow.allow_link(client.player, client.device)))

    async def _link(self, client: Client, message: inbound.ConfirmLink, at: int) -> None:
        flow, done = self._require(), Ack(message.id)
        vouched = await flow.look_up(message.ticket)
        await self._require_own(flow, vouched, client, message.ticket)
        await flow.use_up(message.ticket)  # whatever the result
        noted = answers.keep(client.player, done, at)
        await self._registry.link(client, vouched.identity.issuer, vouched.identity.subject, noted)
        client.say(done)

    async def _unlink(self, client: Client, message: inbound.UnlinkIdentity, at: int) -> None:
        done = Ack(message.id)
        await self._registry.unlink(
            client, message.issuer, message.password, message.totp, answers.keep(client.player, done, at)
        )
        client.say(done)

    async def _list(self, client: Client, message: inbound.Identities, at: int) -> None:
        issuer = None if self._flow is None else self._flow.provider.settings.issuer
        linked = await identities.list_identities(self._store, client.player)
        found = [LinkedIdentity(each.issuer, each.made_at, each.issuer == issuer) for each in linked]
        client.say(IdentityList(message.id, found))

    def _require(self) -> OidcFlow:
        if self._flow is None:
            raise Refused(code="oidc_off")
        return self._flow

    async def _require_own(self, flow: OidcFlow, vouched: Vouched, client: Client, ticket: str) -> None:
        """Raise Refused unless a ticket is for linking this account and was begun on this device."""
        if vouched.link is None:
            raise Refused(code="oidc_state")
        if vouched.link != LinkWish(client.player, client.device):
            await flow.drop(ticket)
            raise Refused(code="oidc_other")
