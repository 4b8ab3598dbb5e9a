"""Cache of answers that are costly to compute, valid until the tables that they read change."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

from server.store import game_rows
from server.store.changes import Watched
from server.store.knowledge import practice

SHOWN_CHANGES = (
    Watched("games", ignored=game_rows.WHILE_PLAYED, inserts=False),
    Watched("players", ignored=frozenset({"seen_at"}), inserts=False),
    *map(Watched, ("patterns", "pattern_sources", "analyses", "lessons", "passages", "edges")),
    *map(Watched, ("ratings", "rating_changes", "rating_entries", "first_moves")),
    *map(Watched, ("proofs", "last_chances", "blocks")),
    practice.CHANGED,
    Watched("uncounted", inserts=False),
    Watched("explorer", deletes=False),
)
"""The changes of which a cached answer can tell. A new game is in none, nor is a new player; every game that is over,
also one from a file, has come there by an update of ``ended_at``."""

MOST_BYTES = 8 << 20
MOST_OF_ONE = 1 << 20
MOST_ANSWERS = 2000
"""Most cached answers; an empty answer still has the cost of its key."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A cacheable answer with status 200: its type, body and additional headers, and whether it may be cached."""

    type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
    lasting: bool = True


class Cache:
    """Cache of answers by key, which includes the viewer; at most `MOST_ANSWERS` of ``most`` bytes together."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._version = -1
        self._answers: OrderedDict[Hashable, Kept] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable, version: int) -> Kept | None:
        """Return the answer if it belongs to this ``version`` of the store's content."""
        self._at(version)
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: Hashable, version: int, answer: Kept) -> None:
        """Cache an answer that was begun at ``version``, unless it is already stale or too large."""
        if version != self._version or not answer.lasting or len(answer.body) > MOST_OF_ONE:
            return
        self._drop(key)
        self._answers[key] = answer
        self.bytes += len(answer.body)
        while self.bytes > self._most or len(self._answers) > MOST_ANSWERS:
            self._drop(next(iter(self._answers)))

    def _at(self, version: int) -> None:
        if version != self._version:
            self._version = version
            self._answers.clear()
            self.bytes = 0

    def _drop(self, key: Hashable) -> None:
        known = self._answers.pop(key, None)
        if known is not None:
            self.bytes -= len(known.body)
