"""The syntax of SGF: text in, the nodes of the main line out."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gomoku.errors import BadNotation

Node = dict[str, "Value"]


@dataclass(frozen=True, slots=True)
class Value:
    """First value of a property, unescaped, the line it starts on, and whether more values followed."""

    text: str
    line: int
    more: bool = False


_SPACE = re.compile(r"\s*")
_NAME = re.compile(r"[A-Za-z]+")
_VALUE = re.compile(r"\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BLANK = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def escape(text: str) -> str:
    """Text as it stands between brackets; control characters, line breaks among them, become spaces."""
    return re.sub(r"([\]\\])", r"\\\1", _BLANK.sub(" ", text))


def main_line(text: str) -> list[Node]:
    """Nodes of the first game's main line, at least one; raises BadNotation.

    The first child is the main one, so the main line is everything up to the first closing parenthesis.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    start = re.search(r"\(\s*;", text)
    if start is None:
        raise BadNotation(1, "no game starts here: '(;' is missing")
    nodes: list[Node] = []
    at = start.start()
    while True:
        at = _skip(text, at)
        match text[at : at + 1]:
            case "(":
                at += 1
            case ";":
                node, at = _node(text, at + 1)
                nodes.append(node)
            case ")":
                return nodes
            case "":
                raise BadNotation(_line(text, len(text)), "the game is not closed: ')' is missing")
            case other:
                raise BadNotation(_line(text, at), f"{other!r} is out of place")


def _node(text: str, at: int) -> tuple[Node, int]:
    node: Node = {}
    at = _skip(text, at)
    while name := _NAME.match(text, at):
        at = _skip(text, name.end())
        values = []
        line = _line(text, at)
        while value := _VALUE.match(text, at):
            values.append(value[1])
            at = _skip(text, value.end())
        if text[at : at + 1] == "[":
            raise BadNotation(_line(text, at), f"the value of {name[0]} is not closed: ']' is missing")
        if not values:
            raise BadNotation(line, f"{name[0]} has no value")
        # lower-case letters are padding from older versions of the format: Black[aa] is B[aa]
        identifier = re.sub("[a-z]", "", name[0])
        if identifier in node:
            raise BadNotation(line, f"{name[0]} stands twice in one node")
        node[identifier] = Value(_unescape(values[0]), line, more=len(values) > 1)
    return node, at


def _unescape(raw: str) -> str:
    """Simple text: an escaped line break vanishes, any other white space is a space."""
    text = _ESCAPED.sub(lambda match: "" if match[1] == "\n" else match[1], raw)
    return re.sub("[\t\n\v\f]", " ", text)


def _skip(text: str, at: int) -> int:
    space = _SPACE.match(text, at)
    return at if space is None else space.end()


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
