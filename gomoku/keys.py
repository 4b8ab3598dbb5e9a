"""Position keys: one integer for a position and its seven images, updated stone by stone.

This is zobrist hashing with symmetries. Each stone on each point has a 64-bit word, and so has white's turn; an image's
hash is the exclusive or of the words of its stones. The key is the least of the eight hashes as a signed number, the
form of integers in databases. The words come from splitmix64, so all machines have the same keys forever.

Rule set and size are not part of the key: keys are for positions of one rule set and size. Two positions may share a
key, though five million positions hardly contain such a pair: callers that need certainty compare the stones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from struct import Struct
from typing import Final

from gomoku.board import Board, Color
from gomoku.symmetry import COUNT, maps

_SEED = 0x54656E67656E2031
_MOST = 1 << 10  # more than the points of any board
_LOW = (1 << 64) - 1
_IMAGES: Final = Struct(f"<{COUNT}q")
_BYTES = _IMAGES.size


class Keys:
    """The keys of a position and of those one stone away; starts with an empty board."""

    __slots__ = ("_images", "_words")

    def __init__(self, size: int) -> None:
        self._words = _words(size)
        self._images = 0  # all eight hashes, 64 bits each, symmetry 0 lowest

    @classmethod
    def of(cls, board: Board) -> Keys:
        """Build the keys of the stones on a board."""
        keys = cls(board.size)
        for point, color in enumerate(board.cells):
            if color:
                keys._images ^= keys._words[color][point]
        return keys

    def turn(self, point: int, color: Color) -> None:
        """Toggle a stone: put it on an empty point, or remove it."""
        self._images ^= self._words[color][point]

    def key(self, to_move: Color) -> int:
        """Return the key of the position with this colour to move."""
        return _least(self._images ^ self._words[0][to_move])

    def after(self, point: int, color: Color) -> int:
        """Return the key after one more stone, with the other colour to move."""
        return _least(self._images ^ self._words[color][point] ^ self._words[0][color.other])

    def least(self, to_move: Color) -> tuple[int, int]:
        """Return the key and the first symmetry that gives it."""
        images: tuple[int, ...] = _IMAGES.unpack((self._images ^ self._words[0][to_move]).to_bytes(_BYTES, "little"))
        key = min(images)
        return key, images.index(key)

    def frames(self, to_move: Color) -> tuple[int, list[int]]:
        """Return the key and all symmetries that give it: several where some of them change nothing."""
        images: tuple[int, ...] = _IMAGES.unpack((self._images ^ self._words[0][to_move]).to_bytes(_BYTES, "little"))
        key = min(images)
        if images.count(key) == 1:  # nearly always
            return key, [images.index(key)]
        return key, [symmetry for symmetry, image in enumerate(images) if image == key]


def along(moves: Sequence[int], size: int) -> Iterator[int]:
    """Yield the keys of a game's positions, the empty board first; black and white alternate."""
    keys = Keys(size)
    yield keys.key(Color.BLACK)
    color = Color.BLACK
    for point in moves:
        keys.turn(point, color)
        color = color.other
        yield keys.key(color)


def _least(images: int) -> int:
    found: tuple[int, ...] = _IMAGES.unpack(images.to_bytes(_BYTES, "little"))
    return min(found)


@cache
def _words(size: int) -> tuple[tuple[int, ...], ...]:
    """Tabulate by colour and point the eight words of a stone in one number; for colour 0, the turn's words by
    colour."""
    stones = [
        tuple(
            sum(_word(_MOST * color + image[point]) << 64 * n for n, image in enumerate(maps(size)))
            for point in range(size * size)
        )
        for color in Color
    ]
    white = sum(_word(0) << 64 * n for n in range(COUNT))
    return ((0, 0, white), *stones)


def _word(n: int) -> int:
    """Return the n-th number of splitmix64 (Steele, Lea, Flood 2014)."""
    z = (_SEED + (n + 1) * 0x9E3779B97F4A7C15) & _LOW
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _LOW
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _LOW
    return z ^ z >> 31
