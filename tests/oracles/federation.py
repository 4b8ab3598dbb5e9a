"""The federation's definitions of black's forbidden points, word for word, over every line of the board."""

from functools import cache

from gomoku.board import EMPTY, Board, Color
from gomoku.errors import ForbiddenReason
from gomoku.lines import lines

OVERLINE, DOUBLE_FOUR, DOUBLE_THREE = ForbiddenReason


@cache
def through(size: int, length: int) -> list[list[tuple[int, ...]]]:
    """List the lines of a length through each point."""
    return [[line for line in lines(size, length) if point in line] for point in range(size * size)]


class Federation:
    """The federation's definitions word for word; black stones are a set of points."""

    def __init__(self, board: Board) -> None:
        self.black = frozenset(p for p, cell in enumerate(board.cells) if cell == Color.BLACK)
        self.empty = frozenset(p for p, cell in enumerate(board.cells) if cell == EMPTY)
        self.size = board.size

    def through(self, point: int, length: int) -> list[tuple[int, ...]]:
        return through(self.size, length)[point]

    def fives(self, black: frozenset[int], point: int) -> list[tuple[int, ...]]:
        """List the rows of exactly five through a stone."""
        sixes = [set(six) for six in self.through(point, 6) if black.issuperset(six)]
        fives = [five for five in self.through(point, 5) if black.issuperset(five)]
        return [five for five in fives if not any(six.issuperset(five) for six in sixes)]

    def fours(self, black: frozenset[int], empty: frozenset[int], point: int) -> set[frozenset[int]]:
        """Find the sets of four stones, the point included, that one more stone turns into exactly five."""
        found = set()
        for line in self.through(point, 5):
            gaps = [p for p in line if p not in black]
            if len(gaps) == 1 and gaps[0] in empty and line in self.fives(black | {gaps[0]}, gaps[0]):
                found.add(frozenset(line) - {gaps[0]})
        return found

    def straight_four(self, black: frozenset[int], empty: frozenset[int], line: tuple[int, ...]) -> bool:
        """Tell whether four adjacent stones become exactly five on either end."""
        step = line[1] - line[0]
        ends = (line[0] - step, line[-1] + step)
        fives = [tuple(sorted((end, *line))) for end in ends]
        return (
            black.issuperset(line)
            and empty.issuperset(ends)
            and all(five in self.fives(black | {end}, end) for five, end in zip(fives, ends, strict=True))
        )

    def reason(
        self, point: int, black: frozenset[int] | None = None, empty: frozenset[int] | None = None
    ) -> ForbiddenReason | None:
        black = (self.black if black is None else black) | {point}
        empty = (self.empty if empty is None else empty) - {point}
        if self.fives(black, point):
            return None
        if any(black.issuperset(six) for six in self.through(point, 6)):
            return OVERLINE
        if len(self.fours(black, empty, point)) > 1:
            return DOUBLE_FOUR
        threes = set()
        for line in self.through(point, 4):
            gaps = [p for p in line if p not in black]
            if len(gaps) != 1 or gaps[0] not in empty:
                continue
            (gap,) = gaps
            if (
                self.straight_four(black | {gap}, empty - {gap}, line)
                and not self.fives(black | {gap}, gap)
                and self.reason(gap, black, empty) is None
            ):
                threes.add(frozenset(line) - {gap})
        return DOUBLE_THREE if len(threes) > 1 else None
