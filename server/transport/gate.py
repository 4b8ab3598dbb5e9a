"""The conversation with each client: greeting, order of messages, rate limits, and departure."""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, get_args

from msgspec import DecodeError, MsgspecError, Struct, ValidationError, convert
from msgspec.json import Decoder
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from server.accounts.sessions import Sessions
from server.background import Background
from server.config import Config
from server.errors import Refused, StoreError, TengenError
from server.handlers import Client, Handlers
from server.metrics import Metrics
from server.protocol import inbound
from server.protocol.outbound import Bye, Error
from server.protocol.values import CommandId, RoomId
from server.signals import ClientJoined, ClientLeft, Signals
from server.steady_time import Now
from server.transport.budget import Budget, Budgets
from server.transport.connection import Connection
from server.transport.heartbeat import Heartbeat
from server.transport.operator_advice import OperatorAdvice
from server.transport.proxy import client_address, peer_of
from server.transport.stream import Stream

log = logging.getLogger("tengen.transport")

HELLO_S = 10

decode = Decoder(inbound.Inbound).decode


class _Named(Struct):
    """Ids that an otherwise unreadable message may still have."""

    id: Any = None
    room: Any = None


decode_names = Decoder(_Named).decode


class Gate:
    """All open connections. ``sessions`` greets them, ``handlers`` answer them, ``now`` returns the time in ms."""

    def __init__(
        self,
        config: Config,
        sessions: Sessions,
        handlers: Handlers,
        signals: Signals,
        metrics: Metrics,
        now: Now,
    ) -> None:
        self._config = config
        self._sessions = sessions
        self._handlers = handlers.by_type
        self._metrics = metrics
        self._now = now
        self.heartbeat = Heartbeat()
        kinds = get_args(inbound.Inbound)
        self._counted = {kind: metrics.messages.labels(kind.__struct_config__.tag) for kind in kinds}
        self._addresses = Budgets(config.address_messages_per_s, 2 * config.address_messages_per_s)
        self._players = Budgets(config.messages_per_s, config.message_burst)
        self._advice = OperatorAdvice()
        self._background = Background()
        self._budget_of: dict[Client, Budget] = {}
        """Budget of the client's player."""
        signals.on(ClientJoined, lambda joined: self._open_budget(joined.client, joined.at))
        signals.on(ClientLeft, lambda left: self._close_budget(left.client))

    # --- one connection -------------------------------------------------------------------------------------------

    async def serve(self, socket: ServerConnection) -> None:
        """Talk to one client until it leaves or is dismissed; the handler of the WebSocket server."""
        connection = Connection(socket, self._address(socket), self._metrics)
        if self._addresses.count_connections(connection.address) >= self._config.connections_per_address:
            self._advise(connection.address)
            connection.say(Error("too_many_connections"))
            await connection.close(1008, "too_many_connections")
            return
        budget = self._addresses.open(connection.address, self._now())
        self._metrics.connections.inc()
        try:
            await self._greet(connection, budget)
            self.heartbeat.add(connection)
            if isinstance(socket, Stream):
                socket.take = partial(self._take, connection, budget)
            while True:
                payload = await connection.receive()
                async with connection.turn:
                    at = self._now()
                    own = self._budget_of[connection].take(at)
                    # one player's flood is not charged to everybody else behind the same address
                    if own < 0 or not budget.allow(at):
                        self._over_budget(connection, payload, own)
                    else:
                        await self._message(connection, budget, payload, at)
        except ConnectionClosed:
            await connection.turn.acquire()  # a move that is being committed is still this client's
        except TengenError as error:
            connection.say(Bye(error.code, error.detail if error.code == "banned" else {}))
            await connection.close(1011 if isinstance(error, StoreError) else 1008, error.code)
        except Exception:
            await self._fail(connection)
        finally:
            if isinstance(socket, Stream):
                socket.take = None
            self.heartbeat.remove(connection)
            self._sessions.close(connection, self._now())
            self._addresses.close(connection.address)
            self._metrics.connections.dec()

    async def _fail(self, connection: Connection) -> None:
        """Log the error that is being handled, and end the connection."""
        fault = secrets.token_hex(4)
        log.exception("fault %s in the connection of %s", fault, connection.player or connection.address)
        connection.say(Error("internal", detail={"id": fault}))
        await connection.close(1011, "internal")

    def _advise(self, address: str) -> None:
        most = self._config.connections_per_address
        self._advice.tell(
            "too_many_connections",
            address,
            f"refused: {address} has {most} connections; TENGEN_CONNECTIONS_PER_ADDRESS allows more, and if that is a "
            f"proxy, TENGEN_TRUSTED_PROXIES={address} counts those behind it one by one",
        )

    def _address(self, socket: ServerConnection) -> str:
        forwarded = socket.request.headers.get_all("X-Forwarded-For") if socket.request else []
        return client_address(peer_of(socket), forwarded, self._config.trusted_proxies)

    async def _greet(self, connection: Connection, budget: Budget) -> None:
        """Read the first message, which must be ``hello``, and greet the client."""
        try:
            async with asyncio.timeout(HELLO_S):
                payload = await connection.receive()
        except TimeoutError:
            raise Refused(code="hello_first") from None
        at = self._now()
        _charge(budget, at, 1)
        hello = _read(payload)
        if not isinstance(hello, inbound.Hello):
            raise Refused(code="hello_first")
        await self._sessions.greet(connection, hello, at, lambda cost: _charge(budget, self._now(), cost))

    def _open_budget(self, client: Client, at: int) -> None:
        self._budget_of[client] = self._players.open(client.player, at)

    def _close_budget(self, client: Client) -> None:
        if self._budget_of.pop(client, None) is not None:
            self._players.close(client.player)

    def _over_budget(self, connection: Connection, payload: bytes, own: float) -> None:
        """Send an error that names the refused command; disconnect a player who goes on."""
        self._metrics.refused.labels("flood").inc()
        connection.say(Error("flood", *_names(payload)))
        if own < -self._config.message_burst:
            raise Refused(code="flood")

    # --- one message ----------------------------------------------------------------------------------------------

    async def _message(self, connection: Connection, budget: Budget, payload: bytes, at: int) -> None:
        try:
            message = _read(payload)
            self._counted[type(message)].inc()
            handler = self._handlers.get(type(message))
            if handler is None:  # hello in mid-stream
                raise Refused(code="hello_first")
            if handler.cost < 1:  # one message was charged before this was read
                self._budget_of[connection].take(at, handler.cost - 1)
                budget.take(at, handler.cost - 1)
            if handler.address_cost:
                _charge(budget, at, handler.address_cost)
            if handler.burst_share is not None:
                self._budget_of[connection].take(at, self._config.message_burst // handler.burst_share)
            await handler.call(connection, message, at)
        except TengenError as error:
            self._refuse(connection, payload, error)

    def _refuse(self, connection: Connection, payload: bytes, error: TengenError) -> None:
        self._metrics.refused.labels(error.code).inc()
        connection.say(Error(error.code, *_names(payload), error.detail))

    # --- a message that needs no task -------------------------------------------------------------------------------

    def _take(self, connection: Connection, budget: Budget, payload: bytes) -> bool:
        """Begin with a message that has just come, if its handler can do that. Return False, with nothing changed, if
        it is to go through `serve`.
        """
        if connection.closing or not connection.turn.take():
            return False
        begun = False
        with suppress(Exception):  # it comes again in `serve`, which tells and logs it
            begun = self._begin(connection, budget, payload)
        if not begun:
            connection.turn.release()
        return begun

    def _begin(self, connection: Connection, budget: Budget, payload: bytes) -> bool:
        message = decode(payload)
        handler = self._handlers.get(type(message))
        if handler is None or handler.begin is None:
            return False
        at, own = self._now(), self._budget_of[connection]
        if not own.allow(at):
            return False
        if budget.allow(at):
            if handler.begin(connection, message, at, partial(self._end, connection, payload)):
                self._counted[type(message)].inc()
                return True
            budget.take(at, -1)
        own.take(at, -1)
        return False

    def _end(self, connection: Connection, payload: bytes, rest: Coroutine[Any, Any, None] | None) -> None:
        if rest is None:
            connection.turn.release()
        else:
            self._background.spawn(self._finish(connection, payload, rest))

    async def _finish(self, connection: Connection, payload: bytes, rest: Coroutine[Any, Any, None]) -> None:
        try:
            await rest
        except TengenError as error:
            self._refuse(connection, payload, error)
        except Exception:
            await self._fail(connection)
        finally:
            connection.turn.release()


def _read(payload: bytes) -> inbound.Inbound:
    try:
        message: inbound.Inbound = decode(payload)
        return message
    except ValidationError as error:
        raise Refused(code="bad_message", why=str(error)) from None
    except (DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(code="bad_json", why=str(error)) from None


def _names(payload: bytes) -> tuple[str | None, str | None]:
    """Return the ids of a command and of its room from a message that may otherwise be malformed; None if missing."""
    try:
        named = decode_names(payload)
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return None, None
    return _text(named.id, CommandId), _text(named.room, RoomId)


def _text(value: Any, kind: Any) -> str | None:
    try:
        text: str = convert(value, kind)
    except ValidationError:
        return None
    return text


def _charge(budget: Budget, at: int, cost: int) -> None:
    if not budget.allow(at, cost):
        raise Refused(code="flood")
