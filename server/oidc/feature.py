"""The feature of sign-in: guests become accounts, with a password or a provider."""

from server.accounts import feature as accounts
from server.accounts.registry_messages import RegistryMessages
from server.feature import Core, Feature
from server.handlers import Handlers
from server.oidc.flow import OidcFlow
from server.oidc.messages import OidcMessages
from server.oidc.provider import Provider, read_settings
from server.rooms import feature as rooms
from server.signals import PlayerGreeted


class SignInFeature(Feature):
    """Registration and sign-in; a guest who joins an account keeps their seats."""

    def __init__(self, core: Core) -> None:
        people = core.need(accounts.open)
        seats = core.need(rooms.open).rooms
        provider = read_settings(core.config)
        self.flow = None if provider is None else OidcFlow(Provider(provider), core.store, core.now)
        self._entry = RegistryMessages(people.registry, people.accounts, people.sessions, seats, core.signals)
        self._oidc = OidcMessages(core.store, self.flow, people.registry, self._entry)
        label = "" if provider is None else provider.label
        core.signals.on(PlayerGreeted, lambda greeted: greeted.fields.update(provider=label))

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of sign-in."""
        self._entry.register(handlers)
        self._oidc.register(handlers)

    async def close(self) -> None:
        """Stop requests to the provider."""
        if self.flow is not None:
            self.flow.close()


def open(core: Core) -> SignInFeature:
    """Open the feature."""
    return SignInFeature(core)
