"""The feature of accounts and of their players' connections."""

from server.accounts.accounts import Accounts
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
        self.sessions = Sessions(self.accounts, core.signals)
        self._redeeming = Redeeming(self.accounts, self.registry.guard)
        core.signals.on(PlayerGreeted, lambda greeted: greeted.fields.update(registration=self.registry.registration))
        core.signals.on(SettingsChanged, self._follow_settings)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of messages about accounts and devices."""
        AccountMessages(self.accounts, self.sessions, self._redeeming).register(handlers)
        SecondFactorMessages(self.registry).register(handlers)

    async def start(self) -> None:
        """Load the counters of failed sign-ins."""
        await self.registry.guard.start()

    async def close(self) -> None:
        """Stop the hashing process."""
        await self.hashing.close()

    def _follow_settings(self, change: SettingsChanged) -> None:
        if change.values["registration"] != self.registry.registration:
            self.registry.registration = change.values["registration"]
            for client in self.sessions.clients:
                client.say(RegistrationChanged(self.registry.registration))


def open(core: Core) -> AccountsFeature:
    """Open the feature."""
    return AccountsFeature(core)
