"""Notices of unseen lessons, sent to their players on connecting and on every change."""

from collections.abc import Callable, Collection

from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, LessonNotice, LessonNotices
from server.review.analysis_followers import learns
from server.signals import LessonFound, Signals
from server.steady_time import Now
from server.store import lesson_notices
from server.store.database import Database
from server.waiting import Waiting


class WaitingLessons(Waiting):
    """Unseen lessons in ``store``; ``now`` returns ms, ``clients_of`` a player's connections."""

    def __init__(self, store: Database, now: Now, clients_of: Callable[[str], Collection[Client]]) -> None:
        super().__init__(clients_of)
        self._store = store
        self._now = now

    def register(self, handlers: Handlers) -> None:
        """Register the handler for seen lessons."""
        handlers.add(inbound.SeeLesson, self._see)

    def subscribe(self, signals: Signals) -> None:
        """Subscribe: clients receive their lessons on connecting and whenever one is found."""
        super().subscribe(signals)
        signals.on(LessonFound, lambda found: self.changed(found.player))

    async def read(self, player: str) -> tuple[LessonNotices, bool]:
        """Return the lessons that a player has not seen, and whether there are any."""
        found = await lesson_notices.list_waiting(self._store, player, self._now())
        return LessonNotices([LessonNotice(*_values(each)) for each in found]), bool(found)

    async def _see(self, client: Client, message: inbound.SeeLesson, at: int) -> None:
        await lesson_notices.end(self._store, client.player, message.game)
        client.say(Ack(message.id))
        self.changed(client.player)


def _values(lesson: lesson_notices.WaitingLesson) -> tuple[str, int, int, bool, bool, int | None]:
    learned = lesson.learned and learns(lesson.level)  # a losing position is stored whoever lost it
    return lesson.game, lesson.at, lesson.level, lesson.won, learned, lesson.entry
