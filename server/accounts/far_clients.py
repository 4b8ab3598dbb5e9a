"""Connections in the other processes of an installation, as clients that can be told things and closed.

Each process tells the others of its clients, each when it comes, changes or goes, and all of them every few seconds.
A message to a far client may be lost, as on a bad line; its page asks again when it comes back. To dismiss a far client
is a courtesy only: the token is ended in the store, and its process looks there, too.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any
from zlib import crc32

import msgspec
from msgspec import MsgspecError, Struct

from server.background import Background
from server.bus.bus import Bus
from server.handlers import Client
from server.signals import FarJoined, FarLeft, Signals
from server.steady_time import Now

log = logging.getLogger("tengen")

TELL_S = 5.0
"""Interval in which a process tells all its clients."""
SILENT_S = 12.0
"""Silence after which a process has no clients any more."""
MOST_CLIENTS = 2_000
"""Most clients in a message."""

encode_message = msgspec.json.Encoder().encode


class FarConnection(Struct, frozen=True, array_like=True):
    """A client as other processes know it, with its number in its process."""

    number: int
    player: str
    name: str
    device: str
    page: str
    address: str


class CameTold(Struct, frozen=True, tag="came", array_like=True):
    """A client of a process has come, or changed its name or identity."""

    process: str
    client: FarConnection


class WentTold(Struct, frozen=True, tag="went", array_like=True):
    """A client has gone."""

    process: str
    number: int


class AllTold(Struct, frozen=True, tag="all", array_like=True):
    """All clients of a process whose player falls into one of ``parts``; ``new`` asks the others for theirs."""

    process: str
    part: int
    parts: int
    clients: list[FarConnection]
    new: bool = False


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
_decoder = msgspec.msgpack.Decoder(CameTold | WentTold | AllTold | SayTold | CloseTold)


class FarClient:
    """A `server.handlers.Client` in another process."""

    secret = b""
    agent = ""
    lag_ms = 0

    def __init__(self, bus: Bus, process: str, known: FarConnection) -> None:
        self._bus = bus
        self.process = process
        self.number = known.number
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
        self._heard_at: dict[str, float] = {}

    async def start(self) -> None:
        """Listen, and ask the others for their clients."""
        await self._bus.subscribe("clients", self._hear)
        await self._bus.subscribe(f"clients.{self._bus.name}", self._hear)
        self._bus.on_return(lambda: self._tell_all(new=True))
        self._tell_all(new=True)

    async def close(self) -> None:
        """Tell the others that this process has no clients any more."""
        self._bus.publish("clients", encode(AllTold(self._bus.name, 0, 1, [])))
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
        self._bus.publish("clients", encode(CameTold(self._bus.name, self._describe(client))))

    def tell_went(self, client: Client) -> None:
        """Tell the others of a client that has gone."""
        number = self._number.pop(client, None)
        if number is not None:
            del self._near[number]
            self._bus.publish("clients", encode(WentTold(self._bus.name, number)))

    def _describe(self, client: Client) -> FarConnection:
        return FarConnection(
            self._number[client], client.player, client.name, client.device, client.page, client.address
        )

    def _tell_all(self, new: bool = False) -> None:
        known = list(map(self._describe, self._number))
        parts = len(known) // MOST_CLIENTS + 1
        for part in range(parts):
            told = [each for each in known if _part_of(each.number, parts) == part]
            self._bus.publish("clients", encode(AllTold(self._bus.name, part, parts, told, new)))

    async def keep_telling(self) -> None:
        """Tell all clients in intervals, and forget processes that are silent, until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(TELL_S)
            if not self._bus.connected:
                self._heard_at = dict.fromkeys(self._heard_at, loop.time())  # nobody could be heard
                continue
            self._tell_all()
            for process in [each for each, at in self._heard_at.items() if loop.time() - at > SILENT_S]:
                del self._heard_at[process]
                self._keep(process, {}, lambda _: True)

    # --- heard ------------------------------------------------------------------------------------------------------

    def _hear(self, subject: str, payload: bytes) -> None:
        try:
            told = _decoder.decode(payload)
        except MsgspecError as error:
            log.warning("%s: another process says what this one does not understand: %s", subject, error)
            return
        match told:
            case SayTold():
                client = self._near.get(told.number)
                if client is not None:
                    client.send(*told.payloads)
            case CloseTold():
                client = self._near.get(told.number)
                if client is not None:
                    self._background.spawn(client.close(told.code, told.reason))
            case CameTold(process, known):
                self._note_life(process)
                self._put(process, known)
            case WentTold(process, number):
                self._note_life(process)
                self._drop(process, number)
            case AllTold():
                self._note_life(told.process)
                everybody = {each.number: each for each in told.clients}
                self._keep(told.process, everybody, lambda number: _part_of(number, told.parts) == told.part)
                if told.new:
                    self._tell_all()

    def _note_life(self, process: str) -> None:
        self._heard_at[process] = asyncio.get_running_loop().time()

    def _keep(self, process: str, known: Mapping[int, FarConnection], concerns: Callable[[int], bool]) -> None:
        """Replace the clients of a process by those ``known``, as far as their numbers are concerned."""
        for number in list(self._numbers_of(process)):
            if concerns(number) and number not in known:
                self._drop(process, number)
        for each in known.values():
            self._put(process, each)

    def _numbers_of(self, process: str) -> Iterator[int]:
        return (number for other, number in self._far if other == process)

    def _put(self, process: str, known: FarConnection) -> None:
        before = self._far.get((process, known.number))
        if before is not None and before.player == known.player:
            before.name, before.device, before.page = known.name, known.device, known.page
            return
        if before is not None:
            self._drop(process, known.number)
        client = FarClient(self._bus, process, known)
        self._far[process, known.number] = client
        self._of_player.setdefault(client.player, {})[client] = None
        self._signals.emit(FarJoined(client, self._now()))

    def _drop(self, process: str, number: int) -> None:
        client = self._far.pop((process, number), None)
        if client is None:
            return
        those = self._of_player[client.player]
        del those[client]
        if not those:
            del self._of_player[client.player]
        self._signals.emit(FarLeft(client, self._now()))


def _part_of(number: int, parts: int) -> int:
    return crc32(number.to_bytes(8, "big")) % parts
