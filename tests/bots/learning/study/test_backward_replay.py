import pytest
from msgspec.structs import replace

from bots.learning.study.backward_replay import ended_on_board, replay
from bots.search.solver.proof_check import check
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from tests.bots.learning.conftest import Provers
from tests.bots.learning.positions import QUIET, QUIET_LOST, game, stored_game

# white leaves an open three alone; black's open four cannot be stopped
IGNORED_THREE = game("H8 A1 I8 C1 J8 A3 G8 F8 K8")
# white blocks the three on one side, and black makes a four-three
LOST = "H8 A1 I8 C1 I9 E1 I10 A5 I11"


def test_a_game_is_walked_back_to_the_move_that_lost_it(prover: Provers) -> None:
    lesson = replay(prover("freestyle"), IGNORED_THREE, Color.BLACK)
    assert lesson is not None
    assert lesson.entry == 6
    assert lesson.mistake == 5
    assert {move.point for move in lesson.open} >= set(game("G8 K8"))
    assert IGNORED_THREE[5] not in {move.point for move in lesson.open}
    assert lesson.led == (7,)
    assert set(lesson.attacks) == {5, 6, 7, 8}
    board = Board.from_stones(15, IGNORED_THREE[0:6:2], IGNORED_THREE[1:6:2])
    check(ruleset("freestyle"), board, Color.BLACK, lesson.attacks[6].win)


def test_a_resigned_game_teaches_the_same(prover: Provers) -> None:
    played = replay(prover("freestyle"), IGNORED_THREE, Color.BLACK)
    resigned = replay(prover("freestyle"), IGNORED_THREE[:7], Color.BLACK)
    assert played is not None
    assert resigned is not None
    assert (resigned.entry, resigned.mistake, resigned.open) == (played.entry, played.mistake, played.open)


def test_nothing_is_proven_of_a_game_that_was_given_away(prover: Provers) -> None:
    assert replay(prover("freestyle"), game("H8 A1 I8"), Color.WHITE) is None
    assert replay(prover("freestyle"), [], Color.BLACK) is None


def test_nothing_is_said_beyond_the_limits(prover: Provers) -> None:
    assert replay(prover("freestyle", total=0), IGNORED_THREE[:7], Color.BLACK) is None


def test_a_position_that_was_held_ends_the_run(prover: Provers) -> None:
    # black's first open three is overlooked by both; the game is lost later by another
    moves = game("H8 A1 I8 C1 J8 A3 D12 K8 D13 G8 D14 A15 D11 A13 D15")
    lesson = replay(prover("freestyle"), moves, Color.BLACK)
    assert lesson is not None
    assert lesson.entry > 7
    assert lesson.mistake == lesson.entry - 1


@pytest.mark.parametrize("by", range(8))
def test_the_images_of_a_game_have_images_of_its_lesson(by: int, prover: Provers) -> None:
    image = symmetry.maps(15)[by]
    one = replay(prover("freestyle"), IGNORED_THREE, Color.BLACK)
    other = replay(prover("freestyle"), [image[point] for point in IGNORED_THREE], Color.BLACK)
    assert one is not None
    assert other is not None
    assert (one.entry, one.mistake, one.led) == (other.entry, other.mistake, other.led)
    assert {replace(move, point=image[move.point]) for move in one.open} == set(other.open)
    assert tuple(image[point] for point in one.line) == other.line


@pytest.mark.parametrize("total", [2_000, 20_000])
def test_images_run_out_of_nodes_at_the_same_place(total: int, prover: Provers) -> None:
    moves, winner = stored_game("20:73")
    image = symmetry.maps(15)[5]
    one = replay(prover("renju", nodes=500, total=total), moves, Color[winner.upper()])
    other = replay(prover("renju", nodes=500, total=total), [image[point] for point in moves], Color[winner.upper()])
    assert one is not None
    assert other is not None
    assert (one.entry, one.mistake) == (other.entry, other.mistake)
    assert {image[point] for point in one.undecided} == set(other.undecided)
    assert set(one.attacks) == set(other.attacks)


def test_a_five_and_a_forbidden_move_end_a_game_on_the_board(prover: Provers) -> None:
    assert ended_on_board(prover("freestyle"), IGNORED_THREE)
    assert not ended_on_board(prover("freestyle"), IGNORED_THREE[:-1])
    assert not ended_on_board(prover("freestyle"), [])
    double_three = game("G8 A1 F8 C1 H9 A3 H10 C3 H8")
    assert ended_on_board(prover("renju"), double_three)
    assert not ended_on_board(prover("freestyle"), double_three)


def test_the_mistake_moves_back_where_every_move_loses_to_the_strongest_method(prover: Provers) -> None:
    lesson = replay(prover("renju"), QUIET, Color.BLACK)
    assert lesson is not None
    assert (lesson.mistake, [move.point for move in lesson.open]) == (QUIET_LOST - 2, game("G14"))
