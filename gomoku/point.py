"""Points of a square board.

A point is the integer ``y * size + x``, x from the left and y from the top. Its name is a column letter from the left
(I is used) and a row number from the bottom: ``H8`` is the centre of a 15x15 board.
"""

import re

from gomoku.errors import BadPoint


def at(x: int, y: int, size: int) -> int:
    """Return the point of column ``x`` and row ``y``, both counted from 0 at the top left."""
    return y * size + x


def xy(point: int, size: int) -> tuple[int, int]:
    """Return column and row of a point, both counted from 0 at the top left."""
    y, x = divmod(point, size)
    return x, y


def name(point: int, size: int) -> str:
    """Return the name of a point on a board of up to 26 columns, such as ``H8``."""
    y, x = divmod(point, size)
    return f"{chr(ord('A') + x)}{size - y}"


def parse(text: str, size: int) -> int:
    """Parse a name in either case; raises BadPoint for anything that is not a point of this board."""
    letter, digits = text[:1].upper(), text[1:]
    # str.isdigit alone accepts superscripts and digits of other scripts
    if not (letter.isascii() and letter.isalpha() and digits.isascii() and digits.isdigit()):
        raise BadPoint(text)
    if len(digits) > 2 or digits[0] == "0":
        raise BadPoint(text)
    x, row = ord(letter) - ord("A"), int(digits)
    if x >= size or row > size:
        raise BadPoint(text)
    return (size - row) * size + x


def parse_all(text: str, size: int) -> list[int]:
    """Parse consecutive names, as in ``h8i9g7``, separated by blanks, commas or nothing.

    Raises BadPoint for anything else.
    """
    words = text.replace(",", " ").split()
    names = [name for word in words for name in re.split(r"(?<=[0-9])(?=[^0-9])", word)]
    return [parse(name, size) for name in names]
