"""Signals: typed events with which one part of the server informs others. `Signals` dispatches them.

All signals follow the same rules of delivery:

- on the event loop, at once, in order of subscription;
- after the commit of the change, so that nobody hears of something that a crash could take back;
- `emit` does not wait: its caller has already answered its client, or answers at once, and subscribers only note,
  schedule and send. `settle` awaits the subscribers; the client is answered afterwards.

A subscriber that raises is logged and does not affect others. A signal with ``crosses`` carries plain values only,
so that a bus can bring it to other processes of a server; there is no such bus yet.
"""

import logging
from collections.abc import Awaitable, Callable, Mapping
from inspect import isawaitable
from typing import Any, ClassVar, TypeVar

from msgspec import Struct

from server.handlers import Client
from server.protocol.values import OfferKind
from server.store.records import StoredPlayer

log = logging.getLogger("tengen")


class Signal(Struct, frozen=True):
    """Base of all signals."""

    crosses: ClassVar[bool] = False
    """Whether other processes of the same server will have to receive it."""


# --- connections and players ------------------------------------------------------------------------------------------


class ClientJoined(Signal, frozen=True):
    """A client has become a player's, at a time in ms."""

    client: Client
    at: int


class ClientLeft(Signal, frozen=True):
    """A client no longer belongs to its player, or has left without one."""

    client: Client
    at: int


class PlayerGreeted(Signal, frozen=True):
    """A client is about to be welcomed: features fill in their ``fields`` of `Welcome`."""

    player: StoredPlayer
    fields: dict[str, Any]


class PlayerRenamed(Signal, frozen=True):
    """A player's name has changed."""

    crosses = True
    player: str
    name: str


class PlayersChanged(Signal, frozen=True):
    """Players were joined or deleted or have changed roles: their blocks, challenges and roles must be read again."""

    crosses = True
    players: tuple[str, ...]


class SanctionsChanged(Signal, frozen=True):
    """A player's sanctions have changed."""

    crosses = True
    player: str


class SettingsChanged(Signal, frozen=True):
    """Settings apply, at the start and after each change by the owner; ``values`` holds all changeable ones by name."""

    crosses = True
    values: Mapping[str, Any]


# --- rooms and games --------------------------------------------------------------------------------------------------


class RoomChanged(Signal, frozen=True):
    """The public view of a room may have changed."""

    crosses = True
    room: str


class MovePlayed(Signal, frozen=True):
    """A move has been stored."""

    by_bot: bool


class SidesChanged(Signal, frozen=True):
    """A player has sat down in a room, or its game has ended."""

    crosses = True
    room: str


class TurnCame(Signal, frozen=True):
    """It may be a player's turn in a game by correspondence."""

    crosses = True
    player: str
    room: str


class OfferChanged(Signal, frozen=True):
    """An offer to a player in a room was made, or no longer waits (``what`` is None)."""

    crosses = True
    player: str
    room: str
    what: OfferKind | None


class LearnerMoved(Signal, frozen=True):
    """A bot that studies its lost games has chosen a move."""


class LessonFound(Signal, frozen=True):
    """A lesson was found in a player's game."""

    crosses = True
    player: str
    game: str


# --- meeting ----------------------------------------------------------------------------------------------------------


class SeeksChanged(Signal, frozen=True):
    """The list of seeks has changed."""

    crosses = True


class ChallengeGiven(Signal, frozen=True):
    """A player has been challenged."""

    crosses = True
    player: str
    challenge: str


# --- staff ------------------------------------------------------------------------------------------------------------


class RemarkHidden(Signal, frozen=True):
    """Staff has hidden a remark from everybody else."""

    crosses = True
    remark: int
    room: str


class ReportsChanged(Signal, frozen=True):
    """A report was made, or no longer waits."""

    crosses = True


S = TypeVar("S", bound=Signal)


class Signals:
    """The dispatcher: subscribers by type of signal."""

    def __init__(self) -> None:
        self._calls: dict[type[Signal], list[Callable[[Any], Awaitable[None] | None]]] = {}

    def on(self, kind: type[S], call: Callable[[S], Awaitable[None] | None]) -> None:
        """Subscribe ``call`` to a type of signal; a coroutine function is for signals that are settled."""
        self._calls.setdefault(kind, []).append(call)

    def emit(self, signal: Signal) -> None:
        """Notify every subscriber; raises nothing."""
        for call in self._calls.get(type(signal), ()):
            try:
                call(signal)
            except Exception:
                log.exception("a subscriber to %s failed", signal)

    async def settle(self, signal: Signal) -> None:
        """Notify and await every subscriber; raises nothing: the change is committed, whatever becomes of its echo."""
        for call in self._calls.get(type(signal), ()):
            try:
                begun = call(signal)
                if isawaitable(begun):
                    await begun
            except Exception:
                log.exception("a subscriber failed on %s", signal)
