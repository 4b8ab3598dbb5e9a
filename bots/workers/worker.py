"""What the queue expects of a thread or a process."""

from typing import Protocol

from bots.engine import Choice
from bots.workers.seats import Request

NICENESS = 10  # added to that of threads and processes that think: the event loop goes first
GRACE_S = 2.0  # for what was asked to end


class Worker(Protocol):
    """Something that chooses one move at a time. Called from the event loop only."""

    async def start(self) -> None:
        """Begin to exist; returns before the worker is warm."""
        ...

    async def choose(self, request: Request) -> Choice:
        """Choose a move; raises BotError."""
        ...

    def hurry(self) -> None:
        """Ask the move that is being chosen to come to its end."""
        ...

    def forget(self, seat: int) -> None:
        """Close a seat's player, after what is being done now."""
        ...

    async def close(self) -> None:
        """End, within the grace if nothing is being chosen."""
        ...
