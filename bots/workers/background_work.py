"""Background work: a function called in a worker process that reports its progress."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bots.errors import BotError, WorkCrashed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """A call of a module-level function, with a report callback before these arguments."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Errand:
    """Work and the callback for its progress."""

    work: Work
    heard: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Report:
    """A progress report of the function."""

    news: Any


@dataclass(frozen=True, slots=True)
class WorkResult:
    """The return value of the function."""

    value: Any


def perform(work: Work, report: Callable[[Any], None]) -> WorkResult:
    """Call the function; raises its BotError, or WorkCrashed for any other exception."""
    try:
        return WorkResult(work.function(report, *work.arguments))
    except BotError:
        raise
    except Exception as error:
        log.exception("%s.%s crashed", work.function.__module__, work.function.__qualname__)
        raise WorkCrashed(repr(error)) from error
