"""What may be wrong with the file of a game: faults with stable codes, told in other languages elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gomoku.errors import BadNotation

MOST = 40  # characters of what is quoted from a file

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        # SGF
        "no_game": "no game starts here: '(;' is missing",
        "unclosed_game": "the game is not closed: ')' is missing",
        "out_of_place": "{text!r} is out of place",
        "unclosed_value": "the value of {text} is not closed: ']' is missing",
        "no_value": "{text} has no value",
        "other_game": "GM must be 4, Gomoku and Renju",
        "no_size": "SZ is no board size: {text!r}",
        "setup_stones": "{text}: setup stones have no order of moves",
        "out_of_turn": "black and white must move in turn, black first",
        "passing": "there is no passing in five in a row",
        "no_point": "a point is two letters from a to z, not {text!r}",
        "too_many_nodes": "the game has more than {text} nodes",
        "too_many_values": "the properties of the game have more than {text} values",
        "too_deep": "more than {text} variations lie one in the other",
        # psq
        "empty_file": "the file is empty",
        "no_header": "the first line must read like 'Piskvorky 20x20, 7:7, 0'",
        "no_end_code": "the last line must be the end code, a whole number",
        "no_move": "a move must read like '10,12,4500', not {text!r}",
        # both
        "not_square": "the board must be square, not {text}",
        "no_such_board": "no board of size {text}",
        "outside": "{text!r} is outside the board",
        "stone_twice": "a stone lies on {text!r} already",
        "no_moves": "there are no moves",
    }
)
"""Sentences in English; ``{text}`` is what stands in the file."""


def fault(line: int, code: str, text: str = "") -> BadNotation:
    """The error that a line of a file has this fault."""
    quoted = text[:MOST]
    return BadNotation(line, FAULTS[code].format(text=quoted), code, quoted)
