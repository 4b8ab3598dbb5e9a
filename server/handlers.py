"""Message handlers by type: features register them here, and the gate, which reads messages, knows no feature."""

from collections.abc import Awaitable, Callable, Collection, Coroutine
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from msgspec import Struct

Message = TypeVar("Message", bound=Struct)


class Client(Protocol):
    """One connection, as features see it; its identity is empty until it has been greeted."""

    player: str
    name: str
    device: str
    page: str
    """Random name of the page that opened it, the same after a reconnection; empty if the page has none."""
    secret: bytes
    """Secret derived from the device's token, known only to its holder (`server.accounts.accounts.derive_secret`)."""
    address: str
    """Address of the connection, as used for limits."""
    agent: str
    """User agent of the browser."""

    @property
    def lag_ms(self) -> int:
        """Last measured round trip in ms, 0 before that."""

    def send(self, *payloads: bytes) -> None:
        """Queue encoded messages; never blocks and never raises."""

    def say(self, message: Any) -> None:
        """Encode and queue a message of `server.protocol.outbound`."""

    async def close(self, code: int, reason: str) -> None:
        """Close with a WebSocket code."""


Handle = Callable[[Client, Message, int], Awaitable[None]]
"""Handles ``(client, message, at)``; ``at`` is the time of arrival in ms."""
OnEnd = Callable[[Coroutine[Any, Any, None] | None], None]
"""Called once a message has its answer, or with what is still to be done for it in a task."""
Begin = Callable[[Client, Message, int, OnEnd], bool]
"""Begins to handle a message without a task, unless that needs one: then it returns False and has changed nothing."""
ClientsOf = Callable[[str], Collection[Client]]
"""Returns the connections of a player."""


@dataclass(frozen=True, slots=True)
class Handler:
    """A handler ``call(client, message, at)`` of a message, and its additional costs.

    ``address_cost`` is in messages, and is refused if the address has fewer left. With ``burst_share`` the message
    costs the player one part in so many of a burst, perhaps as a debt. A ``cost`` below 1 replaces the price of one
    message in both budgets. ``begin`` is tried before ``call``; a message that has it costs nothing more.
    """

    call: Handle[Any]
    begin: Begin[Any] | None = None
    address_cost: int = 0
    burst_share: int | None = None
    cost: float = 1.0


class Handlers:
    """Handlers by type of message."""

    def __init__(self) -> None:
        self.by_type: dict[type[Struct], Handler] = {}
        """All handlers; every type has one except `hello`, which belongs to the gate."""

    def add(
        self,
        kind: type[Message],
        call: Handle[Message],
        *,
        begin: Begin[Message] | None = None,
        address_cost: int = 0,
        burst_share: int | None = None,
        cost: float = 1.0,
    ) -> None:
        """Register ``call(client, message, at)`` for a type of message; ``at`` is the time of arrival in ms."""
        if kind in self.by_type:
            raise ValueError(f"two handlers of {kind.__name__}")
        self.by_type[kind] = Handler(call, begin, address_cost, burst_share, cost)
