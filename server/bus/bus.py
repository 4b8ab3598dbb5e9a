"""The interface of the bus between the processes of one installation.

What may be lost, and who makes up for it:

- A message may be lost, whole, at any time: while the bus is away, when a receiver is too slow, in transit. A publisher
  is never told. So a message only says earlier what its receivers also read from the database, at the latest when the
  bus is back (`Bus.on_return`) or at their next look.
- A request may be lost, or its answer. The asker gets NoAnswer, cannot know which, and asks again or gives up: to
  answer twice must do no harm.
- Messages of one process on one subject arrive in their order. Nothing is said about the order of different subjects or
  of different processes.
- No message arrives twice, none is changed, none is kept for those who come later, and nobody hears their own.
"""

from collections.abc import Awaitable, Callable
from typing import Protocol

from server.errors import TengenError

MOST_BYTES = 1 << 20
"""Most bytes of a message, the default limit of NATS."""

Heard = Callable[[str, bytes], None]
"""Receives the subject and the payload of a message, on the loop."""
Answer = Callable[[bytes], Awaitable[bytes]]
"""Answers a request."""
OnReturn = Callable[[], None]
"""Is called when a bus that was away is back."""
Unserve = Callable[[], Awaitable[None]]
"""Ends a service: no more requests come, those that have come are still answered."""


class NoAnswer(TengenError):
    """No answer came in time, or nobody serves the subject, or the bus is away."""

    code = "no_answer"


class Bus(Protocol):
    """A connection to the bus. All methods are called on the loop.

    Subjects are words with dots between them. In a subscription ``*`` stands for any one word, ``>`` at the end for one
    or more.
    """

    name: str
    """A random word for this process: for logs, and for subjects of its own."""

    @property
    def connected(self) -> bool:
        """Whether messages currently pass, as far as is known."""

    def publish(self, subject: str, payload: bytes) -> None:
        """Send a message to all other processes that subscribe to its subject, at once and without waiting.

        Raises nothing: the message is dropped while the bus is away, and if it is longer than `MOST_BYTES`, which is
        logged.
        """

    async def subscribe(self, subject: str, call: Heard) -> None:
        """Have ``call`` hear the messages of others from now on, also after a break."""

    async def serve(self, subject: str, group: str, answer: Answer) -> Unserve:
        """Answer requests of others; each goes to one member of each group. Requests are answered side by side.

        If ``answer`` raises, that is logged and the asker gets NoAnswer.
        """

    async def request(self, subject: str, payload: bytes, timeout_s: float) -> bytes:
        """Return the first answer of another process; raises NoAnswer."""

    def on_return(self, call: OnReturn) -> None:
        """Have ``call`` called each time the bus is back after a break: messages may have been lost."""

    async def close(self) -> None:
        """Send what waits to be sent and leave; answers that are not finished are given up."""
