"""Answers that cost something to make, kept as long as nothing has changed that they could tell of."""

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass

MOST_BYTES = 8 << 20
MOST_OF_ONE = 1 << 20
MOST_ANSWERS = 2000
"""An empty answer has its price, too: what it is kept by."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer with the status 200: its type, its body, the headers that only it has, and whether it may be kept."""

    type: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()
    lasting: bool = True


class Cache:
    """Answers by whatever tells them apart, who asked among it; together at most `MOST_ANSWERS` of ``most`` bytes."""

    def __init__(self, most: int = MOST_BYTES) -> None:
        self._most = most
        self._version = -1
        self._answers: OrderedDict[Hashable, Kept] = OrderedDict()
        self.bytes = 0

    def get(self, key: Hashable, version: int) -> Kept | None:
        """The answer, if it was made when the store was as it is: ``version`` is of what is in it now."""
        self._at(version)
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: Hashable, version: int, answer: Kept) -> None:
        """Keep an answer that was begun at a version; one that is stale already, or large, is not kept."""
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
