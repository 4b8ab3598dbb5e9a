"""Piskvorky ``.psq``, the format in which the Gomocup manager saves a game.

A header with the size, the players' levels (0 a person) and the starter; a line ``x,y,ms`` a move, counted from 1
at the top left; the two players; an end code; in a tournament a line ``result,division`` after it, with 0 for a draw,
1 for black, 2 for white. With starter 1 the second-named player moved first. The manager names the players only in
tournaments, and its reader takes a move without a time. Without the last line the format holds no rule set, and no
outcome either: which row wins, the rules say.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from gomoku.board import LARGEST, SMALLEST, Color
from gomoku.errors import BadNotation
from gomoku.game import Outcome
from gomoku.notation.faults import fault
from gomoku.notation.record import GameRecord
from gomoku.notation.tree import Skipped
from gomoku.notation.words import find_rules, make_win, parse_outcome

_HEADER = re.compile(r"\s*Piskvorky\s+([0-9]{1,3})x([0-9]{1,3})\s*,\s*-?[0-9]+:-?[0-9]+\s*,\s*([01])\s*", re.IGNORECASE)
_GAME = re.compile(r"^[ \t]*Piskvorky\s", re.IGNORECASE | re.MULTILINE)
_MOVE = re.compile(r"\s*([0-9]{1,3})\s*,\s*([0-9]{1,3})\s*(?:,\s*([-+0-9.e]+)\s*)?", re.IGNORECASE)
_TIME = re.compile("[0-9]{1,12}")
_PART = r"(?:\s*+[,;:.]|[^\S\t]*+\t)\s*+"
_LIKE_MOVE = re.compile(
    rf"\s*-?[0-9]{{1,4}}{_PART}-?[0-9]{{1,4}}(?:{_PART}[-+0-9.e]*\s*|\s*,\s*[0-9].*|\s*)", re.IGNORECASE
)
"""Also one that has run into the name after it. A tab parts numbers and is a blank as well: the blanks around it are
never tried in another order, or a line of them takes cubic time."""
_BETWEEN = re.compile("[,;:.\t]")
_END_CODE = re.compile(r"\s*-?[0-9]+\s*")
_RESULT = re.compile(r"\s*([012])\s*,\s*([^,]{0,60}[^\s0-9,.;:-][^,]{0,60})")
_WINNERS = {"1": Color.BLACK, "2": Color.WHITE}
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def dump(record: GameRecord) -> str:
    """Text of a record, lines ended as the Piskvorky manager ends them; unknown times are 0.

    Control characters in names become spaces, and those between the numbers of a name that reads like a move too.
    """
    lines = [f"Piskvorky {record.size}x{record.size}, 0:0, 0"]
    for ply, point in enumerate(record.moves):
        y, x = divmod(point, record.size)
        lines.append(f"{x + 1},{y + 1},{record.think_ms[ply] if record.think_ms else 0}")
    lines += [_name(record.black), _name(record.white), "0"]
    return "\r\n".join(lines) + "\r\n"


def load_all(text: str, skipped: Skipped) -> Iterator[GameRecord]:
    """Records of all games in a text, each with a header of its own; ``skipped`` is told what is left out.

    A game with a header that is none is passed over where there is another. Raises BadNotation where there is none.
    """
    whole = _lines_of(text)
    begins = [0, *(found.start() for found in _GAME.finditer(whole) if found.start())]
    pieces = [(begin, whole[begin:end]) for begin, end in zip(begins, [*begins[1:], len(whole)], strict=True)]
    pieces = [piece for piece in pieces if piece[1].strip()] or pieces[:1]
    read = False
    before = counted = 0
    for begin, piece in pieces:
        before += whole.count("\n", counted, begin)
        counted, told = begin, Skipped()
        try:
            record = load(piece, told)
        except BadNotation as error:
            refused = fault(error.line + before, error.fault, error.text)
            if piece is pieces[-1][1] and not read:
                raise refused from None
            skipped.tell(refused)
            continue
        read = True
        for left in told.first:
            skipped.tell(fault(left.line + before, left.fault, left.text))
        skipped.count += told.count - len(told.first)
        yield record


def load(text: str, skipped: Skipped | None = None) -> GameRecord:
    """Record of a text. Times that are all 0 are taken as unknown.

    ``skipped`` is told, with the line, what is left out: the rest of the moves from the first that is none, times that
    are none, lines that mean nothing. Without it, raises BadNotation there; so does a header that is none.
    """
    tell = _refuse if skipped is None else skipped.tell
    whole = _lines_of(text)
    lines = whole.split("\n")
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        raise fault(1, "empty_file")
    size, second_starts = _header(lines[0])
    body, players, result, division = _parts(lines, tell, ended=whole.endswith("\n"))
    rules = find_rules(division)
    unended = len(body) + 2 == len(lines)
    if skipped is not None:
        body = [each for each in body if each[1].strip()]
    moves: list[int] = []
    think: list[int | None] = []
    for number, line in body:
        try:
            point, ms = _move(line, number, size)
            if point in moves:
                raise fault(number, "stone_twice", line)
        except BadNotation as error:
            tell(error)
            break
        moves.append(point)
        think.append(ms)
    if skipped is not None and not whole.endswith("\n") and unended and not skipped.count:
        skipped.tell(fault(len(lines), "no_end_code"))  # or it is the first number of a move
    untimed = think.index(None) if None in think else None
    if skipped is not None and untimed is not None and (any(think) or body[untimed][1].count(",") > 1):
        skipped.tell(fault(body[untimed][0], "no_time", body[untimed][1]))
    times = tuple(ms for ms in think if ms is not None)
    first, second = players
    return GameRecord(
        size=size,
        moves=tuple(moves),
        rules=rules,
        black=second if second_starts else first,
        white=first if second_starts else second,
        outcome=_outcome(result, size, tuple(moves), rules),
        date=None,
        think_ms=times if any(times) and untimed is None else (),
        left_ms=(),
    )


def _lines_of(text: str) -> str:
    """The text without a mark, and with line feeds alone between its lines."""
    return text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")


_Lines = list[tuple[int, str]]
"""Lines with their numbers, from 1."""


def _parts(lines: list[str], tell: Callable[[BadNotation], None], *, ended: bool) -> tuple[_Lines, list[str], str, str]:
    """The lines of moves, the two players, and the result and the division of a tournament, empty where there are none;
    ``ended``: the last line is whole.
    """
    numbered = list(enumerate(lines, start=1))[1:]
    end = next((at for at in reversed(range(len(numbered))) if _END_CODE.fullmatch(numbered[at][1])), None)
    result = division = ""
    if end is None:
        tell(fault(len(lines), "no_end_code"))
        body = numbered[:-1] if numbered and not ended and _LIKE_MOVE.fullmatch(numbered[-1][1]) else numbered
    else:
        body = numbered[:end]
        for number, line in numbered[end + 1 :]:
            if not line.strip():
                continue
            match = _RESULT.fullmatch(line)
            if match is None or result:
                tell(fault(number, "more_lines", line))
            else:
                result, division = match[1], match[2]
    if len(body) >= 2 and not any(_LIKE_MOVE.fullmatch(line) for _, line in body[-2:]):
        return body[:-2], [line for _, line in body[-2:]], result, division
    return body, ["", ""], result, division


def _outcome(result: str, size: int, moves: tuple[int, ...], rules: str | None) -> Outcome | None:
    """How a game of a tournament ended, of which only the winner is told."""
    if result in _WINNERS:
        return make_win(_WINNERS[result], "", size, moves, rules)
    return parse_outcome(result, "", size, moves, rules)


def _refuse(error: BadNotation) -> None:
    raise error


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


def _move(line: str, number: int, size: int) -> tuple[int, int | None]:
    """The point, and the time in ms, None where there is none or it is no whole number from 0."""
    match = _MOVE.fullmatch(line)
    if match is None:
        raise fault(number, "no_move", line)
    x, y, time = int(match[1]), int(match[2]), match[3] or ""
    if not (1 <= x <= size and 1 <= y <= size):
        raise fault(number, "outside", f"{x},{y}")
    return (y - 1) * size + x - 1, int(time) if _TIME.fullmatch(time) else None


def _name(name: str) -> str:
    line = _CONTROL.sub(" ", name)
    return _BETWEEN.sub(" ", line) if _LIKE_MOVE.fullmatch(line) else line
