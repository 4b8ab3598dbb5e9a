"""The syntax of SGF: text in, the nodes of the main line out."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass, replace

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

_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z]+")
_VALUE = re.compile(r"\[([^\]\\]*(?:\\.[^\]\\]*)*)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def escape(text: str) -> str:
    """Text as it stands between brackets; control characters, line breaks among them, become spaces."""
    return re.sub(r"([\]\\])", r"\\\1", _CONTROL.sub(" ", text))


def main_line(text: str) -> list[Node]:
    """Nodes of the first game's main line, at least one; raises BadNotation.

    The first child is the main one, so the main line is everything up to the first closing parenthesis.
    """
    return _Scanner(text.replace("\r\n", "\n").replace("\r", "\n")).main_line()


class _Scanner:
    """A place in the text, moving forwards."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.values = 0
        self.breaks = [match.start() for match in re.finditer("\n", text)]

    def main_line(self) -> list[Node]:
        start = re.search(r"\(\s*;", self.text)
        if start is None:
            raise fault(1, "no_game")
        self.at = start.start()
        nodes: list[Node] = []
        depth = 0
        while True:
            match self.peek():
                case "(":
                    depth += 1
                    if depth > MOST_DEPTH:
                        raise fault(self.line(), "too_deep", str(MOST_DEPTH))
                    self.at += 1
                case ";":
                    if len(nodes) == MOST_NODES:
                        raise fault(self.line(), "too_many_nodes", str(MOST_NODES))
                    self.at += 1
                    nodes.append(self.node())
                case ")":
                    return nodes
                case "":
                    raise fault(self.line(), "unclosed_game")
                case other:
                    raise fault(self.line(), "out_of_place", other)

    def node(self) -> Node:
        node: Node = {}
        self.peek()
        while name := self.match(_NAME):
            value = self.value(name[0])
            # lower-case letters are padding from older versions of the format: Black[aa] is B[aa]
            identifier = re.sub("[a-z]", "", name[0])
            node[identifier] = replace(node[identifier], more=True) if identifier in node else value
        return node

    def value(self, name: str) -> Value:
        values = []
        self.peek()
        line = self.line()
        while self.peek() == "[":
            found = self.match(_VALUE)
            if found is None:
                raise fault(self.line(), "unclosed_value", name)
            self.values += 1
            if self.values > MOST_VALUES:
                raise fault(self.line(), "too_many_values", str(MOST_VALUES))
            values.append(found[1])
        if not values:
            raise fault(line, "no_value", name)
        return Value(_unescape(values[0]), line, more=len(values) > 1)

    def match(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self.text, self.at)
        if found is not None:
            self.at = found.end()
        return found

    def peek(self) -> str:
        """Next character that is no white space; empty at the end."""
        self.match(_SPACE)
        return self.text[self.at : self.at + 1]

    def line(self) -> int:
        return bisect_left(self.breaks, self.at) + 1


def _unescape(raw: str) -> str:
    """Simple text: an escaped line break vanishes, any other white space is a space."""
    text = _ESCAPED.sub(lambda match: "" if match[1] == "\n" else match[1], raw)
    return re.sub("[\t\n\v\f]", " ", text)
