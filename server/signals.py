"""Signals: typed values with which one part of the server tells the others that something has happened.

`Signals` delivers them. The rule of delivery is the same for all:

- on the event loop, at once, in the order in which the subscribers subscribed;
- after the commit of what they speak of, so nobody hears of a thing that a crash could take back;
- `emit` does not wait: whoever emits has answered its client already or answers at once, and subscribers only note,
  schedule and send. `settle` awaits what subscribers begin: the answer to the client comes after it.

A subscriber that raises is logged and keeps no other from hearing. A signal with ``crosses`` has to reach every process
of a server that runs as several; it carries nothing but plain values.
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
    """Something has happened."""

    crosses: ClassVar[bool] = False
    """Whether other processes of the same server have to hear of it."""


# --- connections and players ------------------------------------------------------------------------------------------


class ClientJoined(Signal, frozen=True):
    """A client has become a player's, at this instant in ms."""

    client: Client
    at: int


class ClientLeft(Signal, frozen=True):
    """A client is its player's no longer, or never was anybody's."""

    client: Client
    at: int


class PlayerGreeted(Signal, frozen=True):
    """A client is about to be welcomed: features fill in their ``fields`` of `Welcome`."""

    player: StoredPlayer
    fields: dict[str, Any]


class PlayerRenamed(Signal, frozen=True):
    """A player has another name; an empty one means that they were deleted."""

    crosses = True
    player: str
    name: str


class PlayersChanged(Signal, frozen=True):
    """Players were joined or deleted or have another role: their blocks, challenges and roles are to be read anew."""

    crosses = True
    players: tuple[str, ...]


class SanctionsChanged(Signal, frozen=True):
    """Other sanctions bind a player than before."""

    crosses = True
    player: str


class SettingsChanged(Signal, frozen=True):
    """Staff has changed settings; ``values`` holds all that can be changed, by name."""

    crosses = True
    values: Mapping[str, Any]


# --- rooms and games --------------------------------------------------------------------------------------------------


class RoomChanged(Signal, frozen=True):
    """Something that lists show of a room may have changed."""

    crosses = True
    room: str


class MovePlayed(Signal, frozen=True):
    """A move is stored."""

    by_bot: bool


class SidesChanged(Signal, frozen=True):
    """Somebody has sat down in a room, or its game is over."""

    crosses = True
    room: str


class TurnCame(Signal, frozen=True):
    """It may be a player's turn in a game by correspondence."""

    crosses = True
    player: str
    room: str


class OfferChanged(Signal, frozen=True):
    """Something is offered to a player in a room, or an answer is no longer waited for (``what`` is None)."""

    crosses = True
    player: str
    room: str
    what: OfferKind | None


class LearnerMoved(Signal, frozen=True):
    """A bot that studies its lost games has chosen a move."""


class LessonFound(Signal, frozen=True):
    """A player's game has become a lesson."""

    crosses = True
    player: str
    game: str


# --- meeting ----------------------------------------------------------------------------------------------------------


class SeeksChanged(Signal, frozen=True):
    """Other seeks are to be shown than before."""

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
    """A report was made, or waits no longer."""

    crosses = True


S = TypeVar("S", bound=Signal)


class Signals:
    """The dispatcher: subscribers by the type of the signal."""

    def __init__(self) -> None:
        self._calls: dict[type[Signal], list[Callable[[Any], Awaitable[None] | None]]] = {}

    def on(self, kind: type[S], call: Callable[[S], Awaitable[None] | None]) -> None:
        """Have ``call`` told of each signal of this type; a coroutine function is for those that are settled."""
        self._calls.setdefault(kind, []).append(call)

    def emit(self, signal: Signal) -> None:
        """Tell every subscriber; raises nothing."""
        for call in self._calls.get(type(signal), ()):
            try:
                call(signal)
            except Exception:
                log.exception("of %s", signal)

    async def settle(self, signal: Signal) -> None:
        """Tell every subscriber and await what it begins; raises what the last of them raises."""
        failed: Exception | None = None
        for call in self._calls.get(type(signal), ()):
            try:
                begun = call(signal)
                if isawaitable(begun):
                    await begun
            except Exception as error:
                failed = error
        if failed is not None:
            raise failed
