"""The interface of a worker, a thread or a process, as the queue sees it."""

from typing import Protocol, TypeVar

Asked_contra = TypeVar("Asked_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)

NICENESS = 10  # added to that of threads and processes that think: the event loop goes first
SHARING_NICENESS = 5  # of what is held back otherwise while moves are thought about, and must get its share
BACKGROUND_NICENESS = 19  # the most there is: of what nobody at a board waits for, where nothing else holds it back
GRACE_S = 2.0  # for what was asked to end
LOADING_S = 20.0  # the same where kernels may have to be loaded first


class Worker(Protocol[Asked_contra, Answer_co]):
    """Something that answers one request at a time. Called from the event loop only."""

    async def start(self) -> None:
        """Begin to exist; returns before the worker is warm."""
        ...

    async def ask(self, request: Asked_contra) -> Answer_co:
        """Choose a move, or do some work; raises BotError."""
        ...

    def hurry(self) -> None:
        """Ask what is being done to come to its end."""
        ...

    def forget(self, seat: int) -> None:
        """Close a seat's player, after what is being done now."""
        ...

    async def close(self) -> None:
        """End, within the grace if nothing is being done."""
        ...
