"""Piskvorky ``.psq``, the format in which the Gomocup manager saves a game.

A header with the size, the players' levels (0 a person) and the starter; a line ``x,y,ms`` a move, counted from 1
at the top left; the two players; an end code. With starter 1 the second-named player moved first. The manager names
the players only in tournaments, and its reader takes a move without a time. The format holds no rule set, so a
record read from it has none, and no outcome either: which row wins, the rules say.
"""

from __future__ import annotations

import re

from gomoku.board import LARGEST, SMALLEST
from gomoku.notation.faults import fault
from gomoku.notation.record import GameRecord

_HEADER = re.compile(r"\s*Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})\s*,\s*-?[0-9]+:-?[0-9]+\s*,\s*([01])\s*", re.IGNORECASE)
_MOVE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*([0-9]{1,12})\s*)?")
_END_CODE = re.compile(r"\s*-?[0-9]+\s*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def dump(record: GameRecord) -> str:
    """Text of a record, lines ended as the Piskvorky manager ends them; unknown times are 0.

    Control characters in names become spaces, and the commas of a name that reads like a move too.
    """
    lines = [f"Piskvorky {record.size}x{record.size}, 0:0, 0"]
    for ply, point in enumerate(record.moves):
        y, x = divmod(point, record.size)
        lines.append(f"{x + 1},{y + 1},{record.think_ms[ply] if record.think_ms else 0}")
    lines += [_name(record.black), _name(record.white), "0"]
    return "\r\n".join(lines) + "\r\n"


def load(text: str) -> GameRecord:
    """Record of a text; raises BadNotation, with the line, for whatever does not fit the format.

    Times that are all 0 are taken as unknown.
    """
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise fault(1, "empty_file")
    size, second_starts = _header(lines[0])
    if len(lines) == 1 or not _END_CODE.fullmatch(lines[-1]):
        raise fault(len(lines), "no_end_code")
    body, players = lines[1:-1], ["", ""]
    if len(body) >= 2 and not any(_MOVE.fullmatch(line) for line in body[-2:]):
        body, players = body[:-2], body[-2:]
    moves: list[int] = []
    think: list[int] = []
    for number, line in enumerate(body, start=2):
        point, ms = _move(line, number, size)
        if point in moves:
            raise fault(number, "stone_twice", line)
        moves.append(point)
        think.append(ms)
    first, second = players
    return GameRecord(
        size=size,
        moves=tuple(moves),
        rules=None,
        black=second if second_starts else first,
        white=first if second_starts else second,
        outcome=None,
        date=None,
        think_ms=tuple(think) if any(think) else (),
        left_ms=(),
    )


def _header(line: str) -> tuple[int, bool]:
    """Size of the board, and whether the second-named player moved first."""
    match = _HEADER.fullmatch(line)
    if match is None:
        raise fault(1, "no_header")
    width, height = int(match[1]), int(match[2])
    if width != height:
        raise fault(1, "not_square", f"{width}x{height}")
    if not SMALLEST <= width <= LARGEST:
        raise fault(1, "no_such_board", str(width))
    return width, match[3] == "1"


def _move(line: str, number: int, size: int) -> tuple[int, int]:
    match = _MOVE.fullmatch(line)
    if match is None:
        raise fault(number, "no_move", line)
    x, y, ms = (int(part or "0") for part in match.groups())
    if not (1 <= x <= size and 1 <= y <= size):
        raise fault(number, "outside", f"{x},{y}")
    return (y - 1) * size + x - 1, ms


def _name(name: str) -> str:
    line = _CONTROL.sub(" ", name)
    return line.replace(",", " ") if _MOVE.fullmatch(line) else line
