"""Piskvorky ``.psq``, the format in which the Gomocup manager saves a game.

A header with the size, the players' levels and the starter; a line ``x,y,ms`` a move, counted from 1 at the top left;
the two players; an end code. With starter 1 the second-named player moved first. The format holds no rule set, so a
record read from it has none, and no outcome either: which row wins, the rules say.
"""

from __future__ import annotations

import re

from gomoku.board import LARGEST, SMALLEST
from gomoku.errors import BadNotation
from gomoku.notation.record import GameRecord

_HEADER = re.compile(r"\s*Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})\s*,\s*-?[0-9]+:-?[0-9]+\s*,\s*([01])\s*", re.IGNORECASE)
_MOVE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*,\s*([0-9]{1,12})\s*")
_END_CODE = re.compile(r"\s*-?[0-9]+\s*")
_FOOTER = 3  # two players and the end code
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def dump(record: GameRecord) -> str:
    """Text of a record, lines ended as the Piskvorky manager ends them; unknown times are 0."""
    lines = [f"Piskvorky {record.size}x{record.size}, 0:0, 0"]
    for ply, point in enumerate(record.moves):
        y, x = divmod(point, record.size)
        lines.append(f"{x + 1},{y + 1},{record.think_ms[ply] if record.think_ms else 0}")
    lines += [_BREAKS.sub(" ", record.black), _BREAKS.sub(" ", record.white), "0"]
    return "\r\n".join(lines) + "\r\n"


def load(text: str) -> GameRecord:
    """Record of a text; raises BadNotation, with the line, for whatever does not fit the format."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise BadNotation(1, "the file is empty")
    size, second_starts = _header(lines[0])
    if len(lines) <= _FOOTER:
        raise BadNotation(len(lines), "two players and an end code must follow the moves")
    if not _END_CODE.fullmatch(lines[-1]):
        raise BadNotation(len(lines), f"the end code must be a whole number, not {lines[-1]!r}")
    moves: list[int] = []
    think: list[int] = []
    for number, line in enumerate(lines[1:-_FOOTER], start=2):
        point, ms = _move(line, number, size)
        if point in moves:
            raise BadNotation(number, f"a stone lies on {line!r} already")
        moves.append(point)
        think.append(ms)
    first, second = lines[-3], lines[-2]
    return GameRecord(
        size=size,
        moves=tuple(moves),
        rules=None,
        black=second if second_starts else first,
        white=first if second_starts else second,
        outcome=None,
        date=None,
        think_ms=tuple(think),
        left_ms=(),
    )


def _header(line: str) -> tuple[int, bool]:
    """Size of the board, and whether the second-named player moved first."""
    match = _HEADER.fullmatch(line)
    if match is None:
        raise BadNotation(1, "the first line must read like 'Piskvorky 20x20, 7:7, 0'")
    width, height = int(match[1]), int(match[2])
    if width != height:
        raise BadNotation(1, f"the board must be square, not {width}x{height}")
    if not SMALLEST <= width <= LARGEST:
        raise BadNotation(1, f"no board of size {width}")
    return width, match[3] == "1"


def _move(line: str, number: int, size: int) -> tuple[int, int]:
    match = _MOVE.fullmatch(line)
    if match is None:
        raise BadNotation(number, f"a move must read like '10,12,4500', not {line!r}")
    x, y, ms = (int(part) for part in match.groups())
    if not (1 <= x <= size and 1 <= y <= size):
        raise BadNotation(number, f"{x},{y} is outside the {size}x{size} board")
    return (y - 1) * size + x - 1, ms
