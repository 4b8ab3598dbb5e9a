"""Signals: typed events with which one part of the server informs others. `Signals` dispatches them.

All signals follow the same rules of delivery:

- on the event loop, at once, in order of subscription;
- after the commit of the change, so that nobody hears of something that a crash could take back;
- `emit` does not wait: its caller has already answered its client, or answers at once, and subscribers only note,
  schedule and send. `settle` awaits the subscribers; the client is answered afterwards.

A subscriber that raises is logged and does not affect others. A signal with ``crosses`` carries plain values only, and
goes over the bus to the other processes of the installation as well: their subscribers hear it a little later, and not
at all if the bus loses it. A signal that came over the bus is not sent on.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from inspect import isawaitable
from typing import Any, ClassVar, TypeVar

import msgspec
from msgspec import Struct

from server.bus.bus import Bus
from server.handlers import Client
from server.protocol.values import OfferKind
from server.store.records import StoredPlayer

log = logging.getLogger("tengen")


class Signal(Struct, frozen=True):
    """Base of all signals."""

    crosses: ClassVar[bool] = False
    """Whether the other processes of the installation receive it too."""


# --- connections and players ------------------------------------------------------------------------------------------


class ClientJoined(Signal, frozen=True):
    """A client has become a player's, at a time in ms."""

    client: Client
    at: int


class ClientLeft(Signal, frozen=True):
    """A client no longer belongs to its player, or has left without one."""

    client: Client
    at: int


class FarJoined(Signal, frozen=True):
    """A client in another process has become a player's, at a time in ms."""

    client: Client
    at: int


class FarLeft(Signal, frozen=True):
    """A client in another process no longer belongs to its player."""

    client: Client
    at: int


class PlayerGreeted(Signal, frozen=True):
    """A client is about to be welcomed: features fill in their ``fields`` of `Welcome`."""

    player: StoredPlayer
    fields: dict[str, Any]


class PlayerRenamed(Signal, frozen=True):
    """A player's name has changed; it is empty once they are deleted."""

    crosses = True
    player: str
    name: str


class PlayerJoined(Signal, frozen=True):
    """A guest was joined to an account, of this name: what was theirs is the account's."""

    crosses = True
    player: str
    account: str
    name: str


class PlayersChanged(Signal, frozen=True):
    """Players were joined or deleted or have changed roles: their blocks, challenges and roles must be read again."""

    crosses = True
    players: tuple[str, ...]


class BlocksChanged(Signal, frozen=True):
    """A player has blocked another, or does so no longer."""

    crosses = True
    player: str


class SanctionsChanged(Signal, frozen=True):
    """A player's sanctions have changed."""

    crosses = True
    player: str


class SettingsChanged(Signal, frozen=True):
    """Settings apply, at the start and after each change by the owner; ``values`` holds all changeable ones by name.

    It stays here: every process applies what is stored, over the values that it was started with.
    """

    values: Mapping[str, Any]


class SettingsStored(Signal, frozen=True):
    """The owner's settings in the store have changed: they must be read again."""

    crosses = True


# --- rooms and games --------------------------------------------------------------------------------------------------


class RoomChanged(Signal, frozen=True):
    """The public view of a room may have changed."""

    room: str


class GameDeleted(Signal, frozen=True):
    """A game was deleted, with its room if it was live."""

    crosses = True
    game: str


class SidesChanged(Signal, frozen=True):
    """A player has sat down in a room, or its game has ended."""

    room: str


class TurnCame(Signal, frozen=True):
    """It may be a player's turn in a game by correspondence."""

    player: str
    room: str


class OfferChanged(Signal, frozen=True):
    """An offer to a player in a room was made, or no longer waits (``what`` is None)."""

    crosses = True
    player: str
    room: str
    what: OfferKind | None


class CameForward(Signal, frozen=True):
    """A client that stood behind a newer connection of its player in a room is in front again."""

    client: Client
    room: str


class LearnerMoved(Signal, frozen=True):
    """A bot that studies its lost games has chosen a move."""


class AnalysisAsked(Signal, frozen=True):
    """A player has requested the analysis of a game, by its serial, from an address."""

    crosses = True
    serial: int
    player: str
    address: str


class FileRead(Signal, frozen=True):
    """So many bytes of files are read for an address."""

    crosses = True
    address: str
    bytes: int


class TreeChanged(Signal, frozen=True):
    """A stored tree has this version and title now; ``only`` this player may still see it, nobody if that is empty."""

    crosses = True
    tree: str
    v: int
    title: str
    only: str | None = None


class TreeNoticesChanged(Signal, frozen=True):
    """Staff have deleted a tree of this player's, or the player has seen that."""

    crosses = True
    player: str


class LessonFound(Signal, frozen=True):
    """A lesson was found in a player's game."""

    crosses = True
    player: str
    game: str


class LessonSeen(Signal, frozen=True):
    """A player has seen a lesson, on one of their devices."""

    crosses = True
    player: str


# --- meeting ----------------------------------------------------------------------------------------------------------


class SeeksChanged(Signal, frozen=True):
    """The list of seeks has changed."""


class ChallengeGiven(Signal, frozen=True):
    """A player has been challenged."""

    crosses = True
    player: str
    challenge: str
    address: str = ""
    """The address from which it came."""


class ChallengeAccepted(Signal, frozen=True):
    """A player's challenge has become a game in ``room`` with another, who has accepted it."""

    crosses = True
    player: str
    challenge: str
    room: str
    other: str
    name: str


