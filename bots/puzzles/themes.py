"""Themes of a puzzle: the means by which it is won, from the longest line of its proof.

- ``vcf``: by continuous fours; ``vct``: by threes, too.
- ``double_four``, ``four_three``, ``double_three``: made by the last move of the longest line that makes two at once.
- ``forbidden``: black may not play the only point that would stop the last four.
- ``counter_four``: the defender answers with a four of its own.
- ``only_move``: one move holds, and every other is proven to lose; ``counter``: that move makes a four or a three.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from bots.search.solver.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.lines import rays
from gomoku.ruleset import RuleSet

REACH = 4  # a five reaches no further


class StoneShapes(NamedTuple):
    """``fives``: for each line with a four, the points that make five; ``threes``: their number."""

    fives: tuple[tuple[int, ...], ...]
    threes: int

    @property
    def fours(self) -> int:
        """The number of lines with a four; a straight four counts once."""
        return len(self.fives)


def look(rules: RuleSet, board: Board, point: int, color: Color) -> StoneShapes:
    """Find what a stone of a colour makes on an empty point. A line with a four counts no three. The board is unchanged
    on return."""
    board.place(point, color)
    fives, threes = [], 0
    for _, back, forward in rays(board.size)[point]:
        line = [at for at in (*back[:REACH], *forward[:REACH]) if board[at] == EMPTY]
        stones = sum(board[at] == color for at in (*back[:REACH], *forward[:REACH]))
        if stones >= rules.length - 2 and (found := _fives(rules, board, line, color)):
            fives.append(found)
        elif stones >= rules.length - 3 and any(_is_straight(rules, board, at, line, color) for at in line):
            threes += 1
    board.remove(point)
    return StoneShapes(tuple(fives), threes)


def _fives(rules: RuleSet, board: Board, line: list[int], color: Color) -> tuple[int, ...]:
    found = []
    for at in line:
        if board[at] == EMPTY:
            board.place(at, color)
            if rules.winning_line(board, at) is not None:
                found.append(at)
            board.remove(at)
    return tuple(found)


def _is_straight(rules: RuleSet, board: Board, at: int, line: list[int], color: Color) -> bool:
    """Tell whether a stone on ``at`` leaves two points of the line that make five."""
    board.place(at, color)
    found = len(_fives(rules, board, line, color)) > 1
    board.remove(at)
    return found


Theme = Literal[
    "vcf", "vct", "double_four", "four_three", "double_three", "forbidden", "counter_four", "only_move", "counter"
]
THEMES: tuple[Theme, ...] = get_args(Theme)


def themes_of_win(rules: RuleSet, board: Board, attacker: Color, win: Win) -> tuple[Theme, ...]:
    """Find the themes of a proof that holds on the board, with the attacker to move."""
    board, line = board.copy(), win.longest()
    found: set[Theme] = {"vct" if any(step.threat is not None for step in win) else "vcf"}
    double: Theme | None = None
    last = StoneShapes((), 0)
    for number, point in enumerate(line):
        color = attacker.other if number % 2 else attacker
        made = look(rules, board, point, color)
        if color is attacker:
            double, last = _double(made) or double, made
        elif made.fours:
            found.add("counter_four")
        board.place(point, color)
    if double is not None:
        found.add(double)
    stops = [point for line in last.fives for point in line]
    if len(stops) == 1 and rules.forbidden(board, stops[0], attacker.other) is not None:
        found.add("forbidden")
    return tuple(theme for theme in THEMES if theme in found)


def themes_of_defence(rules: RuleSet, board: Board, defender: Color, holding: int, threat: Win) -> tuple[Theme, ...]:
    """Find the themes of a position in which one move holds against a threat."""
    made = look(rules, board.copy(), holding, defender)
    found: set[Theme] = {"only_move", "vct" if any(step.threat is not None for step in threat) else "vcf"}
    if made.fours or made.threes:
        found.add("counter")
    return tuple(theme for theme in THEMES if theme in found)


def _double(made: StoneShapes) -> Theme | None:
    if made.fours > 1:
        return "double_four"
    if made.fours and made.threes:
        return "four_three"
    return "double_three" if made.threes > 1 else None
