"""The shape of every part of the server: a `Feature` with a life, opened from a `Core`.

A package has a module ``feature`` with a function ``open(core)``. It asks ``core.need`` for the features that it stands
on, and so says its dependencies; the order in which features start is the order in which they were opened, and they
close in reverse. A circle is an error that names it.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from bots.executor import Executor
from server.config import Config
from server.handlers import Handlers
from server.metrics import Metrics
from server.signals import Signals
from server.steady_time import SteadyTime
from server.store.database import Database


class Feature:
    """A part of the server; what it does not need to do it leaves as it is here."""

    def register(self, handlers: Handlers) -> None:
        """Have messages come here."""

    async def start(self) -> None:
        """Read what is stored; everything that it stands on has started. Raises StartError."""

    def work(self) -> Iterable[Coroutine[Any, Any, None]]:
        """Jobs that run until the server ends; everything has started."""
        return ()

    async def close(self) -> None:
        """End; called only after `start` has begun, and whatever stands on it has closed."""


F = TypeVar("F", bound=Feature)


class Circle(Exception):
    """Features need one another; the message names them."""


class Core:
    """What every feature is opened with, and the features that are open."""

    def __init__(self, config: Config, store: Database, executor: Executor, metrics: Metrics) -> None:
        self.config = config
        self.store = store
        self.executor = executor
        self.metrics = metrics
        self.now = SteadyTime()
        self.handlers = Handlers()
        self.signals = Signals()
        self.opened: dict[Callable[[Core], Feature], Feature] = {}
        """Features by the functions that opened them, each after those that it stands on."""
        self._opening: list[Callable[[Core], Feature]] = []

    @property
    def features(self) -> Iterable[Feature]:
        """Open features, each after those that it stands on."""
        return self.opened.values()

    def need(self, open: Callable[["Core"], F]) -> F:
        """The feature that this function opens, opened at the first time; raises Circle."""
        found = self.opened.get(open)
        if found is None:
            if open in self._opening:
                names = [each.__module__ for each in [*self._opening[self._opening.index(open) :], open]]
                raise Circle(" needs ".join(names))
            self._opening.append(open)
            found = open(self)
            self._opening.pop()
            self.opened[open] = found
        return found  # type: ignore[return-value] # what a function opens is of its type
