"""Background work: a function called in a worker process that reports its progress."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from bots.errors import BotError, WorkCrashed

log = logging.getLogger(__name__)

T = TypeVar("T")
Progress = Callable[[T], None]
"""A callback for reports of progress."""
Function = Callable[..., Any]
"""A module-level function that a process calls."""


@dataclass(frozen=True, slots=True)
class Work:
    """A call of a function with these arguments; if it ``reports``, a `Progress` callback comes before them."""

    function: Function
    arguments: tuple[Any, ...]
    reports: bool = False


@dataclass(frozen=True, slots=True)
class Errand:
    """Work and the callback for its progress."""

    work: Work
    heard: Progress[Any]


@dataclass(frozen=True, slots=True)
class Report:
    """A progress report of the function."""

    news: Any


@dataclass(frozen=True, slots=True)
class WorkResult:
    """The return value of the function."""

    value: Any


def perform(work: Work, report: Progress[Any]) -> WorkResult:
    """Call the function; raises its BotError, or WorkCrashed for any other exception."""
    try:
        return WorkResult(work.function(*([report] if work.reports else []), *work.arguments))
    except BotError:
        raise
    except Exception as error:
        log.exception("%s.%s crashed", work.function.__module__, work.function.__qualname__)
        raise WorkCrashed(repr(error)) from error
