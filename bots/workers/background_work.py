"""Background work: a function of ours, called in a worker process, which tells how far it has come."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bots.errors import BotError, WorkCrashed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """A call of a module's function with these arguments after the one it reports with."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Errand:
    """Work, and who hears of its progress."""

    work: Work
    heard: Callable[[Any], None]


@dataclass(frozen=True, slots=True)
class Report:
    """What the function says on its way."""

    news: Any


@dataclass(frozen=True, slots=True)
class WorkResult:
    """What the function has returned."""

    value: Any


def perform(work: Work, report: Callable[[Any], None]) -> WorkResult:
    """Call the function; raises BotError as it does, WorkCrashed for whatever else it raises."""
    try:
        return WorkResult(work.function(report, *work.arguments))
    except BotError:
        raise
    except Exception as error:
        log.exception("%s.%s crashed", work.function.__module__, work.function.__qualname__)
        raise WorkCrashed(repr(error)) from error
