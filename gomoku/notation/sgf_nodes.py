"""The syntax of SGF: text in, properties out, or the nodes of the main line."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from gomoku.errors import BadNotation
from gomoku.notation.faults import fault

Node = dict[str, "Value"]


@dataclass(frozen=True, slots=True)
class Value:
    """First value of a property, unescaped, the line it starts on, and whether more values followed."""

    text: str
    line: int
    more: bool = False


MOST_NODES = 1_000
"""The largest board has 400 points: a longer main line is of no game, and costs its reader time."""
MOST_VALUES = 10_000
"""Of all properties of the main line together."""
MOST_DEPTH = 1_000
"""Variations that begin in the main line, one in the other."""

GAME = re.compile(r"\(\s*;")
"""How a game begins, with the semicolon of its root."""

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z0-9]+")
_VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_PADDING = re.compile("[a-z]")
_BLANK = re.compile("[\t\n\v\f]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def escape(text: str) -> str:
    """Text as it stands between brackets; control characters, line breaks among them, become spaces."""
    return re.sub(r"([\]\\])", r"\\\1", _CONTROL.sub(" ", text))


def main_line(text: str) -> list[Node]:
    """Nodes of the first game's main line, at least one; raises BadNotation.

    The first child is the main one, so the main line is everything up to the first closing parenthesis.
    """
    scanner = Scanner(text, MOST_VALUES)
    nodes: list[Node] = []
    depth = 0
    while True:
        match scanner.peek():
            case "(":
                depth += 1
                if depth > MOST_DEPTH:
                    raise fault(scanner.line(), "too_deep", str(MOST_DEPTH))
                scanner.at += 1
            case ";":
                if len(nodes) == MOST_NODES:
                    raise fault(scanner.line(), "too_many_nodes", str(MOST_NODES))
                scanner.at += 1
                nodes.append(_node(scanner))
            case ")":
                return nodes
            case other:
                raise scanner.out_of_place(other)


def _node(scanner: Scanner) -> Node:
    node: Node = {}
    while (found := scanner.property()) is not None:
        name, values, line = found
        if name in node:
            node[name] = replace(node[name], more=True)
        else:
            node[name] = Value(unescape(values[0]), line, more=len(values) > 1)
    return node


class Scanner:
    """A place in a text, moving forwards; it begins at the first game, or raises BadNotation."""

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
        """Go to the next beginning of a game, if there is one."""
        start = GAME.search(self.text, self.at)
        if start is not None:
            self.at = start.start()
        return start is not None

    def peek(self) -> str:
        """Next character that is no white space; empty at the end."""
        self.match(_SPACE)
        return self.text[self.at : self.at + 1]

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """What fits here, and go behind it."""
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def property(self) -> tuple[str, list[str], int] | None:
        """Name, values as they stand between brackets, at least one, and the line of the first; None elsewhere."""
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
        # lower-case letters are padding from older versions of the format: Black[aa] is B[aa]
        return name[0] if name[0].isupper() else _PADDING.sub("", name[0]), values, line

    def out_of_place(self, character: str) -> BadNotation:
        """What is wrong with a character, or with the end of the text, here."""
        return fault(self.line(), "out_of_place", character) if character else fault(self.line(), "unclosed_game")

    def line(self) -> int:
        """The line of this place, from 1."""
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line


def unescape(raw: str) -> str:
    """Simple text: an escaped line break vanishes, any other white space is a space."""
    if "\\" in raw:
        raw = _ESCAPED.sub(lambda match: "" if match[1] == "\n" else match[1], raw)
    return _BLANK.sub(" ", raw)
