"""Dates, results and rules in the words of other programs."""

from __future__ import annotations

import re
from datetime import date

from gomoku.board import Board, Color
from gomoku.game import Outcome, Reason
from gomoku.lines import rows_through
from gomoku.rulesets import RULESETS

_RULES = (
    ("freestyle", re.compile("[无無]禁|禁手(?:なし|[无無])")),
    ("renju", re.compile("renju|连珠|連珠|蓮珠|有禁|렌주", re.IGNORECASE)),
    ("caro", re.compile("caro", re.IGNORECASE)),
    ("freestyle", re.compile("free|fast", re.IGNORECASE)),
    ("standard", re.compile("standard|gomoku|五子棋|五目", re.IGNORECASE)),
)
"""Fast games are a division of Gomocup's, played without restrictions; so is renju without forbidden moves."""
_DENIED = re.compile(r"\b(?:no|non|not|without)[\s-]*(?:renju|caro|free\s?style|standard)", re.IGNORECASE)

_YEAR_FIRST = re.compile(
    r"(?<![0-9])([0-9]{4})(?:\s*[-./年년]\s*([0-9]{1,2})(?:\s*[-./月월]\s*([0-9]{1,2}))?)?(?![0-9s])"
)
_EIGHT_DIGITS = re.compile(r"(?<![0-9])([12][0-9]{3})([01][0-9])([0-3][0-9])(?![0-9])")
_YEAR_LAST = re.compile(r"(?<![0-9])([0-9]{1,2})([./-])\s?([0-9]{1,2})\2\s?([0-9]{4})(?![0-9])")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH_NAME = re.compile(rf"\b({'|'.join(_MONTHS)})[a-z]*", re.IGNORECASE)
_NOT_THEN = re.compile(r"\b(?:before|after|until|since)\b", re.IGNORECASE)
_DAY = re.compile(r"(?<![0-9])([0-9]{1,2})(?:st|nd|rd|th)?(?![0-9:])")

_WINNER = re.compile(r"\s*(?:(b|black)|(w|white))\s*(?:\+\s*(.*)|(?:wins?|won)\b(.*))", re.IGNORECASE | re.DOTALL)
_LOSER = re.compile(
    r"\s*(?:(b|black)|(w|white))\s+((?:resign|loses|lost|forfeit|time[sd]?\s?out|ran out of time).*)",
    re.IGNORECASE | re.DOTALL,
)
_SIDE = re.compile("^先手|^[后後]手|[黑黒흑白백]")
_BLACKS = "黑黒흑先"
_VERDICTS = (
    (None, re.compile("[不未没沒]")),
    (True, re.compile("[胜勝승]")),
    (False, re.compile("[负負败敗输輸패]|超时|超時|投了|時間切れ")),
)
_DRAWS = (
    *("0", "draw", "drawn", "tie", "jigo", "1/2-1/2", "0.5-0.5", "½-½"),
    *("和棋", "平局", "和局", "和", "引き分け", "引分", "무승부"),
)
_UNKNOWN = ("", "?", "*")
_SCORES = {"1-0": Color.BLACK, "0-1": Color.WHITE, "1:0": Color.BLACK, "0:1": Color.WHITE}
_CODES = {"T": Reason.TIMEOUT, "R": Reason.RESIGNED, "F": Reason.ABANDONED}
_CODE = re.compile(r"\s*([TRF])\b", re.IGNORECASE)
_ENDINGS = (
    (Reason.TIMEOUT, re.compile("time|超时|超時|時間切れ|시간", re.IGNORECASE)),
    (Reason.RESIGNED, re.compile("resign|认输|認輸|投了|中盘|中盤|中押|불계", re.IGNORECASE)),
    (Reason.ABANDONED, re.compile("forfeit|illegal|crash|disconnect|abandon", re.IGNORECASE)),
)


def find_rules(text: str) -> str | None:
    """Return the rule set that a text names, in our words or those of other programs; None if none is recognised."""
    text = text.strip()
    if text.lower() in RULESETS:
        return text.lower()
    text = _DENIED.sub("", text)
    return next((name for name, pattern in _RULES if pattern.search(text)), None)


