"""Pictures of positions: their content, and their SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from xml.sax.saxutils import escape

from gomoku.board import Color
from gomoku.notation.sgf_tree import points_of
from gomoku.notation.tree import PASS, ROOT, Tree
from gomoku.point import name

CELL = 30
"""Distance between lines; the unit of all else."""
WOOD, INK, BLACK, WHITE, LAST = "#e9c583", "#4a3414", "#1c1b19", "#fbfaf6", "#c8102e"
LABEL_LETTERS = 4

MARKS = {"TR": "triangle", "SQ": "square", "CR": "circle", "MA": "cross"}
"""Shapes for the SGF properties that mark points."""
_FONT = "system-ui, sans-serif"


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone, and the number of its move; None for a setup stone, or without numbers."""

    color: Color
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A position: stones, short labels and marks by point, the point of the last move, and a caption.

    Marks are ``triangle``, ``square``, ``circle`` or ``cross``.
    """

    size: int
    stones: dict[int, Stone]
    labels: dict[int, str]
    marks: dict[int, str]
    last: int | None
    title: str = ""


def picture_of(tree: Tree, node: int, *, numbers: bool = True, title: str = "") -> Picture:
    """Return the position at a node with its labels and marks; moves, including passes, are counted from the root."""
    stones: dict[int, Stone] = {}
    last: int | None = None
    number = 0
    for each in tree.path(node):
        for point, lies in tree.said(each).setup:
            stones.pop(point, None)
            if lies:
                stones[point] = Stone(Color(lies))
        move = tree.move(each)
        if move is not None:
            number += 1
            last = None if move[0] == PASS else move[0]
            if last is not None:
                stones[last] = Stone(move[1], number if numbers else None)
    note = tree.said(node)
    marks = {
        point: MARKS[mark]
        for mark, values in note.properties
        if mark in MARKS
        for point in points_of(values, tree.size)
    }
    labels = {point: text[:LABEL_LETTERS] for point, text in note.labels.items() if text.strip()}
    return Picture(tree.size, stones, labels, marks, last, title)


def pictures_of(tree: Tree, *, numbers: bool = True, title: str = "") -> Iterator[Picture]:
    """Yield the positions of the main line, the empty board first."""
    return (picture_of(tree, node, numbers=numbers, title=title) for node in tree.main_line() or [ROOT])


def star_points(size: int) -> list[int]:
    """List the points with a dot."""
    if size < 9:
        return [size * size // 2] if size % 2 else []
    near = 3
    far, middle = size - 1 - near, size // 2
    lines = (near, middle, far) if size % 2 else (near, far)
    if size == 15:
        return [y * size + x for y in (near, far) for x in (near, far)] + [middle * size + middle]
    return [y * size + x for y in lines for x in lines]


def svg(picture: Picture) -> str:
    """Format the picture as self-contained SVG; about 100 characters a stone."""
    size, side = picture.size, CELL * (picture.size + 1)
    title = escape(picture.title or f"{size}x{size}")
    ends = CELL * size
    lines = "".join(f"M{CELL} {CELL * n}H{ends}M{CELL * n} {CELL}V{ends}" for n in range(1, size + 1))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" width="{side}" height="{side}" '
        f'role="img" font-family="{_FONT}" text-anchor="middle"><title>{title}</title>',
        f'<path fill="{WOOD}" d="M0 0H{side}V{side}H0z"/><path stroke="{INK}" d="{lines}"/>',
        *(f'<circle cx="{x}" cy="{y}" r="3" fill="{INK}"/>' for x, y in (_at(p, size) for p in star_points(size))),
        *_coordinates(size),
    ]
    for point, stone in picture.stones.items():
        x, y = _at(point, size)
        ink, fill = (WHITE, BLACK) if stone.color is Color.BLACK else (BLACK, WHITE)
        parts.append(f'<circle cx="{x}" cy="{y}" r="13.5" fill="{fill}" stroke="{BLACK}" stroke-width=".6"/>')
        if stone.number is not None and point not in picture.labels:
            color = LAST if point == picture.last and stone.color is Color.WHITE else ink
            weight = ' font-weight="bold"' if point == picture.last else ""
            parts.append(_text(x, y, str(stone.number), 12, color, weight))
        elif point == picture.last and point not in picture.labels:
            parts.append(f'<circle cx="{x}" cy="{y}" r="4" fill="{LAST}"/>')
    for point, mark in picture.marks.items():
        x, y = _at(point, size)
        parts.append(f'<path fill="none" stroke="{LAST}" stroke-width="2" d="{_SHAPES[mark].format(x=x, y=y)}"/>')
    for point, label in picture.labels.items():
        x, y = _at(point, size)
        stone_there = picture.stones.get(point)
        if stone_there is None:  # the lines would run through it
            parts.append(f'<circle cx="{x}" cy="{y}" r="10" fill="{WOOD}"/>')
        dark = stone_there is not None and stone_there.color is Color.BLACK
        parts.append(_text(x, y, label, 14 if len(label) < 3 else 10, WHITE if dark else BLACK))
    return "".join(parts) + "</svg>\n"


_SHAPES = {
    "triangle": "M{x} {y}m0 -9l8 14h-16z",
    "square": "M{x} {y}m-7 -7h14v14h-14z",
    "circle": "M{x} {y}m-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z",
    "cross": "M{x} {y}m-7 -7l14 14m-14 0l14 -14",
}
"""Around a point."""


def _at(point: int, size: int) -> tuple[int, int]:
    y, x = divmod(point, size)
    return CELL * (x + 1), CELL * (y + 1)


def _text(x: float, y: float, text: str, height: int, color: str, more: str = "") -> str:
    legal = "".join(letter if letter >= " " and letter not in "\x7f\ufffe\uffff" else " " for letter in text)
    # a third of a letter's height below the middle, because not all programs support dominant-baseline
    return f'<text x="{x}" y="{y + height * 0.35:g}" font-size="{height}" fill="{color}"{more}>{escape(legal)}</text>'


def _coordinates(size: int) -> Iterator[str]:
    for n in range(size):
        letter, row = name(n, size)[0], name(n * size, size)[1:]
        yield _text(CELL * (n + 1), CELL * (size + 0.75), letter, 10, INK)
        yield _text(CELL * 0.35, CELL * (n + 1), row, 10, INK)
