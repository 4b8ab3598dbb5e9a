"""Studies and patterns to put into a store, and an executor that a test writes."""

from collections.abc import Callable
from typing import Any

from bots.learning.patterns.cells import Kind, least
from bots.learning.patterns.pattern import Pattern
from bots.learning.proofs.lesson import StoredLastChance
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import Check, StudiedLesson, StudiedMove, StudiedPattern, Study
from bots.search.solver.proof import Win
from gomoku.board import Color


class Scripted:
    """An executor that answers what a test says, and notes what it is asked."""

    def __init__(self, *answers: object) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[Any, ...]] = []

    async def run(self, function: Callable[..., Any], *arguments: Any) -> object:
        """The next answer."""
        self.asked.append((function, *arguments))
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


def pattern(gap: int = 1, rules: str = "freestyle") -> Pattern:
    """Three stones in a row, and a fourth after a gap of so many empty points; its win is made up."""
    row = [Kind.ATTACKER] * 3 + [Kind.EMPTY] * gap + [Kind.ATTACKER]
    cells = least((x, 0, kind) for x, kind in enumerate(row))
    empty = next((dx, dy) for dx, dy, kind in cells if kind is Kind.EMPTY)
    attacker = Color.BLACK if rules == "renju" else None
    return Pattern(rules, attacker, cells, "vcf", 3, ((*empty, 24),), False, Win(210))


CHANCE = StoredLastChance("1" + "0" * 224, "white", 3, (4,))


def study(
    *patterns: Pattern,
    plies: int = 9,
    mistake: int | None = 4,
    lesson: bool = True,
    chance: StoredLastChance | None = None,
) -> Study:
    """Return a study of a game that black has won, with every pattern before ply 6."""
    taught = StudiedLesson("black", 6, mistake=mistake, line=(3, 18, 4), led=(7,), last_chance=chance)
    return Study(
        version=VERSION,
        nodes=1000,
        moves=tuple(StudiedMove(label="forced" if ply == 7 else None, eval=ply) for ply in range(plies)),
        lesson=taught if lesson else None,
        patterns=tuple(StudiedPattern.of(each, 6) for each in patterns),
        check=Check(0, done=True),  # else every such game waits for one
    )