# --- staff ------------------------------------------------------------------------------------------------------------


class RemarkSaid(Signal, frozen=True):
    """A player has said something in a room: their words, or the name of a phrase."""

    crosses = True
    room: str
    player: str
    body: str


class RemarkHidden(Signal, frozen=True):
    """Staff has hidden a remark from everybody else."""

    crosses = True
    remark: int
    room: str


class ReportsChanged(Signal, frozen=True):
    """A report was made, or no longer waits."""

    crosses = True


S = TypeVar("S", bound=Signal)
Subscriber = Callable[[S], Awaitable[None] | None]
"""Hears a signal; a coroutine function is for signals that are settled."""


SUBJECT = "signal."
"""Beginning of the subjects of signals on the bus; the name of the type follows."""
MOST_HELD = 10_000
"""Most signals of others that wait for this process to start."""


class Signals:
    """The dispatcher: subscribers by type of signal. ``bus`` leads to other processes, None if there are none."""

    def __init__(self, bus: Bus | None = None) -> None:
        self._calls: dict[type[Signal], list[Subscriber[Any]]] = {}
        self._theirs: dict[type[Signal], list[Subscriber[Any]]] = {}
        self._only_ours: set[Subscriber[Any]] = set()
        self._bus = bus
        self._held: list[Signal] | None = []
        self._finishing: set[asyncio.Task[None]] = set()

    def on(self, kind: type[S], call: Subscriber[S], *, ours: bool = False, theirs: bool = False) -> None:
        """Subscribe ``call`` to a type of signal; a coroutine function is for signals that are settled.

        With ``ours`` it hears those of this process alone: for acts that must happen once, as sending a notice. With
        ``theirs`` it hears those of other processes alone; it may be a coroutine function then.
        """
        if theirs:
            self._theirs.setdefault(kind, []).append(call)
            return
        self._calls.setdefault(kind, []).append(call)
        if ours:
            self._only_ours.add(call)

    def emit(self, signal: Signal) -> None:
        """Notify every subscriber; raises nothing."""
        self._send(signal)
        for call in self._calls.get(type(signal), ()):
            try:
                call(signal)
            except Exception:
                log.exception("a subscriber to %s failed", signal)

    async def settle(self, signal: Signal) -> None:
        """Notify and await every subscriber here; raises nothing: the change is committed, whatever becomes of its
        echo.
        """
        self._send(signal)
        await self._settle(signal, iter(self._calls.get(type(signal), ())))

    async def _settle(self, signal: Signal, calls: Iterator[Subscriber[Any]]) -> None:
        for call in calls:
            try:
                begun = call(signal)
                if isawaitable(begun):
                    await begun
            except Exception:
                log.exception("a subscriber failed on %s", signal)

    # --- over the bus -------------------------------------------------------------------------------------------------

    async def listen(self) -> None:
        """Hear the signals of other processes; they are held back until `let_in`, when all subscribers have started."""
        if self._bus is not None:
            await self._bus.subscribe(f"{SUBJECT}*", self._hear)
            self._bus.on_return(self._make_up)

    def let_in(self) -> None:
        """Dispatch the signals of other processes, those held back first."""
        held, self._held = self._held or [], None
        for signal in held:
            self.hear(signal)

    def _make_up(self) -> None:
        """After a break of the bus, have everything read again of which a signal may have been lost."""
        if self._held is None:
            for signal in (SettingsStored(), PlayersChanged(()), SeeksChanged(), ReportsChanged()):
                self.hear(signal)

    def _send(self, signal: Signal) -> None:
        if signal.crosses and self._bus is not None:
            self._bus.publish(SUBJECT + type(signal).__name__, msgspec.msgpack.encode(signal))

    def _hear(self, subject: str, payload: bytes) -> None:
        """Dispatch a signal of another process; log one line for anything that is none."""
        try:
            signal = decode(subject, payload)
        except (LookupError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.warning("a message of the bus on %s is no signal: %s", subject, error)
            return
        if self._held is None:
            self.hear(signal)
        elif len(self._held) < MOST_HELD:
            self._held.append(signal)

    def hear(self, signal: Signal) -> None:
        """Notify the subscribers of something that another process has done; those that are awaited, and those after
        them, in a task. Raises nothing.
        """
        those = [*self._calls.get(type(signal), ()), *self._theirs.get(type(signal), ())]
        calls = iter([call for call in those if call not in self._only_ours])
        for call in calls:
            try:
                begun = call(signal)
            except Exception:
                log.exception("a subscriber failed on %s", signal)
                continue
            if isawaitable(begun):
                task = asyncio.ensure_future(self._finish(signal, begun, calls))
                self._finishing.add(task)
                task.add_done_callback(self._finishing.discard)
                return

    async def _finish(self, signal: Signal, begun: Awaitable[None], calls: Iterator[Subscriber[Any]]) -> None:
        try:
            await begun
        except Exception:
            log.exception("a subscriber failed on %s", signal)
        await self._settle(signal, calls)


def decode(subject: str, payload: bytes) -> Signal:
    """Return the signal that another process has sent; raises KeyError for other subjects, and MsgspecError."""
    kind = _CROSSING[subject.removeprefix(SUBJECT)]
    signal: Signal = msgspec.msgpack.decode(payload, type=kind)
    return signal


_CROSSING: dict[str, type[Signal]] = {kind.__name__: kind for kind in Signal.__subclasses__() if kind.crosses}
