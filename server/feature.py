"""The contract of every part of the server: a `Feature` with a life cycle, opened from a `Core`.

A package has a module ``feature`` with a function ``open(core)``. It calls ``core.need`` for the features that it
depends on. Features start in the order in which they were opened, and close in reverse. A circular dependency is an
error that names its members.
"""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from bots.executor import Executor
from server.bus.bus import Bus
from server.config import Config
from server.handlers import Handlers
from server.metrics import Metrics
from server.shared_time import SharedTime
from server.signals import Signals
from server.steady_time import SteadyTime
from server.store.database import Database


class Feature:
    """A part of the server; methods that it does not need keep these defaults."""

    def register(self, handlers: Handlers) -> None:
        """Register message handlers."""

    async def start(self) -> None:
        """Load stored state; all dependencies have started. Raises StartError."""

    def work(self) -> Iterable[Coroutine[Any, Any, None]]:
        """Return jobs that run until the server ends; all features have started."""
        return ()

    async def close(self) -> None:
        """Close; called only after `start` has begun, when all dependents have closed."""


F = TypeVar("F", bound=Feature)


class Circle(Exception):
    """Features need one another; the message names them."""


class Core:
    """The common parts with which every feature is opened, and the open features.

    ``bus`` leads to the other processes of the installation, None if there are none.
    """

    def __init__(
        self, config: Config, store: Database, executor: Executor, metrics: Metrics, bus: Bus | None = None
    ) -> None:
        self.config = config
        self.store = store
        self.executor = executor
        self.metrics = metrics
        self.bus = bus
        self.now: SteadyTime | SharedTime = SteadyTime() if bus is None else SharedTime()
        self.handlers = Handlers()
        self.signals = Signals(self.bus)
        self.opened: dict[Callable[[Core], Feature], Feature] = {}
        """Features by the functions that opened them, each after its dependencies."""
        self._opening: list[Callable[[Core], Feature]] = []

    @property
    def features(self) -> Iterable[Feature]:
        """Open features, each after its dependencies."""
        return self.opened.values()

    def need(self, open: Callable[["Core"], F]) -> F:
        """Return the feature of an ``open`` function, opened on the first call; raises Circle."""
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
