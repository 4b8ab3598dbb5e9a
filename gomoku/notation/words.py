"""Dates, results and rules in the words of other programs."""

from __future__ import annotations

import re
from datetime import date

from gomoku.board import Board, Color
from gomoku.game import Outcome, Reason
from gomoku.lines import rows_through
from gomoku.rulesets import RULESETS

_RULES = (
    ("renju", re.compile("renju|连珠|連珠|蓮珠", re.IGNORECASE)),
    ("caro", re.compile("caro", re.IGNORECASE)),
    ("freestyle", re.compile("free|fast|无禁|無禁", re.IGNORECASE)),
    ("standard", re.compile("standard|gomoku|五子棋|五目", re.IGNORECASE)),
)
"""Fast games are a division of Gomocup's, played without restrictions."""

_YEAR_FIRST = re.compile(r"(?<![0-9])([0-9]{4})(?:\s*[-./年]\s*([0-9]{1,2})(?:\s*[-./月]\s*([0-9]{1,2}))?)?(?![0-9])")
_EIGHT_DIGITS = re.compile(r"(?<![0-9])([12][0-9]{3})([01][0-9])([0-3][0-9])(?![0-9])")
_YEAR_LAST = re.compile(r"(?<![0-9])([0-9]{1,2})([./-])([0-9]{1,2})\2([0-9]{4})(?![0-9])")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_NAME = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*", re.IGNORECASE)
_DAY = re.compile(r"(?<![0-9])([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9:])")

_WINNER = re.compile(r"\s*(?:(b|black)|(w|white))\s*(?:\+\s*(.*)|wins?\b.*|won\b.*)", re.IGNORECASE | re.DOTALL)
_CHINESE_WINNER = re.compile(r"\s*(?:([黑先])|([白后後]))[方棋手]?.{0,4}[胜勝].*", re.DOTALL)
_DRAWS = ("0", "draw", "drawn", "tie", "jigo", "1/2-1/2", "0.5-0.5", "½-½", "和棋", "平局", "和局", "和")
_UNKNOWN = ("", "?", "*")
_SCORES = {"1-0": Color.BLACK, "0-1": Color.WHITE}
_ENDINGS = (
    (Reason.TIMEOUT, re.compile("t$|time|超时|超時", re.IGNORECASE)),
    (Reason.RESIGNED, re.compile("r$|resign|认输|認輸|投了", re.IGNORECASE)),
    (Reason.ABANDONED, re.compile("f$|forfeit|illegal|crash|disconnect|abandon", re.IGNORECASE)),
)


def find_rules(text: str) -> str | None:
    """The rule set that a text names, in its own words or ours; None for none that is known."""
    text = text.strip()
    if text.lower() in RULESETS:
        return text.lower()
    return next((name for name, pattern in _RULES if pattern.search(text)), None)


def parse_date(text: str) -> str | None:
    """The first day that a text tells, as YYYY-MM-DD, or as much of it as is certain: YYYY-MM, YYYY.

    None where it tells none. Of 04/05/2025 only the year is certain.
    """
    found = _EIGHT_DIGITS.search(text)
    if found is not None:
        return _checked(found[1], found[2], found[3])
    found = _YEAR_LAST.search(text)
    if found is not None:
        day, month = found[1], found[3]
        if int(month) > 12:
            day, month = month, day
        elif found[2] == "/" and int(day) <= 12 and day != month:
            return _checked(found[4])
        return _checked(found[4], month, day)
    found = _YEAR_FIRST.search(text)
    if found is None:
        return None
    named = _MONTH_NAME.search(text)
    if found[2] is None and named is not None:
        rest = text[: found.start()] + text[found.end() :]
        day_found = _DAY.search(rest)
        return _checked(found[1], str(_MONTHS.index(named[1].lower()) + 1), day_found and day_found[1])
    return _checked(found[1], found[2], found[3])


def _checked(year: str, month: str | None = None, day: str | None = None) -> str | None:
    try:
        whole = date(int(year), int(month or 1), int(day or 1)).isoformat()
    except ValueError:
        return None
    return whole if day else whole[:7] if month else whole[:4]


def is_result(text: str) -> bool:
    """Whether `parse_outcome` understands a result."""
    text = text.strip().lower()
    return (
        text in (*_UNKNOWN, *_DRAWS, *_SCORES, "void")
        or _WINNER.fullmatch(text) is not None
        or _CHINESE_WINNER.fullmatch(text) is not None
    )


def parse_outcome(text: str, ending: str, size: int, moves: tuple[int, ...], rules: str | None) -> Outcome | None:
    """How a game ended, by a result such as ``B+R`` or ``White wins``, and another program's words about the ending.

    None where they do not tell. A win of which neither says how is five in a row where the board shows it, and of an
    unknown reason elsewhere.
    """
    text = text.strip()
    lower = text.lower()
    if lower == "void":
        return Outcome(None, Reason.ABORTED)
    if lower in _DRAWS:
        return Outcome(None, Reason.FULL_BOARD if len(moves) == size * size else Reason.AGREED_DRAW)
    if lower in _SCORES:
        return make_win(_SCORES[lower], ending, size, moves, rules)
    found = _WINNER.fullmatch(text) or _CHINESE_WINNER.fullmatch(text)
    if found is None:
        return None
    winner = Color.BLACK if found[1] else Color.WHITE
    said = (found[3] or "" if found.re is _WINNER else "").strip()
    return make_win(winner, said if any(pattern.match(said) for _, pattern in _ENDINGS) else ending, size, moves, rules)


def make_win(winner: Color, ending: str, size: int, moves: tuple[int, ...], rules: str | None) -> Outcome:
    """A win, by words about the ending, which may be empty."""
    if ends_in_five(size, moves, rules, winner):
        return Outcome(winner, Reason.FIVE)
    reason = next((reason for reason, pattern in _ENDINGS if pattern.search(ending.strip())), Reason.UNKNOWN)
    return Outcome(winner, reason)


def ends_in_five(size: int, moves: tuple[int, ...], rules: str | None, winner: Color) -> bool:
    """Whether the last move was the winner's and won on the board."""
    if not moves or winner is not (Color.BLACK if len(moves) % 2 else Color.WHITE):
        return False
    board = Board.from_stones(size, moves[::2], moves[1::2])
    if rules is None:
        return bool(rows_through(board, moves[-1], 5))
    return RULESETS[rules].winning_line(board, moves[-1]) is not None
