"""The server whole: the list of its features."""

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
"""Features that nothing else brings; each opens those that it stands on first."""


def open_features(core: Core) -> None:
    """Open all features, and have messages come to them."""
    for open in FEATURES:
        core.need(open)
    for feature in core.features:
        feature.register(core.handlers)


@asynccontextmanager
async def run_features(core: Core) -> AsyncIterator[Background]:
    """Start open features in the order of their dependencies and have them work; close them in reverse.

    Where one fails to start, it and those that have started are closed. Gives the background that the work runs in.
    """
    async with AsyncExitStack() as stack:
        for feature in core.features:
            stack.push_async_callback(feature.close)
            await feature.start()
        background = Background()  # a job that dies of a fault is heard of
        stack.push_async_callback(background.close)
        for feature in core.features:
            for job in feature.work():
                background.spawn(job)
        yield background
