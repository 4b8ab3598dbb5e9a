from bots.learning.cells import Kind
from bots.learning.pattern import CANVAS, Pattern, attacker_of
from bots.search.proof import Win
from gomoku.board import EMPTY, Color
from gomoku.rulesets import ruleset

A, E, N = Kind.ATTACKER, Kind.EMPTY, Kind.NOT_ATTACKER
FOUR = tuple((0, dy, kind) for dy, kind in enumerate((E, A, A, A, A, N)))


def pattern(rules: str, attacker: Color | None) -> Pattern:
    return Pattern(rules, attacker, FOUR, "vcf", 1, ((0, 0, 16),), False, Win(7 * CANVAS + 9))


def test_a_key_names_rules_colour_and_cells() -> None:
    assert pattern("standard", None).key == "standard:e.a.a.a.a.n"
    assert pattern("renju", Color.BLACK).key == "renju-black:e.a.a.a.a.n"
    assert pattern("renju", Color.WHITE).key == "renju-white:e.a.a.a.a.n"


def test_colours_matter_in_renju_only() -> None:
    assert attacker_of(ruleset("renju"), Color.WHITE) is Color.WHITE
    assert [attacker_of(ruleset(name), Color.WHITE) for name in ("freestyle", "standard", "caro")] == [None] * 3


def test_the_canvas_holds_the_stones_in_its_middle() -> None:
    white = pattern("renju", Color.WHITE)
    board = white.board()
    assert white.point((0, 0)) == 7 * CANVAS + 9
    stones = {point: color for point, color in enumerate(board.cells) if color != EMPTY}
    assert stones == {white.point((0, dy)): Color.WHITE for dy in (1, 2, 3, 4)}
    assert set(pattern("caro", None).board().cells) == {EMPTY, Color.BLACK}
