"""Messages between servers and workers, and the subjects on which they go.

A server asks by a request to a worker's own subject, or to a group's: ``bot.CLASS`` for moves, ``work.LANE`` for other
work. The worker says at once that it has taken it. Everything later comes on the server's own subject: signs of life,
places in the queue, progress, the result. What a server adds, such as that a result is no longer wanted, goes to the
worker's own subject. All of this is sealed. A worker's heartbeat is not: it says only how it is.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from bots.engine import Limits, Numbers
from bots.errors import BotError
from bots.execution import Load
from bots.levels import Level
from gomoku.openings.turns import Action

SIGN_S = 0.4
"""Seconds between the signs of life of those who work or wait for one another."""
SILENT_S = 1.6
"""Seconds of silence after which a worker counts as lost."""
BEAT_S = 1.0
"""Seconds between a worker's heartbeats."""

CALL = "workers.call"
"""Subject on which workers are asked to say at once that they are there."""
BEATS = "worker.*"
GROUP = "workers"

LANES = ("awaited", "first", "large", "background")
"""Kinds of other work, as `Executor.run` distinguishes them."""


def bot_subject(level: Level) -> str:
    """Return the subject of moves of a level: by number, or by the engine of one that is not on the ladder."""
    return f"bot.{level.number}" if level.number >= 0 else f"bot.{level.engine}"


def work_subject(lane: str) -> str:
    """Return the subject of other work."""
    return f"work.{lane}"


def own_subject(worker: str) -> str:
    """Return the subject of requests to one worker."""
    return f"at.{worker}"


def to_worker(worker: str) -> str:
    """Return the subject of notes to one worker."""
    return f"to.{worker}"


def to_server(server: str) -> str:
    """Return the subject of answers to one server."""
    return f"answer.{server}"


class WorkerBeat(msgspec.Struct, frozen=True):
    """A worker's heartbeat. ``serves`` are the subjects it takes; none while it ends.

    ``warm``: its compiled engines are ready. ``holds`` counts what it has taken and not finished, by server.
    """

    name: str
    host: str
    process: int
    version: str
    serves: tuple[str, ...]
    warm: bool
    cores: int
    queue: int
    holds: dict[str, int]
    load: Load
    uptime_s: float
    moves: int
    """Number of moves chosen so far."""


# --- from servers -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WantedMove:
    """A move to choose. ``seat`` is the server's number of the seat; ``level`` a number of the ladder, or the level."""

    seat: int
    level: int | Level
    rules: str
    size: int
    seed: int
    weights: Numbers | None
    moves: tuple[int, ...]
    limits: Limits | None


@dataclass(frozen=True, slots=True)
class WantedAction:
    """An action to decide in an opening."""

    seat: int
    level: int | Level
    rules: str
    size: int
    seed: int
    weights: Numbers | None
    opening: str
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class WantedWork:
    """A call of a function, "module:name", in a lane; ``reports``: its progress is wanted."""

    function: str
    arguments: tuple[Any, ...]
    reports: bool
    lane: str


@dataclass(frozen=True, slots=True)
class Revisions:
    """The published knowledge of a server: revisions of the patterns of a rule set and of a level's book."""

    patterns: int = 0
    book: int = 0


@dataclass(frozen=True, slots=True)
class Ask:
    """A request of a server. The same ``id`` may come again, when the server has heard nothing for a while.

    ``spare_ms`` is the time on the bot's clock that it may use, counted from the arrival.
    """

    id: str
    server: str
    wanted: WantedMove | WantedAction | WantedWork
    spare_ms: int | None
    address: str
    person: str
    there: bool
    known: Revisions


@dataclass(frozen=True, slots=True)
class StillWanted:
    """A server's sign of life: the requests whose results it waits for, from this worker."""

    server: str
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Unwanted:
    """The result of a request is no longer wanted."""

    server: str
    id: str


@dataclass(frozen=True, slots=True)
class Leaving:
    """A seat is closed."""

    server: str
    seat: int


# --- from workers -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Taken:
    """A worker has taken a request; ``done``: it had finished it before, and sends the result again."""

    worker: str


@dataclass(frozen=True, slots=True)
class Declined:
    """A worker does not take a request: it ends, or does not serve this."""

    worker: str


@dataclass(frozen=True, slots=True)
class AtWork:
    """A worker's sign of life: the requests of a server that it holds."""

    worker: str
    ids: frozenset[str]


@dataclass(frozen=True, slots=True)
class Ahead:
    """The number of jobs before this one in the worker's queue; None when it starts."""

    id: str
    number: int | None


@dataclass(frozen=True, slots=True)
class Progressed:
    """A report of the progress of some work."""

    id: str
    news: Any


@dataclass(frozen=True, slots=True)
class Done:
    """A result; ``seconds`` is the time of thinking without waiting."""

    id: str
    value: Any
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """The error that ended a request."""

    id: str
    error: BotError


@dataclass(frozen=True, slots=True)
class GivenBack:
    """The worker ends before it has finished these requests."""

    worker: str
    ids: Sequence[str]
