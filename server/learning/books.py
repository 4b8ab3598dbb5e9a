"""The bots' books of their own games and of their practice, loaded from the store for the players of this process."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bots.errors import UnknownLevel
from bots.learning.players import published
from bots.levels import level
from server.store.database import Database
from server.store.knowledge import experience, practice
from server.store.knowledge.experience import BotsGame, Pool

if TYPE_CHECKING:
    from bots.learning.players.book import Book, BookGame, Choices
    from bots.learning.players.experience import Experience

Shelves = dict[tuple[str, int], dict[int, "Book"]]
"""Books by rule set and level, then by size."""


class Books:
    """Keeps the published books in step with the store, once the kernels are ready."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._forget(0)

    def _forget(self, dropped: int) -> None:
        self._shelves: Shelves = {}
        self._choices: dict[Pool, dict[int, Choices]] = {}
        self._last = self._last_choice = self._last_practice = 0
        self._dropped = dropped

    async def publish(self) -> None:
        """Load additions since the last call, or everything if games were removed, and publish them."""
        dropped = await experience.count_dropped(self._store)
        emptied = list(self._shelves) if dropped != self._dropped else []
        if emptied:
            self._forget(dropped)
        games, choices = await self._games(), await self._new_choices()
        if games or choices or emptied:
            await asyncio.to_thread(self._add, games, choices)
            for rules, number in {*self._shelves, *emptied}:
                books = self._shelves.get((rules, number), {})
                published.publish_experience(rules, self._experience(books), number)

    async def _games(self) -> list[BotsGame]:
        found = list[BotsGame]()
        while True:
            self._last, more = await experience.list_games_since(self._store, self._last)
            if not more:
                break
            found += more
        while True:
            before = self._last_practice
            self._last_practice, more = await practice.list_games_since(self._store, before)
            if self._last_practice == before:
                return found
            found += more

    async def _new_choices(self) -> dict[Pool, dict[int, Choices]]:
        from bots.learning.players.alternatives import VERSION  # noqa: PLC0415 - imports numba: who starts shall not wait for it

        found: dict[Pool, dict[int, Choices]] = {}
        while True:
            self._last_choice, more = await experience.list_choices_since(self._store, self._last_choice, VERSION)
            if not more:
                return found
            for pool, each in more.items():
                found.setdefault(pool, {}).update(each)

    def _add(self, games: Sequence[BotsGame], choices: Mapping[Pool, dict[int, Choices]]) -> None:
        from bots.learning.players.book import Book  # noqa: PLC0415 - as above

        by_book: dict[tuple[str, int, int], list[BookGame]] = {}
        for game in games:
            rules, size = game.pool
            current_version = game.version == _version(game.level)
            by_book.setdefault((rules, game.level, size), []).append(game.played._replace(current=current_version))
        for pool, each in choices.items():
            self._choices.setdefault(pool, {}).update(each)
        for (rules, number, size), played in by_book.items():
            shelf = self._shelves.setdefault((rules, number), {})
            known = self._choices.get((rules, size), {}) if size not in shelf else {}
            shelf[size] = shelf.get(size, Book()).with_choices(known).with_more(played)
        for (rules, _), shelf in self._shelves.items():
            for size, book in shelf.items():
                if (rules, size) in choices:
                    shelf[size] = book.with_choices(choices[rules, size])

    def _experience(self, books: Mapping[int, Book]) -> Experience:
        from bots.learning.players.experience import Experience  # noqa: PLC0415 - as above

        return Experience(dict(books), self._last + self._last_choice + self._last_practice + self._dropped)


def _version(number: int) -> str | None:
    try:
        return level(number).version
    except UnknownLevel:  # no longer offered
        return None
