"""The interface of what runs players and other work for a server: this process with its children, or other machines."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from bots.engine import Choice, Limits, Numbers
from bots.levels import Level
from bots.workers.background_work import Function, Progress
from bots.workers.fair_queue import Asker
from gomoku.openings.turns import Action

SpareMs = Callable[[], int | None]
"""Returns the time that a bot can spare on its clock, in ms; None without a clock."""
Observe = Callable[[Level, float], None]
"""Takes note of a choice: the level and the seconds of thinking."""


@dataclass(frozen=True, slots=True)
class Load:
    """The load of the bots: waiting jobs and busy workers."""

    waiting_live: int
    waiting_background: int
    waiting_short: int
    """Live jobs that wait behind no search."""
    busy_threads: int
    busy_processes: int
    busy_programs: int
    busy_background: int
    memory: int
    """Bytes that players in threads, and programs, may hold now."""


class Execute(Protocol):
    """Run a function in the background's process, as `Executor.run` does."""

    def __call__(self, *args: Any, **kwargs: Any) -> Awaitable[Any]:
        """Start the call of a function with its arguments; the result is awaited."""


class BotSeat(Protocol):
    """A bot in one game. Its player stays where it last thought; another place opens another."""

    @property
    def level(self) -> Level:
        """The level that plays here."""

    async def choose(
        self,
        moves: Sequence[int],
        limits: Limits | None = None,
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
        told: Progress[int | None] = lambda _: None,
    ) -> Choice:
        """Return the bot's choice after these moves, within the level's limits unless others are given.

        ``spare_ms`` is called when the move starts and returns how much of the bot's clock it may use; None for no
        clock. The moves of all ``asker``s take turns; during long waits ``told`` is called with the number of moves
        ahead, and with None at the end. A compiled engine waits for its kernels first. Cancelling stops the player.
        Raises NoMove, ExecutorFull, NotReady, Stopped (executor or seat closed), PlayerCrashed.
        """

    async def decide(
        self,
        opening: str,
        actions: Sequence[Action],
        spare_ms: SpareMs = lambda: None,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Action | None:
        """Return the bot's action after these actions of an opening, within its level's limits; None if it leaves the
        decision.

        An engine that does not decide is not asked. Otherwise as ``choose``.
        """

    async def close(self) -> None:
        """Stop the current move and close the player; the seat accepts no more moves."""


class Executor(Protocol):
    """Chooses moves and does other work; a bounded number of jobs waits for each kind."""

    async def start(self) -> None:
        """Start to accept work."""

    async def close(self) -> None:
        """Fail everything with Stopped, within a few seconds whatever the players do."""

    @property
    def open(self) -> bool:
        """Whether moves are accepted."""

    def seat(self, level: Level, rules: str, size: int, seed: int, weights: Numbers | None = None) -> BotSeat:
        """Create a seat for one bot in one game, optionally with other ``weights`` than the level's own.

        Raises UnsupportedGame or UnknownEngine.
        """

    def busy(self, level: Level, asker: Asker) -> bool:
        """Tell whether so many moves are ahead of one for this level and asker that a game should not start now."""

    def thinking(self) -> AbstractContextManager[None]:
        """Mark a move as awaited for the block: the background gives way if no core is left but the event loop's."""

    def load(self) -> Load:
        """Return the current load."""

    def ready(self, level: Level) -> bool:
        """Tell whether the level can play at once: compiled engines cannot before `warm_up` is done."""

    async def warm_up(self, progress: Progress[str]) -> None:
        """Prepare compiled engines; ``progress`` is called with descriptions of the work. Raises NotReady, Stopped."""

    async def get_ready_to_answer(self) -> None:
        """Prepare for awaited work ahead of the first request. Raises BotError."""

    async def warm(self) -> None:
        """Wait until compiled engines are ready; raises NotReady if they never will be, Stopped at the end."""

    async def run(
        self,
        function: Function,
        *arguments: Any,
        progress: Progress[Any] | None = None,
        awaited: bool = False,
        first: bool = False,
        large: bool = False,
        asker: Asker = Asker(),  # noqa: B008 - frozen
    ) -> Any:
        """Call a function in another process and return its result.

        ``awaited`` work takes a second or so and somebody waits for it; work that must come ``first`` gives way to
        nothing; ``large`` work takes much memory; all other work is the background's, one call at a time.

        ``function`` is a module-level function, imported in the process. It is called with ``arguments``; with
        ``progress``, a report callback comes before them, and ``progress`` gets its reports in the loop. Arguments,
        reports and the result must be picklable. Cancelling ends the work. Raises BotError as the function does,
        WorkCrashed for its other exceptions and when its process dies, ExecutorFull, Stopped.
        """
