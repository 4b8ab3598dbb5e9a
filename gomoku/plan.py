"""A plan: the answers that a player has ready for moves of the opponent, and for the moves after those.

It is a tree in one list: branch number n, counted from 1, follows another with a lower number, or the position itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gomoku.errors import BadAction, BadPlan, GameOver, IllegalMove
from gomoku.game import Game

MOST_BRANCHES = 250
"""Of two moves each."""


class PlannedAnswer(NamedTuple):
    """After branch number ``after``, or at once where that is 0: if the opponent plays ``when``, then ``answer``."""

    after: int
    when: int
    answer: int


@dataclass(frozen=True, slots=True)
class AnswerPlan:
    """What a player answers with ``ply`` stones on the board.

    It is the opponent's move then, unless ``first`` is a move of the player's own that is still to be made by hand.
    """

    ply: int
    branches: Sequence[PlannedAnswer]
    first: int | None = None

    def check(self, game: Game) -> None:
        """Raise BadPlan for the lowest branch, 0 for ``first``, that cannot be played in a position of ``ply``.

        ``game`` is as before afterwards, but not meanwhile. A plan answers no move that would end the game.
        """
        if len(self.branches) > MOST_BRANCHES:
            raise BadPlan(MOST_BRANCHES + 1, "too_many")
        begun = game.ply
        lines: list[tuple[int, ...]] = [() if self.first is None else (self.first,)]
        taken: set[tuple[int, int]] = set()
        over: set[int] = set()
        number = 0
        try:
            if self.first is not None:
                _play_on(game, self.first)
            for number, branch in enumerate(self.branches, 1):
                if not 0 <= branch.after < number or (branch.after, branch.when) in taken:
                    raise BadPlan(number, "misplaced")
                taken.add((branch.after, branch.when))
                if branch.after in over:
                    raise GameOver
                _go_to(game, begun, lines[branch.after])
                _play_on(game, branch.when)
                if game.play(branch.answer) is not None:
                    over.add(number)
                lines.append((*lines[branch.after], branch.when, branch.answer))
        except IllegalMove as error:
            raise BadPlan(number, error.code) from None
        finally:
            _go_to(game, begun, ())

    def follow(self, point: int) -> tuple[int | None, AnswerPlan | None]:
        """The answer to a move of whoever is to move, and what is left of the plan; None for what there is not."""
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
    """Play a move after which the game goes on."""
    if game.play(point) is not None:
        raise BadAction("ends_the_game")


def _go_to(game: Game, ply: int, line: Sequence[int]) -> None:
    """Have a line that was played before lie after the first ``ply`` moves; the beginning that both share stays."""
    lies = game.moves[ply:]
    shared = next((n for n, pair in enumerate(zip(lies, line, strict=False)) if pair[0] != pair[1]), None)
    shared = min(len(lies), len(line)) if shared is None else shared
    if len(lies) > shared:
        game.undo(len(lies) - shared)
    for point in line[shared:]:
        game.push(point)
