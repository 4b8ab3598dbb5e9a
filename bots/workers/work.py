"""Background work: a function of ours, called in a worker process, which tells how far it has come."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from bots.errors import BotError, WorkCrashed

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Work:
    """A call of the function at this place, "module:name", with these arguments after the one it reports with."""

    function: str
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
class Result:
    """What the function has returned."""

    value: Any


def perform(work: Work, report: Callable[[Any], None]) -> Result:
    """Call the function; raises BotError as it does, WorkCrashed for whatever else it raises."""
    module, _, name = work.function.partition(":")
    try:
        return Result(getattr(import_module(module), name)(report, *work.arguments))
    except BotError:
        raise
    except Exception as error:
        log.exception("%s crashed", work.function)
        raise WorkCrashed(repr(error)) from error
