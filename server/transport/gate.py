"""The conversation with each client: its first word, its commands, its limits, and its leaving."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import get_args

from msgspec import DecodeError, ValidationError
from msgspec.json import Decoder
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from server.accounts.accounts import Accounts, device_of
from server.config import Config
from server.errors import Refused, StoreError, TengenError
from server.lobby.lobby import Lobby
from server.metrics import Metrics
from server.protocol import inbound
from server.protocol.outbound import Ack, Bye, Device, DeviceList, Error, Renamed, Started, Welcome
from server.protocol.shapes import PROTOCOL, Who
from server.puzzles.attempts import Attempts
from server.review.analyst import Analyst
from server.review.imports import Imports
from server.rooms.rooms import Rooms
from server.store.rows import Player
from server.transport.budget import Budget, Budgets
from server.transport.connection import Connection
from server.transport.heartbeat import Heartbeat
from server.transport.proxy import client_address, peer_of

log = logging.getLogger("tengen.transport")

HELLO_S = 10
MOST_ROOMS_WATCHED = 20
GUEST_COST = 20
"""A new guest costs its address as much as so many messages: each one is a row in the store."""

decode = Decoder(inbound.Inbound).decode


class Gate:
    """Every open connection, by player. ``build`` names the client files of this server, ``now`` is in ms."""

    def __init__(
        self,
        config: Config,
        accounts: Accounts,
        rooms: Rooms,
        lobby: Lobby,
        attempts: Attempts,
        analyst: Analyst,
        imports: Imports,
        metrics: Metrics,
        build: Callable[[], str],
        now: Callable[[], int],
    ) -> None:
        self._config = config
        self._accounts = accounts
        self._rooms = rooms
        self._lobby = lobby
        self._attempts = attempts
        self._analyst = analyst
        self._imports = imports
        self._metrics = metrics
        self._build = build
        self._now = now
        self._of_player: dict[str, set[Connection]] = {}
        self.heartbeat = Heartbeat()
        self._of_device: dict[str, set[Connection]] = {}
        """Also of those that are still being greeted: a device that is ended meanwhile is sent away, too."""
        kinds = get_args(inbound.Inbound)
        self._counted = {kind: metrics.messages.labels(kind.__struct_config__.tag) for kind in kinds}
        self._players = Budgets(config.messages_per_s, config.message_burst)
        self._addresses = Budgets(config.address_messages_per_s, 2 * config.address_messages_per_s)

    @property
    def online(self) -> int:
        """People with a connection."""
        return len(self._of_player)

    def address_of(self, player: str) -> str | None:
        """From which address a player is connected; None where he is not."""
        return next((connection.address for connection in self._of_player.get(player, ())), None)

    @property
    def players(self) -> list[str]:
        """The ids of the people who are online."""
        return list(self._of_player)

    # --- one connection -------------------------------------------------------------------------------------------

    async def serve(self, socket: ServerConnection) -> None:
        """Talk to one client until it leaves or is sent away; the handler of the WebSocket server."""
        connection = Connection(socket, self._address(socket), self._metrics)
        if self._addresses.users(connection.address) >= self._config.connections_per_address:
            connection.say(Error("too_many_connections"))
            await connection.close(1008, "too_many_connections")
            return
        budget = self._addresses.open(connection.address, self._now())
        self._metrics.connections.inc()
        try:
            await self._greet(connection, budget)
            while True:
                raw = await connection.receive()
                at = self._now()
                own = connection.budget.take(at) if connection.budget else 0.0
                # one player's flood is not charged to everybody else behind the same address
                if own < 0 or not budget.allow(at):
                    self._over_budget(connection, raw, own)
                else:
                    await self._message(connection, raw, at)
        except ConnectionClosed:
            pass
        except TengenError as error:
            connection.say(Bye(error.code))
            await connection.close(1011 if isinstance(error, StoreError) else 1008, error.code)
        except Exception:
            fault = secrets.token_hex(4)
            log.exception("fault %s in the connection of %s", fault, connection.player or connection.address)
            connection.say(Error("internal", detail={"id": fault}))
            await connection.close(1011, "internal")
        finally:
            self._part(connection)
            self._use(connection, "")
            self._addresses.close(connection.address)
            self._metrics.connections.dec()

    def _address(self, socket: ServerConnection) -> str:
        forwarded = socket.request.headers.get_all("X-Forwarded-For") if socket.request else []
        return client_address(peer_of(socket), forwarded, self._config.trusted_proxies)

    async def _greet(self, connection: Connection, budget: Budget) -> None:
        """The first message must be ``hello``; a known token brings its player back, anything else a new guest."""
        try:
            async with asyncio.timeout(HELLO_S):
                raw = await connection.receive()
        except TimeoutError:
            raise Refused(code="hello_first") from None
        if not budget.allow(self._now()):
            raise Refused(code="flood")
        hello = self._read(raw)
        if not isinstance(hello, inbound.Hello):
            raise Refused(code="hello_first")
        if hello.protocol != PROTOCOL:
            raise Refused(code="stale_protocol")
        player = token = None
        if hello.token is not None:
            self._use(connection, device_of(hello.token))
            player = await self._accounts.by_token(hello.token, connection.agent)
        if player is None:
            if not budget.allow(self._now(), GUEST_COST):
                raise Refused(code="flood")
            player, token = await self._accounts.guest(hello.lang, connection.agent)
            self._use(connection, device_of(token))
        self._welcome(connection, player, token)

    def _welcome(self, connection: Connection, player: Player, token: str | None) -> None:
        connection.player, connection.name = player.id, player.name
        self._of_player.setdefault(player.id, set()).add(connection)
        connection.budget = self._players.open(player.id, self._now())
        rooms = self._rooms.tables.of_player(player.id)
        who = Who(player.id, player.name)
        connection.say(Welcome(PROTOCOL, self._build(), self._now(), who, rooms, token))
        self.heartbeat.add(connection)
        self._lobby.online_changed(rooms)

    def _use(self, connection: Connection, device: str) -> None:
        """The connection is of this device from now on, of none where the name is empty."""
        mine = self._of_device.get(connection.device)
        if mine is not None:
            mine.discard(connection)
            if not mine:
                del self._of_device[connection.device]
        connection.device = device
        if device:
            self._of_device.setdefault(device, set()).add(connection)

    def _part(self, connection: Connection) -> None:
        """The connection is this player's no longer."""
        self.heartbeat.remove(connection)
        self._lobby.unfollow(connection)
        self._analyst.unwatch(connection)
        self._imports.forget(connection)
        at = self._now()
        for room in connection.rooms:
            self._rooms.leave(connection, room, at)
        connection.rooms.clear()
        mine = self._of_player.get(connection.player)
        if mine is not None and connection in mine:
            mine.discard(connection)
            if not mine:
                del self._of_player[connection.player]
            self._players.close(connection.player)
            self._lobby.online_changed(self._rooms.tables.of_player(connection.player))

    def _over_budget(self, connection: Connection, raw: bytes, own: float) -> None:
        """An error first, which names the command that was not done; a player who goes on all the same is sent away."""
        self._metrics.refused.labels("flood").inc()
        message: inbound.Inbound | None = None
        with suppress(Refused):
            message = self._read(raw)
        connection.say(Error("flood", getattr(message, "id", None), getattr(message, "room", None)))
        if own < -self._config.message_burst:
            raise Refused(code="flood")

    # --- one message ----------------------------------------------------------------------------------------------

    def _read(self, raw: bytes) -> inbound.Inbound:
        try:
            message: inbound.Inbound = decode(raw)
            return message
        except ValidationError as error:
            raise Refused(code="bad_message", why=str(error)) from None
        except (DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused(code="bad_json", why=str(error)) from None

    async def _message(self, connection: Connection, raw: bytes, at: int) -> None:
        id: str | None = None
        room: str | None = None
        try:
            message = self._read(raw)
            self._counted[type(message)].inc()
            if isinstance(message, inbound.Command):
                id = message.id
            if isinstance(message, inbound.RoomCommand):
                room = message.room
                if isinstance(message, inbound.Sit):
                    with _counted(connection, room):
                        await self._rooms.command(connection, message, at)
                    self._call_owner(room, Who(connection.player, connection.name))
                else:
                    await self._rooms.command(connection, message, at)
            else:
                room = getattr(message, "room", None)
                await self._other(connection, message, at)
        except TengenError as error:
            self._metrics.refused.labels(error.code).inc()
            connection.say(Error(error.code, id, room, error.detail))

    async def _other(self, connection: Connection, message: inbound.Inbound, at: int) -> None:
        match message:
            case inbound.Enter(room=room, since=since):
                with _counted(connection, room):
                    await self._rooms.enter(connection, room, since, at)
            case inbound.Leave(room=room):
                connection.rooms.discard(room)
                self._rooms.leave(connection, room, at)
            case inbound.Lobby(on=on):
                (self._lobby.follow if on else self._lobby.unfollow)(connection)
            case inbound.Create():
                await self._rooms.create(connection, message, at)
            case inbound.Rename(id=id, name=name):
                if connection.budget is not None:  # all who sit or look at the player's tables are shown the name
                    connection.budget.take(at, self._config.message_burst // 3)
                player = await self._accounts.rename(connection.player, name)
                self.renamed(player.id, player.name)
                connection.say(Ack(id, name=player.name))
            case inbound.Code(id=id):
                code, expires_at = await self._accounts.code(connection.player, connection.device)
                connection.say(Ack(id, code=code, expires_at=expires_at))
            case inbound.Redeem(id=id, code=code, end_other=end_other):
                player, token, other = await self._accounts.redeem(
                    code, connection.player, id, connection.agent, end_other
                )
                self._part(connection)
                self._use(connection, device_of(token))
                self._welcome(connection, player, token)
                connection.say(Ack(id))  # last: whoever has it has the token, too
                if end_other:
                    await self._send_away(self._of_device.get(other, ()), "signed_out")
            case inbound.Devices(id=id):
                connection.say(DeviceList(id, await self._devices(connection)))
            case inbound.EndDevice(id=id, device=device):
                await self._accounts.end_device(connection.player, device)
                connection.say(Ack(id))
                await self._send_away(self._of_device.get(device, ()), "signed_out")
            case inbound.Analyse(id=id, game=game):
                await self._analyst.ask(connection, game)
                connection.say(Ack(id))
                await self._analyst.watch(connection, game)
            case inbound.Watch(game=game, on=True):
                await self._analyst.watch(connection, game)
            case inbound.Watch(game=game):
                self._analyst.unwatch(connection, game)
            case inbound.ImportOpen():
                await self._imports.open(connection, message)
            case inbound.ImportChunk():
                await self._imports.chunk(connection, message)
            case inbound.ImportClose():
                if connection.budget is not None:  # each one is a game in the store
                    connection.budget.take(at, self._config.message_burst // 6)
                await self._imports.close(connection, message)
            case inbound.Try():
                self._attempts.begin(connection, message)
            case _:
                raise Refused(code="hello_first")

    async def _devices(self, connection: Connection) -> list[Device]:
        now = self._now()
        return [
            Device(
                id=device.id,
                created_at=device.created_at,
                used_at=now if device.id in self._of_device else device.last_used_at,
                browser=device.browser,
                system=device.system,
                here=device.id in self._of_device,
                this=device.id == connection.device,
            )
            for device in await self._accounts.devices(connection.player)
        ]

    def _call_owner(self, room: str, opponent: Who) -> None:
        """The game begins: tell its owner wherever the owner is looking at something else."""
        table = self._rooms.tables.get(room)
        owner = None if table is None else table.room.seats[0]
        if owner is not None:
            for connection in self._of_player.get(owner.id, ()):
                if room not in connection.rooms:
                    connection.say(Started(room, opponent))

    # --- everybody ------------------------------------------------------------------------------------------------

    def renamed(self, player: str, name: str) -> None:
        """A player's name has changed: told to the player's own connections and to the player's tables."""
        for connection in self._of_player.get(player, ()):
            connection.name = name
            connection.say(Renamed(Who(player, name)))
        self._rooms.renamed(player, name)

    async def dismiss(self, player: str, code: str) -> None:
        """Send a player away from every connection."""
        await self._send_away(self._of_player.get(player, ()), code)

    @staticmethod
    async def _send_away(those: Iterable[Connection], code: str) -> None:
        connections = list(those)
        for connection in connections:
            connection.say(Bye(code))
        await asyncio.gather(*(connection.close(1008, code) for connection in connections))

    def farewell(self) -> None:
        """Tell everybody that the server is about to stop and to come back."""
        for connections in self._of_player.values():
            for connection in connections:
                connection.say(Bye("restart"))


@contextmanager
def _counted(connection: Connection, room: str) -> Iterator[None]:
    """A room is among those of a connection from now on; not when the block fails, unless it was before."""
    if room in connection.rooms:
        yield
        return
    if len(connection.rooms) >= MOST_ROOMS_WATCHED:
        raise Refused(code="too_many_rooms", limit=MOST_ROOMS_WATCHED)
    connection.rooms.add(room)
    try:
        yield
    except BaseException:
        connection.rooms.discard(room)
        raise
