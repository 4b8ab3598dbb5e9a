"""A plan: a player's prepared answers to moves of the opponent, and to the moves after those.

It is a tree in one list: branch number n, counted from 1, follows one with a lower number, or the position itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gomoku.errors import BadAction, BadPlan, GameOver, IllegalMove
from gomoku.game import Game

MOST_BRANCHES = 250
"""Each has two moves."""


class PlannedAnswer(NamedTuple):
    """After branch number ``after``, or at once for 0: if the opponent plays ``when``, then ``answer``."""

    after: int
    when: int
    answer: int


@dataclass(frozen=True, slots=True)
class AnswerPlan:
    """A player's answers with ``ply`` stones on the board.

    It is then the opponent's move, unless ``first`` is a move of the player's own that is still to be made by hand.
    """

    ply: int
    branches: Sequence[PlannedAnswer]
    first: int | None = None

    def check(self, game: Game) -> None:
        """Raise BadPlan for the lowest branch, 0 for ``first``, that cannot be played in a position of ``ply``.

        ``game`` is restored on return but changes meanwhile. A plan answers no move that would end the game.
        """
        if len(self.branches) > MOST_BRANCHES:
            raise BadPlan(MOST_BRANCHES + 1, "too_many")
        below, faults = self._list_below()
        begun = game.ply
        try:
            if self.first is not None:
                _play_on(game, self.first)
            # depth first, not in the order of the list: two interleaved long lines would have all their stones removed
            # and placed again for every branch
            open_branches = [(after, game.ply) for after in below.get(0, ())]
            while open_branches:
                number, ply = open_branches.pop()
                _go_back(game, ply)
                branch = self.branches[number - 1]
                try:
                    _play_on(game, branch.when)
                    over = game.play(branch.answer) is not None
                except IllegalMove as error:
                    faults[number] = error.code
                    continue
                if over and number in below:
                    faults[below[number][0]] = GameOver().code
                elif number in below:
                    open_branches += ((each, game.ply) for each in below[number])
        except IllegalMove as error:
            faults[0] = error.code
        finally:
            _go_back(game, begun)
        if faults:
            raise BadPlan(min(faults), faults[min(faults)])

    def _list_below(self) -> tuple[dict[int, list[int]], dict[int, str]]:
        """Group the branches by the one they follow, up to the first misplaced branch, returned with its fault."""
        below: dict[int, list[int]] = {}
        taken: set[tuple[int, int]] = set()
        for number, branch in enumerate(self.branches, 1):
            if not 0 <= branch.after < number or (branch.after, branch.when) in taken:
                return below, {number: "misplaced"}
            taken.add((branch.after, branch.when))
            below.setdefault(branch.after, []).append(number)
        return below, {}

    def follow(self, point: int) -> tuple[int | None, AnswerPlan | None]:
        """Return the answer to a move and the rest of the plan, each None where there is none."""
        if self.first is not None:
            return None, AnswerPlan(self.ply + 1, self.branches) if point == self.first else None
        met = next((n for n, each in enumerate(self.branches, 1) if (each.after, each.when) == (0, point)), None)
        if met is None:
            return None, None
        numbers, left = {met: 0}, list[PlannedAnswer]()
        for number, branch in enumerate(self.branches, 1):
            if branch.after in numbers:
                left.append(branch._replace(after=numbers[branch.after]))
                numbers[number] = len(left)
        return self.branches[met - 1].answer, AnswerPlan(self.ply + 2, left) if left else None


def _play_on(game: Game, point: int) -> None:
    """Play a move; raise BadAction if it ends the game."""
    if game.play(point) is not None:
        raise BadAction("ends_the_game")


def _go_back(game: Game, ply: int) -> None:
    """Take back all moves after the first ``ply``."""
    if game.ply > ply:
        game.undo(game.ply - ply)
