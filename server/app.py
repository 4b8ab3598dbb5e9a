"""The server as a list of its features."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from server import studying
from server.background import Background
from server.challenges import feature as challenges
from server.classrooms import feature as classrooms
from server.feature import Core, Feature
from server.lobby import feature as lobby
from server.oidc import feature as oidc
from server.push import feature as push
from server.seeks import feature as seeks
from server.staff import feature as staff
from server.transport import feature as transport
from server.trees import feature as trees

FEATURES: tuple[Callable[[Core], Feature], ...] = (
    oidc.open,
    lobby.open,
    push.open,
    classrooms.open,
    challenges.open,
    seeks.open,
    trees.open,
    studying.open,
    staff.open,
    transport.open,
)
"""Top-level features; each first opens the features that it needs."""


def open_features(core: Core) -> None:
    """Open all features and register their message handlers."""
    for open in FEATURES:
        core.need(open)
    for feature in core.features:
        feature.register(core.handlers)


@asynccontextmanager
async def run_features(core: Core) -> AsyncIterator[Background]:
    """Start the open features in order of their dependencies and run their work; close them in reverse order.

    If one fails to start, it and all started ones are closed. Yields the background in which the work runs.
    """
    async with AsyncExitStack() as stack:
        for feature in core.features:
            stack.push_async_callback(feature.close)
            await feature.start()
        background = Background()  # logs jobs that die of an error
        stack.push_async_callback(background.close)
        for feature in core.features:
            for job in feature.work():
                background.spawn(job)
        yield background
