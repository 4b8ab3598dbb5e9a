"""Handler of who comes back from the provider: an account that is known, or a guest that becomes one."""

from collections.abc import Callable

from server.accounts.registry import Registry
from server.accounts.registry_messages import RegistryMessages
from server.accounts.sessions import TRY_COST
from server.errors import Refused
from server.handlers import Client, Handlers
from server.oidc.flow import OidcFlow
from server.protocol import inbound
from server.store import identities, players
from server.store.store import Store


class OidcMessages:
    """Answers by the tickets of ``flow``, None where there is no provider; ``entry`` greets who has become another."""

    def __init__(
        self,
        store: Store,
        flow: OidcFlow | None,
        registry: Registry,
        entry: RegistryMessages,
        now: Callable[[], int],
    ) -> None:
        self._store = store
        self._flow = flow
        self._registry = registry
        self._entry = entry
        self._now = now

    def register(self, handlers: Handlers) -> None:
        """Have these messages come here."""
        handlers.add(inbound.SignInByProvider, self._sign_in, address_cost=TRY_COST)

    async def _sign_in(self, client: Client, message: inbound.SignInByProvider, at: int) -> None:
        if self._flow is None:
            raise Refused(code="oidc_off")
        identity = self._flow.look_up(message.ticket)
        player = await identities.find_player(self._store, identity.issuer, identity.subject)
        if player is not None:
            account = await self._registry.require_open(player)
            await self._entry.enter(client, account, message.join, message.id, at)
        elif message.name is None:
            before = await players.find_player(self._store, client.player)
            if before is not None and before.account_at is not None:
                raise Refused(code="has_account")
            raise Refused(code="choose_name", name=identity.name)
        else:
            made = identities.insert(identity.issuer, identity.subject, client.player, self._now())
            kept = await self._registry.keep_vouched(client, message.name, made)
            await self._entry.show_kept(client, kept, message.id, at)
        self._flow.use_up(message.ticket)
