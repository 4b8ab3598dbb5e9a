"""The ladder of bots for clients."""

from bots.executor import Executor
from bots.levels import list_offered, sort_by_strength
from server.protocol.api import LevelInfo, Levels


def list_levels(executor: Executor) -> Levels:
    """List the ladder as the client shows it."""
    return Levels(
        [
            LevelInfo(
                level.number,
                dict(level.name),
                dict(level.character),
                list(level.rules),  # type: ignore[arg-type]
                list(level.sizes),
                level.elo,
                executor.ready(level),
                level.studies,
                level.twin_of,
            )
            for level in sort_by_strength(list_offered())
        ]
    )
