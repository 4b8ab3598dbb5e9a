"""Faults of game files, with stable codes; translations are elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gomoku.errors import BadNotation

MOST = 40  # most characters quoted from a file

FAULTS: Mapping[str, str] = MappingProxyType(
    {
        # SGF
        "no_game": "no game starts here: '(;' is missing",
        "unclosed_game": "the game is not closed: ')' is missing",
        "out_of_place": "{text!r} is out of place",
        "unclosed_value": "the value of {text} is not closed: ']' is missing",
        "no_value": "{text} has no value",
        "other_game": "GM must be 4, Gomoku and Renju",
        "taken_for_five": "GM is {text}, another game: it was taken for five in a row",
        "open_value": "the value of {text} holds the beginning of another property: perhaps its ']' is missing",
        "no_date": "{text!r} is no date that is understood",
        "no_result": "{text!r} is no result that is understood",
        "other_charset": "CA says {text}, and the texts are not in it",
        "bad_letters": "{text} letters cannot be read in the encoding",
        "no_size": "SZ is no board size: {text!r}",
        "setup_stones": "{text}: setup stones have no order of moves",
        "out_of_turn": "black and white must move in turn, black first",
        "passing": "there is no passing in five in a row",
        "no_point": "a point is two letters from a to z, not {text!r}",
        "too_many_nodes": "the game has more than {text} nodes",
        "too_many_values": "the properties of the game have more than {text} values",
        "too_deep": "more than {text} variations lie one in the other",
        "two_moves": "a node has more than one move",
        # RenLib
        "no_library": "this is no RenLib library",
        "newer_library": "the library is of version {text}, and 3.4 is the last one known",
        "no_such_point": "{text} is no point of the board",
        "cut_off": "the file ends in the middle of the tree",
        "cut_text": "the file ends in the middle of a text",
        "after_the_end": "something follows after the end of the tree",
        "homeless_text": "{text} can be kept at no node",
        "not_encoded": "a text cannot be read as {text}",
        "not_fifteen": "the board of a library is 15x15, not {text}",
        "no_move_here": "each node of a library has a move",
        # RIF
        "no_xml": "this is no XML that can be read: {text}",
        "no_database": "this is no RIF database, but {text!r}",
        "no_row_number": "a row of {text} has no number",
        "no_row": "{text} is not in the file",
        "row_twice": "{text} is in the file already",
        "no_line": "these are no moves that can be played: {text!r}",
        "too_long": "{text} is too long",
        # psq
        "empty_file": "the file is empty",
        "no_header": "the first line must read like 'Piskvorky 20x20, 7:7, 0'",
        "no_end_code": "the last line must be the end code, a whole number",
        "no_time": "a move without its time, or with one that is none: {text!r}",
        "more_lines": "a line that is not understood follows the end: {text!r}",
        "no_move": "a move must read like '10,12,4500', not {text!r}",
        # both
        "not_square": "the board must be square, not {text}",
        "no_such_board": "no board of size {text}",
        "outside": "{text!r} is outside the board",
        "other_board": "the board is {text}, and that of the game before is another",
        "stone_twice": "a stone lies on {text!r} already",
        "no_moves": "there are no moves",
        "no_games": "the file holds no games",
    }
)
"""Sentences in English; ``{text}`` quotes the file."""


REMARKS = frozenset({"open_value", "taken_for_five", "other_charset"})
"""Faults that are reported although nothing is left out."""


def fault(line: int, code: str, text: str = "", unit: str = "line") -> BadNotation:
    """Build the error for a fault at a line of a file, or at a byte or node according to ``unit``."""
    quoted = text[:MOST]
    return BadNotation(line, FAULTS[code].format(text=quoted), code, quoted, unit)
