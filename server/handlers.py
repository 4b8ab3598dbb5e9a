"""Handlers of each type of message: features register their handlers here, and what they do as clients come and
go. Who reads the messages knows no feature.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from msgspec import Struct

Message = TypeVar("Message", bound=Struct)


class Client(Protocol):
    """One connection, as features see it; ``player``, ``name`` and ``device`` are empty until it has been greeted."""

    player: str
    name: str
    device: str
    address: str
    """Where it comes from, as limits by address see it."""
    agent: str
    """What its browser says of itself."""

    @property
    def lag_ms(self) -> int:
        """Round trip as last measured, 0 before that."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""

    def say(self, message: Any) -> None:
        """Encode and queue a message of `server.protocol.outbound`."""

    async def close(self, code: int, reason: str) -> None:
        """Close with a WebSocket code."""


@dataclass(frozen=True, slots=True)
class Handler:
    """What is done with a message, ``call(client, message, at)``, and what it costs beyond being a message.

    ``address_cost`` is in messages: who has not as many left is refused. Of what the player may send at once, one part
    in ``burst_share`` is spent, and perhaps owed. A ``cost`` below 1 is all that it takes of either's budget.
    """

    call: Callable[[Client, Any, int], Awaitable[None]]
    address_cost: int = 0
    burst_share: int | None = None
    cost: float = 1.0


class Handlers:
    """Handlers by type of message, and those of clients that come, leave or have another name."""

    def __init__(self) -> None:
        self.by_type: dict[type[Struct], Handler] = {}
        """What `add` was told; every type has one but `hello`, which is the gate's."""
        self._joined: list[Callable[[Client, int], None]] = []
        self._left: list[Callable[[Client, int], None]] = []
        self._renamed: list[Callable[[str, str], None]] = []

    def add(
        self,
        kind: type[Message],
        call: Callable[[Client, Message, int], Awaitable[None]],
        *,
        address_cost: int = 0,
        burst_share: int | None = None,
        cost: float = 1.0,
    ) -> None:
        """Have ``call(client, message, at)`` answer a type of message; ``at`` is when it came, in ms."""
        if kind in self.by_type:
            raise ValueError(f"two handlers of {kind.__name__}")
        self.by_type[kind] = Handler(call, address_cost, burst_share, cost)

    def on_join(self, call: Callable[[Client, int], None]) -> None:
        """Have ``call(client, at)`` told of each client that is now a player's."""
        self._joined.append(call)

    def on_leave(self, call: Callable[[Client, int], None]) -> None:
        """Have ``call(client, at)`` told of each client that is its player's no longer, or never was anybody's."""
        self._left.append(call)

    def on_rename(self, call: Callable[[str, str], None]) -> None:
        """Have ``call(player, name)`` told of each player who has another name."""
        self._renamed.append(call)

    def join(self, client: Client, at: int) -> None:
        """A client has become a player's."""
        for call in self._joined:
            call(client, at)

    def leave(self, client: Client, at: int) -> None:
        """A client is its player's no longer."""
        for call in self._left:
            call(client, at)

    def rename(self, player: str, name: str) -> None:
        """A player has another name."""
        for call in self._renamed:
            call(player, name)
