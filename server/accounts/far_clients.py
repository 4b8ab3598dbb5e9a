"""Connections in the other processes of an installation, as clients that can be told things and closed.

Each process keeps a roster of its clients (`server.roster`). A message to a far client may be lost, as on a bad line;
its page asks again when it comes back. To dismiss a far client is a courtesy only: the token is ended in the store, and
its process looks there, too.
"""

import logging
from collections.abc import Collection
from typing import Any

import msgspec
from msgspec import MsgspecError, Struct

from server.background import Background
from server.bus.bus import Bus
from server.handlers import Client
from server.roster import Roster
from server.signals import FarJoined, FarLeft, Signals
from server.steady_time import Now

log = logging.getLogger("tengen")

SILENT_S = 12.0
"""Silence after which a process has no clients any more."""

encode_message = msgspec.json.Encoder().encode


class FarConnection(Struct, frozen=True, array_like=True):
    """A client as other processes know it."""

    player: str
    name: str
    device: str
    page: str
    address: str


class SayTold(Struct, frozen=True, tag="say", array_like=True):
    """Messages for a client of the process that hears this."""

    number: int
    payloads: list[bytes]


class CloseTold(Struct, frozen=True, tag="close", array_like=True):
    """A client of the process that hears this is to be closed."""

    number: int
    code: int
    reason: str


encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(SayTold | CloseTold).decode


class FarClient:
    """A `server.handlers.Client` in another process."""

    secret = b""
    agent = ""
    lag_ms = 0

    def __init__(self, bus: Bus, process: str, number: int, known: FarConnection) -> None:
        self._bus = bus
        self.process = process
        self.number = number
        self.player = known.player
        self.name = known.name
        self.device = known.device
        self.page = known.page
        self.address = known.address

    def send(self, *payloads: bytes) -> None:
        """Have its process send encoded messages."""
        self._bus.publish(f"clients.{self.process}", encode(SayTold(self.number, list(payloads))))

    def say(self, message: Any) -> None:
        """Have its process send a message."""
        self.send(encode_message(message))

    async def close(self, code: int, reason: str) -> None:
        """Have its process close it."""
        self._bus.publish(f"clients.{self.process}", encode(CloseTold(self.number, code, reason)))


class FarClients:
    """The clients of other processes; ``now`` returns the time in ms. Emits `FarJoined` and `FarLeft`."""

    def __init__(self, bus: Bus, signals: Signals, now: Now) -> None:
        self._bus = bus
        self._signals = signals
        self._now = now
        self._background = Background()
        self._near: dict[int, Client] = {}
        self._number: dict[Client, int] = {}
        self._made = 0
        self._far: dict[tuple[str, int], FarClient] = {}
        self._of_player: dict[str, dict[FarClient, None]] = {}
        self.roster = Roster(bus, "clients", (int, FarConnection), self._list_near, self._put, silent_s=SILENT_S)

    async def start(self) -> None:
        """Listen, and ask the others for their clients."""
        await self._bus.subscribe(f"clients.{self._bus.name}", self._hear)
        await self.roster.start()

    async def close(self) -> None:
        """Tell the others that this process has no clients any more."""
        self.roster.close()
        await self._background.close()

    @property
    def players(self) -> Collection[str]:
        """Ids of the people with a connection in another process."""
        return self._of_player.keys()

    def of_player(self, player: str) -> Collection[FarClient]:
        """Return a player's clients in other processes."""
        return self._of_player.get(player, {}).keys()

    def of_device(self, device: str) -> list[FarClient]:
        """Return a device's clients in other processes."""
        return [each for each in self._far.values() if each.device == device]

    # --- told -------------------------------------------------------------------------------------------------------

    def tell_came(self, client: Client) -> None:
        """Tell the others of a client that has come, or has another name or identity."""
        if client not in self._number:
            self._made += 1
            self._number[client] = self._made
            self._near[self._made] = client
        self.roster.tell(self._number[client], _describe(client))

    def tell_went(self, client: Client) -> None:
        """Tell the others of a client that has gone."""
        number = self._number.pop(client, None)
        if number is not None:
            del self._near[number]
            self.roster.tell(number, None)

    def _list_near(self) -> dict[int, FarConnection]:
        return {number: _describe(client) for number, client in self._near.items()}

    # --- heard ------------------------------------------------------------------------------------------------------

    def _hear(self, subject: str, payload: bytes) -> None:
        """Do to a client here what another process asks for."""
        try:
            told = _decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        client = self._near.get(told.number)
        if client is None:
            return
        match told:
            case SayTold():
                client.send(*told.payloads)
            case CloseTold():
                self._background.spawn(client.close(told.code, told.reason))

    def _put(self, process: str, number: int, known: FarConnection | None) -> None:
        before = self._far.get((process, number))
        if before is not None and known is not None and before.player == known.player:
            before.name, before.device, before.page = known.name, known.device, known.page
            return
        if before is not None:
            self._drop(process, number)
        if known is not None:
            client = FarClient(self._bus, process, number, known)
            self._far[process, number] = client
            self._of_player.setdefault(client.player, {})[client] = None
            self._signals.emit(FarJoined(client, self._now()))

    def _drop(self, process: str, number: int) -> None:
        client = self._far.pop((process, number))
        those = self._of_player[client.player]
        del those[client]
        if not those:
            del self._of_player[client.player]
        self._signals.emit(FarLeft(client, self._now()))


def _describe(client: Client) -> FarConnection:
    return FarConnection(client.player, client.name, client.device, client.page, client.address)
