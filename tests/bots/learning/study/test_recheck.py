"""Named moves from studies of our own engines' games that lose, as more nodes or the search show."""

from bots.learning.proofs.proven_positions import Proofs
from bots.learning.study.check import ScoreQuestion
from bots.learning.study.findings import PROVEN, PositionScore
from bots.learning.study.recheck import answer, recheck
from bots.search.solver.proof_check import check
from bots.search.solver.solver import Solver
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.learning.positions import game

NAMING, ASKING = 20_000, 4_000_000

# Under renju rules, white to move: F10 loses to quiet moves, which 182,568 stones on the board find.
QUIET = game(
    "H7 H6 E7 E8 G5 I10 G7 F7 G6 G8 H9 F6 F8 G4 F5 I8 E4 D3 G9 H10 C5 D6 E5 D5 D4 E3 E6 H5 F3 I9 I7 I12 I11 G10"
)
# Black to move: all attacks on E4 by threats and quiet moves fail, yet it loses.
SEARCHED = game(
    "I6 H5 G8 F8 E6 I8 F7 H9 D5 C4 H7 F9 G7 E7 G9 G6 G10 G11 I7 J7 H8 F10 J6 K5 K6 L6 J5 K4 F6 E5 I9 J10 I4 H3 I5 I3 "
    "J4 F11 F12 H6 H4 K7 J3 J2 L7 M8 G4 F4 G3 F2 G2 J11 G5 G1"
)
(F10,), (E4,) = game("F10"), game("E4")


def holds(proofs: Proofs, moves: list[int]) -> bool:
    """Tell whether the side to move is proven to win, against every defence."""
    board, attacker = Board.from_stones(15, moves[::2], moves[1::2]), Color.WHITE if len(moves) % 2 else Color.BLACK
    found = proofs.probe(board, attacker)
    if found is None:
        return False
    check(ruleset("renju"), board, attacker, found.win)
    return found.won


def test_a_move_that_more_nodes_refute_falls_with_a_proof() -> None:
    told: list[tuple[int, int]] = []
    named = [(len(QUIET), F10)] * 2
    withstood, proofs = recheck("renju", 15, QUIET, named, ASKING, lambda done, all: told.append((done, all)))
    assert withstood == []
    assert holds(proofs, [*QUIET, F10])
    assert told == [(0, 2), (1, 2)]


def test_with_no_more_nodes_than_before_it_stands() -> None:
    withstood, proofs = recheck("renju", 15, QUIET, [(len(QUIET), F10)], NAMING)
    assert withstood == [(len(QUIET), F10)]
    assert not holds(proofs, [*QUIET, F10])


def test_what_only_the_search_sees_is_proven_before_it_counts() -> None:
    after = [*SEARCHED, E4]
    board = Board.from_stones(15, after[::2], after[1::2])
    alone = Solver(ruleset("renju"), 15, positions=1 << 20)
    assert alone.prove(board, Color.WHITE, method="fukumi").nodes < ASKING  # it ends without a win
    withstood, proofs = recheck("renju", 15, SEARCHED, [(len(SEARCHED), E4)], ASKING)
    assert withstood == []
    assert holds(proofs, after)


def test_what_is_known_already_is_not_asked() -> None:
    _, proofs = recheck("renju", 15, QUIET, [(len(QUIET), F10)], ASKING)
    rows = list(proofs.fresh.values())

    class Rows:
        def rows(self, rules: str, size: int, key: int) -> list[object]:
            return [row for row in rows if row[:3] == (rules, size, key)]

    withstood, again = recheck("renju", 15, QUIET, [(len(QUIET), F10)], 1, shelf=Rows())  # type: ignore[arg-type]
    assert withstood == []
    assert again.fresh == {}


def test_the_search_scores_a_move_for_its_side_and_a_loss_that_is_proven_counts_whole() -> None:
    # black has an open three, and white blocks it or plays elsewhere
    open_three = game("H8 A1 I8 A3 J8 O15")
    elsewhere, _ = answer("freestyle", 15, open_three, ScoreQuestion(5, game("O15")[0]), 20_000, 2_000)
    assert elsewhere.score == -PROVEN
    (block,) = game("K8")
    blocked, _ = answer("freestyle", 15, open_three, ScoreQuestion(5, block), 20_000, 2_000)
    assert -PROVEN < blocked.score < PROVEN
    others, _ = answer("freestyle", 15, open_three, ScoreQuestion(5, None), 20_000, 2_000)
    assert others.best in game("G8 K8 F8 L8")
    assert others.score > -PROVEN


def test_a_single_answer_is_played_before_the_search() -> None:
    # black makes a four that white has to block; black then has two threes
    before = game("G8 F8 H8 A1 I8 A3 I9 A5 I10 O1")
    (four,) = game("J8")
    found, _ = answer("freestyle", 15, [*before, four], ScoreQuestion(len(before), four), 20_000, 10)
    assert found.score == PROVEN


def test_where_the_move_played_was_the_only_one_nothing_else_is_better() -> None:
    four = game("G8 F8 H8 A1 I8 A3 J8 K8")
    assert answer("freestyle", 15, four, ScoreQuestion(7, None), 1_000, 10)[0] == PositionScore(7, None, -PROVEN)
