"""Handlers of messages by type: features register them here, and the gate, which reads messages, knows no feature."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from msgspec import Struct

Message = TypeVar("Message", bound=Struct)


class Client(Protocol):
    """One connection, as features see it; who and what it is of is empty until it has been greeted."""

    player: str
    name: str
    device: str
    page: str
    """What the page that opened it calls itself, the same after a lost connection; empty where it says nothing."""
    secret: bytes
    """Known to who has the token of its device alone (`server.accounts.accounts.derive_secret`)."""
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
    """Handlers by type of message."""

    def __init__(self) -> None:
        self.by_type: dict[type[Struct], Handler] = {}
        """As added; every type has one but `hello`, which is the gate's."""

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
