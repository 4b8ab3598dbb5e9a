"""Made-up patterns with only cells and setups, the parts that the matcher reads."""

from hypothesis import strategies as st

from bots.learning.patterns.cells import Cell, Kind, extent, image, least
from bots.learning.patterns.pattern import Pattern
from bots.search.solver.proof import Win
from gomoku import symmetry
from gomoku.board import Board, Color


def pattern(cells: list[Cell], rules: str = "freestyle", color: Color | None = None) -> Pattern:
    return Pattern(rules, color, tuple(cells), "vct", 2, (), False, Win(0))


@st.composite
def patterns(draw: st.DrawFn, widest: int) -> Pattern:
    """Draw up to eight stones and a few other cells in a square; some setups count."""
    places = st.tuples(st.integers(0, widest - 1), st.integers(0, widest - 1))
    stones = draw(st.lists(places, min_size=1, max_size=8, unique=True))
    others = draw(st.lists(places, max_size=6, unique=True))
    kinds = {place: draw(st.sampled_from(list(Kind)[1:])) for place in others} | dict.fromkeys(stones, Kind.ATTACKER)
    cells = least((*place, kind) for place, kind in kinds.items())
    return pattern(list(cells))


@st.composite
def boards(draw: st.DrawFn, size: int = 15) -> Board:
    """Draw stones in a corner, on the edge or in the middle, dense enough that patterns match by chance."""
    board, side = Board(size), 6
    left, top = (draw(st.sampled_from([0, 4, size - side])) for _ in range(2))
    for y in range(top, top + side):
        for x in range(left, left + side):
            cell = draw(st.sampled_from([0, 0, 1, 1, 2]))
            if cell:
                board.place(y * size + x, Color(cell))
    return board


@st.composite
def holding(draw: st.DrawFn, one: Pattern, attacker: Color, size: int = 15) -> Board:
    """Draw a pattern, turned, somewhere on an otherwise empty board, perhaps with one cell changed."""
    cells, board = image(one.cells, draw(st.integers(0, symmetry.COUNT - 1))), Board(size)
    width, height = extent(cells)
    left, top = draw(st.integers(0, size - width)), draw(st.integers(0, size - height))
    values = {Kind.ATTACKER: attacker, Kind.DEFENDER: attacker.other}
    stones = {(left + dx, top + dy): values.get(kind, 0) for dx, dy, kind in cells}
    stones[draw(st.sampled_from(sorted(stones)))] = draw(st.sampled_from([0, 1, 2]))
    for (x, y), value in stones.items():
        if value:
            board.place(y * size + x, Color(value))
    return board
