"""The feature of notices on devices."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.errors import Refused
from server.feature import Core, Feature
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, PushState
from server.push import delivery
from server.push.sender import EVERYTHING, PushSender
from server.signals import PlayerGreeted
from server.steady_time import read_wall
from server.store.database import Database
from server.store.people import players, push, second_factors
from server.store.people.push import PushSettings, Subscription
from server.store.sql import Conflict

SUBSCRIBE_COST = 10
"""Cost to the address's budget of messages: a row in the store, and requests to another server."""


class PushMessages:
    """Stores subscriptions and settings for ``sender``."""

    def __init__(self, store: Database, sender: PushSender) -> None:
        self._store = store
        self._sender = sender

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of these messages."""
        handlers.add(inbound.Subscribe, self._subscribe, address_cost=SUBSCRIBE_COST)
        handlers.add(inbound.Unsubscribe, self._unsubscribe)
        handlers.add(inbound.ReadPush, self._read)
        handlers.add(inbound.SetPush, self._set)

    async def _subscribe(self, client: Client, message: inbound.Subscribe, at: int) -> None:
        if self._sender.public_key is None:
            raise Refused(code="push_off")
        wanted = _read_subscription(message)
        try:
            here = second_factors.demand_device(client.player, client.device)
            await push.subscribe(self._store, client.player, client.device, wanted, at, here)
        except Conflict:
            raise Refused(code="signed_out") from None
        self._sender.add_player(client.player)
        client.say(Ack(message.id))

    async def _unsubscribe(self, client: Client, message: inbound.Unsubscribe, at: int) -> None:
        await push.unsubscribe(self._store, client.player, message.endpoint)
        client.say(Ack(message.id))

    async def _read(self, client: Client, message: inbound.ReadPush, at: int) -> None:
        settings = await push.read_settings(self._store, client.player) or EVERYTHING
        here = await push.is_subscribed(self._store, client.player, client.device)
        client.say(PushState(message.id, here, sorted(settings.kinds), settings.quiet))

    async def _set(self, client: Client, message: inbound.SetPush, at: int) -> None:
        settings = PushSettings(frozenset(message.kinds), message.quiet, message.zone, message.offset)
        try:
            await push.keep_settings(self._store, client.player, settings, players.demand_there(client.player))
        except Conflict:
            raise Refused(code="no_player") from None
        client.say(Ack(message.id))


def _read_subscription(message: inbound.Subscribe) -> Subscription:
    from server.push.crypto import SECRET_BYTES, decode, read_point  # noqa: PLC0415 - an extra

    try:
        delivery.read_endpoint(message.endpoint)
        public, secret = decode(message.public), decode(message.secret)
        read_point(public)
        if len(secret) != SECRET_BYTES:
            raise ValueError("no secret")
    except ValueError:
        raise Refused(code="bad_subscription") from None
    return Subscription(message.endpoint, public, secret, message.lang)


class PushFeature(Feature):
    """Subscriptions, and the notices sent to them."""

    def __init__(self, core: Core) -> None:
        sessions = core.need(accounts.open).sessions
        self._store = core.store
        self.sender = PushSender(
            *(core.store, core.now, lambda player: bool(sessions.anywhere(player)), core.config.push_contact),
            on_end=lambda end: core.metrics.push.labels(end).inc(),
            wall=read_wall,
            shared=core.bus is not None,
        )
        self.sender.subscribe(core.signals)
        core.signals.on(PlayerGreeted, lambda greeted: greeted.fields.update(push=self.sender.public_key))

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of subscriptions."""
        PushMessages(self._store, self.sender).register(handlers)

    async def start(self) -> None:
        """Load the key, or create it at the first start."""
        await self.sender.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: sending of notices."""
        yield self.sender.work()

    async def close(self) -> None:
        """Stop sending."""
        await self.sender.close()


def open(core: Core) -> PushFeature:
    """Open the feature."""
    return PushFeature(core)
