"""The queue of requested analyses: addresses take turns, and none may have more places than remain for others."""

from collections.abc import Sequence
from dataclasses import dataclass

from bots.workers.fair_queue import Asker, FairQueue
from server.errors import Refused

MOST_WAITING = 500
UNKNOWN = Asker()


@dataclass(frozen=True, slots=True)
class QueuedGame:
    """A game in the queue, by its serial, and who asked for it; unknown after a restart."""

    serial: int
    asker: Asker = UNKNOWN
    cost: float = 1.0


class AnalysisQueue:
    """Addresses and turns of the queued games; the queue itself is in the store."""

    def __init__(self) -> None:
        self._places: dict[int, QueuedGame] = {}
        self._queue = FairQueue()

    def join(self, serial: int, asker: Asker, waiting: Sequence[int]) -> None:
        """Add a game; raises Refused. ``waiting`` lists all games that wait in the store; others are dropped."""
        self._places = {each: self._places[each] for each in waiting if each in self._places}
        left = MOST_WAITING - len(waiting)
        if left <= 0:
            raise Refused(code="analyses_busy")
        here = sum(place.asker.address == asker.address for place in self._places.values())
        if here >= left:
            raise Refused(code="too_many_analyses", limit=here)
        place = QueuedGame(serial, asker)
        self._queue.join(place, list(self._places.values()))
        self._places[serial] = place

    def leave(self, serial: int) -> None:
        """Remove a game that was studied or not queued after all."""
        self._places.pop(serial, None)

    def order(self, waiting: Sequence[int], running: int | None) -> list[int]:
        """Return the games in the order of their turns, the running one first."""
        places = [self._place(serial) for serial in waiting if serial != running]
        return [serial for serial in waiting if serial == running] + [each.serial for each in self._queue.order(places)]

    def begin(self, serial: int, waiting: Sequence[int]) -> None:
        """Record that the study of a game begins."""
        self._queue.charge(self._place(serial), [self._place(each) for each in waiting if each != serial])

    def _place(self, serial: int) -> QueuedGame:
        return self._places.get(serial) or QueuedGame(serial)
