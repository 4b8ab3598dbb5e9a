"""Keys of positions: one whole number for a position and its seven images, kept up stone by stone.

Each stone on each point has a 64-bit word, and so has white's turn; an image of a position is the exclusive or of the
words of its stones where that image has them. The key is the least of the eight, as a signed number, which is how
databases keep whole numbers. The words come from splitmix64, so that every machine has the same keys at all times.
Rule set and size are not in it: keys are for positions of one rule set and size. Two positions may share a key, though
of five million hardly a pair does: who must be certain compares the stones.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from struct import Struct
from typing import Final

from gomoku.board import Board, Color
from gomoku.symmetry import COUNT, maps

_SEED = 0x54656E67656E2031
_MOST = 1 << 10  # points of a board, and more
_LOW = (1 << 64) - 1
_IMAGES: Final = Struct(f"<{COUNT}q")
_BYTES = _IMAGES.size


class Keys:
    """The keys of a position, and of those that are a stone away; it begins with no stone."""

    __slots__ = ("_images", "_words")

    def __init__(self, size: int) -> None:
        self._words = _words(size)
        self._images = 0  # all eight, 64 bits each, that of symmetry 0 lowest

    @classmethod
    def of(cls, board: Board) -> Keys:
        """Those of the stones on a board."""
        keys = cls(board.size)
        for point, color in enumerate(board.cells):
            if color:
                keys._images ^= keys._words[color][point]
        return keys

    def turn(self, point: int, color: Color) -> None:
        """Put a stone on an empty point, or take it away from where it is."""
        self._images ^= self._words[color][point]

    def key(self, to_move: Color) -> int:
        """The key of the position with this colour to move."""
        return _least(self._images ^ self._words[0][to_move])

    def after(self, point: int, color: Color) -> int:
        """The key after one more stone, the other colour to move."""
        return _least(self._images ^ self._words[color][point] ^ self._words[0][color.other])

    def least(self, to_move: Color) -> tuple[int, int]:
        """The key, and the first of the symmetries that give it."""
        images: tuple[int, ...] = _IMAGES.unpack((self._images ^ self._words[0][to_move]).to_bytes(_BYTES, "little"))
        key = min(images)
        return key, images.index(key)

    def frames(self, to_move: Color) -> tuple[int, list[int]]:
        """The key, and all of the symmetries that give it: several where some of them change nothing."""
        images: tuple[int, ...] = _IMAGES.unpack((self._images ^ self._words[0][to_move]).to_bytes(_BYTES, "little"))
        key = min(images)
        if images.count(key) == 1:  # nearly always
            return key, [images.index(key)]
        return key, [symmetry for symmetry, image in enumerate(images) if image == key]


def along(moves: Sequence[int], size: int) -> Iterator[int]:
    """The keys of the positions of a game, the empty board first; black and white take turns."""
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
    """By colour, then point: the eight words of a stone in one number; for colour 0, the word of the turn by colour."""
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
    """The n-th number of splitmix64 (Steele, Lea, Flood 2014)."""
    z = (_SEED + (n + 1) * 0x9E3779B97F4A7C15) & _LOW
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _LOW
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _LOW
    return z ^ z >> 31
