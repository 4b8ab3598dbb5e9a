"""The syntax of SGF: parses text into properties."""

from __future__ import annotations

import re

from gomoku.board import LARGEST, SMALLEST
from gomoku.errors import BadNotation
from gomoku.notation.faults import fault

DEFAULT_SIZE = 15  # where a file names none

GAME = re.compile(r"\(\s*;")
"""The start of a game, with the semicolon of its root."""

NEXT_GAME = re.compile(
    r"\(\s*+;\s*+(?:[A-Za-z0-9]++\s*+(?:\[[^\]\\]*+(?:\\.[^\]\\]*+)*+\]\s*+)++)*?"
    r"(?:G[a-z]*M|F[a-z]*F|S[a-z]*Z)[a-z]*+\s*+\[",
    re.DOTALL,
)
"""How a game begins where it might be a variation: only a root says the game, the format or the size."""

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z0-9]+")
_VALUE = re.compile(r"\[([^\]\\]*+(?:\\.[^\]\\]*+)*+)\]", re.DOTALL)
_PROPERTY = re.compile(rf"\s*+([A-Za-z0-9]++)\s*+{_VALUE.pattern}\s*+(?!\[)", re.DOTALL)
"""The commonest property: one of a single value."""
_STEP = re.compile(rf"[^\[()]+|{_VALUE.pattern}|\[.*|[()]", re.DOTALL)
"""A step through an unwanted game. A value that does not end takes the rest of the text, which is then read once."""
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_PADDING = re.compile("[a-z]")
_BLANK = re.compile("[\t\n\v\f]")
_SIZE = re.compile(r"\s*([0-9]{1,3})(?::([0-9]{1,3}))?\s*")
SPECIAL = re.compile(r"[\[\]\\]")
"""Letters that are escaped in texts. A ``[`` need not be, but would look like the beginning of another property."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def escape(text: str) -> str:
    """Escape a text for brackets; control characters, including line breaks, become spaces."""
    return SPECIAL.sub(r"\\\g<0>", _CONTROL.sub(" ", text))


def board_size(value: str | None, line: int) -> int:
    """Parse the size in a root's property SZ, on this line; raises BadNotation."""
    if value is None:
        return DEFAULT_SIZE
    match = _SIZE.fullmatch(value)
    if match is None:
        raise fault(line, "no_size", value)
    width, height = int(match[1]), int(match[2] or match[1])
    if width != height:
        raise fault(line, "not_square", f"{width}x{height}")
    if not SMALLEST <= width <= LARGEST:
        raise fault(line, "no_such_board", str(width))
    return width


Property = tuple[str, tuple[str, ...], int]
"""The name of a property, its raw values, and its first line."""


class Scanner:
    """A position in a text that moves forwards; starts at the first game, or raises BadNotation."""

    def __init__(self, text: str, most_values: int) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self._most_values = most_values
        self._values = 0
        self._line = 1
        self._counted = 0
        self.at = 0
        if not self.find_game():
            raise fault(1, "no_game")

    def find_game(self) -> bool:
        """Advance to the next start of a game, or to the end; return whether there is one."""
        start = GAME.search(self.text, self.at)
        self.at = len(self.text) if start is None else start.start()
        return start is not None

    def skip_game(self) -> None:
        """Advance past an unwanted game."""
        depth = 0
        while found := self.match(_STEP):
            if depth and found[0] == "(" and NEXT_GAME.match(self.text, found.start()):
                self.at = found.start()
                return
            depth += {"(": 1, ")": -1}.get(found[0], 0)
            if not depth:
                return
        self.at = len(self.text)

    def peek(self) -> str:
        """Return the next character other than white space; empty at the end."""
        self.match(_SPACE)
        return self.text[self.at : self.at + 1]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Match a pattern here and advance past the match."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def single_properties(self) -> list[Property]:
        """Parse properties of one value each, as far as they go; `property` parses any others.

        Stops before one beyond the limit of values.
        """
        found: list[Property] = []
        text, at, line, counted = self.text, self.at, self._line, self._counted
        for _ in range(self._most_values - self._values):
            each = _PROPERTY.match(text, at)
            if each is None:
                break
            at, opened = each.end(), each.start(2)
            line += text.count("\n", counted, opened)
            counted = opened
            name, value = each.groups()
            found.append((name if name.isupper() else _unpadded(name), (value,), line))
        self._values += len(found)
        self.at, self._line, self._counted = at, line, counted
        return found

    def property(self) -> Property | None:
        """Parse a property into its name, raw values (at least one) and first line; None if there is none."""
        self.match(_SPACE)
        name = self.match(_NAME)
        if name is None:
            return None
        values: list[str] = []
        line = 0
        while self.peek() == "[":
            line = line or self.line()
            found = self.match(_VALUE)
            if found is None:
                raise fault(self.line(), "unclosed_value", name[0])
            self._values += 1
            if self._values > self._most_values:
                raise fault(self.line(), "too_many_values", str(self._most_values))
            values.append(found[1])
        if not values:
            raise fault(self.line(), "no_value", name[0])
        return _unpadded(name[0]), tuple(values), line

    def out_of_place(self, character: str) -> BadNotation:
        """Return the error for a character, or for the end of the text, at this place."""
        return fault(self.line(), "out_of_place", character) if character else fault(self.line(), "unclosed_game")

    def line(self) -> int:
        """Return the line of this place, from 1."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line


def _unpadded(name: str) -> str:
    """Return a name without the padding of older versions of the format: Black[aa] is B[aa], but not b[aa]."""
    return _PADDING.sub("", name) or name.upper()


def unescape(raw: str) -> str:
    """Unescape simple text: an escaped line break vanishes, other white space becomes a space."""
    if "\\" in raw:
        raw = _ESCAPED.sub(lambda match: "" if match[1] == "\n" else match[1], raw)
    return _BLANK.sub(" ", raw)
