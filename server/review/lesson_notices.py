"""Lessons that wait to be seen, as their players are told of them: on coming, and whenever that changes."""

import asyncio
import logging
from collections.abc import Callable, Collection

from server.background import Background
from server.errors import StoreError
from server.handlers import Client, Handlers
from server.protocol import inbound
from server.protocol.outbound import Ack, LessonNotice, LessonNotices
from server.review.analysis_followers import learns
from server.signals import ClientJoined, LessonFound, Signals
from server.store import lesson_notices
from server.store.database import Database

log = logging.getLogger("tengen")


class WaitingLessons:
    """Those in ``store``; ``now`` is in ms, ``clients_of`` gives who is here of a player."""

    def __init__(
        self, store: Database, now: Callable[[], int], clients_of: Callable[[str], Collection[Client]]
    ) -> None:
        self._store = store
        self._now = now
        self._clients_of = clients_of
        self._background = Background()
        self._lock = asyncio.Lock()
        """What is read is told before it is read again: nobody is left with an earlier list."""

    def register(self, handlers: Handlers) -> None:
        """Have what clients have seen come here."""
        handlers.add(inbound.SeeLesson, self._see)

    def subscribe(self, signals: Signals) -> None:
        """Tell clients on coming, and whenever a lesson is found."""
        signals.on(ClientJoined, lambda joined: self._greet(joined.client))
        signals.on(LessonFound, lambda found: self.changed(found.player))

    async def close(self) -> None:
        """Tell nobody any more."""
        await self._background.close()

    def changed(self, player: str) -> None:
        """There is a lesson more that waits for a player."""
        if self._clients_of(player):
            self._background.spawn(self._tell(player))

    def _greet(self, client: Client) -> None:
        self._background.spawn(self._tell(client.player, client))

    async def _see(self, client: Client, message: inbound.SeeLesson, at: int) -> None:
        await lesson_notices.end(self._store, client.player, message.game)
        client.say(Ack(message.id))
        self.changed(client.player)

    async def _tell(self, player: str, come: Client | None = None) -> None:
        """Tell a player's clients, or one that has ``come``, where there is anything to tell it."""
        try:
            async with self._lock:
                found = await lesson_notices.list_waiting(self._store, player, self._now())
                told = LessonNotices([LessonNotice(*_values(each)) for each in found])
                for client in self._clients_of(player) if come is None else [come] if found else []:
                    if client.player == player:  # it may be another's by now
                        client.say(told)
        except StoreError as error:  # with the next change
            log.warning("the lessons that wait cannot be read: %s", error)


def _values(lesson: lesson_notices.WaitingLesson) -> tuple[str, int, int, bool, bool, int | None]:
    learned = lesson.learned and learns(lesson.level)  # a position that lost is kept whoever lost it
    return lesson.game, lesson.at, lesson.level, lesson.won, learned, lesson.entry
