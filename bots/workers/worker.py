"""The interface of a worker, a thread or a process, as the queue sees it."""

from typing import Protocol, TypeVar

Asked_contra = TypeVar("Asked_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)

NICENESS = 10  # added to that of threads and processes that think, so that the event loop goes first
SHARING_NICENESS = 5  # of work that is otherwise held back while moves are computed, and must get its share
BACKGROUND_NICENESS = 19  # the highest, for work nobody at a board waits for and nothing else holds back
GRACE_S = 2.0  # for work that was asked to end
REST_S = 60.0  # without a request, after which a process ends: another is there in a fifth of a second
LOADING_S = 20.0  # the same where kernels may have to be loaded first


class Worker(Protocol[Asked_contra, Answer_co]):
    """A worker that answers one request at a time. Called from the event loop only."""

    async def start(self) -> None:
        """Start; returns before the worker is warm."""
        ...

    async def ask(self, request: Asked_contra) -> Answer_co:
        """Choose a move or do some work; raises BotError."""
        ...

    def hurry(self) -> None:
        """Ask the current work to end."""
        ...

    def forget(self, seat: int) -> None:
        """Close a seat's player, after the current work."""
        ...

    async def close(self) -> None:
        """End, within the grace if idle."""
        ...