def parse_date(text: str) -> str | None:
    """The first day that a text tells, as YYYY-MM-DD, or as much of it as is certain: YYYY-MM, YYYY.

    None where it tells none. Of 04/05/2025 only the year is certain.
    """
    if _NOT_THEN.search(text):
        return None
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
    month, day = (part if part and int(part) else None for part in (month, day))  # 00 is one that is not known
    day = day if month else None
    try:
        whole = date(int(year), int(month or 1), int(day or 1)).isoformat()
    except ValueError:
        return None
    return whole if day else whole[:7] if month else whole[:4]


def is_result(text: str) -> bool:
    """Tell whether `parse_outcome` understands a result."""
    text = text.strip().lower()
    return text in (*_UNKNOWN, *_DRAWS, *_SCORES, "void") or _find_winner(text) is not None


def _find_winner(text: str) -> tuple[Color, str] | None:
    """Return the winner named by a sentence about who won or lost, and its words about the ending; None if unclear."""
    for pattern in (_WINNER, _LOSER):
        found = pattern.fullmatch(text)
        if found is not None:
            side = Color.BLACK if found[1] else Color.WHITE
            return side if pattern is _WINNER else side.other, next((said for said in found.groups()[2:] if said), "")
    named = list(_SIDE.finditer(text))
    if not named or named[0].start():
        return None
    winners: set[Color] = set()
    for name, after in zip(named, [*named[1:], None], strict=True):
        said = text[name.end() : after.start() if after else None]
        wins = next((wins for wins, pattern in _VERDICTS if pattern.search(said)), None)
        if wins is not None:
            winners.add(Color.BLACK if (name[0][0] in _BLACKS) == wins else Color.WHITE)
    return (winners.pop(), text) if len(winners) == 1 else None


def parse_outcome(text: str, ending: str, size: int, moves: tuple[int, ...], rules: str | None) -> Outcome | None:
    """Parse a result such as ``B+R`` or ``White wins``, with the words of another program about the ending.

    Return None if they do not tell. A win on the board counts as five in a row; other wins without words about the
    ending have an unknown reason.
    """
    text = text.strip()
    lower = text.lower()
    if lower == "void":
        return Outcome(None, Reason.ABORTED)
    if lower in _DRAWS:
        return Outcome(None, Reason.FULL_BOARD if len(moves) == size * size else Reason.AGREED_DRAW)
    if lower in _SCORES:
        return make_win(_SCORES[lower], ending, size, moves, rules)
    found = _find_winner(text)
    if found is None:
        return None
    winner, said = found
    return make_win(winner, ending if _find_reason(said) is Reason.UNKNOWN else said, size, moves, rules)


def make_win(winner: Color, ending: str, size: int, moves: tuple[int, ...], rules: str | None) -> Outcome:
    """Return the outcome of a win; ``ending`` describes how it ended and may be empty."""
    if ends_in_five(size, moves, rules, winner):
        return Outcome(winner, Reason.FIVE)
    return Outcome(winner, _find_reason(ending))


def _find_reason(ending: str) -> Reason:
    """Return the reason for the end of a game from an SGF letter or from words."""
    code = _CODE.match(ending)
    if code is not None:
        return _CODES[code[1].upper()]
    return next((reason for reason, pattern in _ENDINGS if pattern.search(ending)), Reason.UNKNOWN)


def ends_in_five(size: int, moves: tuple[int, ...], rules: str | None, winner: Color) -> bool:
    """Tell whether the last move was the winner's and won on the board."""
    if not moves or winner is not (Color.BLACK if len(moves) % 2 else Color.WHITE):
        return False
    board = Board.from_stones(size, moves[::2], moves[1::2])
    if rules is None:
        return bool(rows_through(board, moves[-1], 5))
    return RULESETS[rules].winning_line(board, moves[-1]) is not None
