"""The feature of accounts and of their players' connections."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts.accounts import Accounts
from server.accounts.ended_tokens import EndedTokens
from server.accounts.far_clients import FarClients
from server.accounts.hashing import Hashing
from server.accounts.messages import AccountMessages
from server.accounts.redeeming import Redeeming
from server.accounts.registry import Registry
from server.accounts.second_factor_messages import SecondFactorMessages
from server.accounts.sessions import Sessions
from server.feature import Core, Feature
from server.handlers import Handlers
from server.protocol.outbound import RegistrationChanged
from server.signals import PlayerGreeted, SettingsChanged
from server.steady_time import read_wall


class AccountsFeature(Feature):
    """Players by token, accounts by password, and their sessions."""

    def __init__(self, core: Core) -> None:
        self.hashing = Hashing()
        self.accounts = Accounts(core.store, core.now, self.hashing.hash_codes)
        self.registry = Registry(core.store, self.hashing, core.now, core.config.registration, read_wall)
        self._far = None if core.bus is None else FarClients(core.bus, core.signals, core.now)
        self.sessions = Sessions(self.accounts, core.signals, self._far)
        self._ended = None if core.bus is None else EndedTokens(core.bus, core.store, self.sessions, core.now)
        self._redeeming = Redeeming(self.accounts, self.registry.guard)
        core.signals.on(PlayerGreeted, lambda greeted: greeted.fields.update(registration=self.registry.registration))
        core.signals.on(SettingsChanged, self._follow_settings)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of messages about accounts and devices."""
        AccountMessages(self.accounts, self.sessions, self._redeeming).register(handlers)
        SecondFactorMessages(self.registry).register(handlers)

    async def start(self) -> None:
        """Load the counters of failed sign-ins, and learn who is connected elsewhere."""
        await self.registry.guard.start()
        if self._far is not None:
            await self._far.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the exchange of clients with other processes, and what follows what they do."""
        if self._far is not None:
            yield self._far.roster.keep_telling()
            yield self.registry.guard.follow()
        if self._ended is not None:
            yield self._ended.work()

    async def close(self) -> None:
        """Stop the hashing process."""
        if self._far is not None:
            await self._far.close()
        await self.hashing.close()

    def _follow_settings(self, change: SettingsChanged) -> None:
        if change.values["registration"] != self.registry.registration:
            self.registry.registration = change.values["registration"]
            for client in self.sessions.clients:
                client.say(RegistrationChanged(self.registry.registration))


def open(core: Core) -> AccountsFeature:
    """Open the feature."""
    return AccountsFeature(core)
