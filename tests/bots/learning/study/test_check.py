"""The check of a study: what is asked in turn, and what is left by the answers."""

from collections.abc import Mapping, Sequence

from msgspec import Raw
from msgspec.structs import replace

from bots.learning.proofs.last_chances import LastChance
from bots.learning.proofs.lesson import Lesson, StoredLastChance, Suspect
from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.check import LOSING, MOST, ScoreQuestion, find_question, settle, with_answer, with_check
from bots.learning.study.effort import VERSION, recheck_nodes
from bots.learning.study.findings import (
    PROVEN,
    Check,
    PositionScore,
    StudiedLesson,
    StudiedMove,
    StudiedPuzzle,
    StudiedWin,
    Study,
)
from gomoku.board import Color

GAME = list(range(100, 112))
NODES = 50
NAMED = (OpenMove(1, "fukumi", 9), OpenMove(2, "fukumi", 9))
WIN = StudiedWin("vct", (3, 4), Raw(b"[3]"))


def study(entry: int = 10) -> Study:
    """A study by which black won from ``entry`` on, and that names two moves before it."""
    lost = StudiedMove("lost_here", threat=WIN, open=NAMED, undecided=(5,), before="held")
    return Study(
        version=VERSION,
        nodes=1000,
        moves=tuple(lost if ply == entry - 1 else StudiedMove() for ply in range(12)),
        lesson=StudiedLesson("black", entry, mistake=entry - 1, open=NAMED, undecided=(5,)),
        puzzles=(StudiedPuzzle("defence", entry - 1, "vct", (1, 2)),),
        check=Check(NODES),
    )


def checked(
    found: Study, answers: Mapping[tuple[int, int | None], int], laid: int = 0
) -> tuple[Study, list[ScoreQuestion]]:
    """Answer all questions; a position without a score is lost, and its best move is its ply."""
    asked = []
    found = settle(found, GAME, laid)
    while (question := find_question(found, GAME, laid)) is not None:
        asked.append(question)
        best = question.ply if question.point is None else None
        score = answers.get(question, -PROVEN)
        found = settle(with_answer(found, PositionScore(*question, score, best)), GAME, laid)
    return found, asked


def test_moves_that_withstand_are_named_with_their_scores() -> None:
    found, asked = checked(study(), {(9, None): 20, (9, 1): 10, (9, 2): -LOSING, (9, 9): -LOSING - 1})
    assert asked == [(9, None), (9, 1), (9, 2), (9, 9)]
    left = (OpenMove(1, "fukumi", 9, NODES, 10),)
    assert found.lesson is not None
    assert (found.lesson.mistake, found.lesson.open, found.lesson.undecided) == (9, left, (5, 2))
    assert (found.moves[9].label, found.moves[9].open, found.moves[9].undecided) == ("lost_here", left, (5, 2))
    assert found.puzzles == (StudiedPuzzle("defence", 9, "vct", (1,)),)
    assert found.checked is not None
    assert found.checked.turn is not None
    assert (found.checked.turn.ply, found.checked.turn.open, found.checked.turn.score) == (9, left, 20)


def test_what_bots_remember_of_the_lost_position_is_without_moves_that_fell() -> None:
    def remembered(named: Sequence[OpenMove]) -> StoredLastChance:
        lesson = Lesson(Color.BLACK, 10, 9, tuple(named), (), (), (), {})
        chance = LastChance.of(15, GAME, lesson)
        assert chance is not None
        return chance.to_stored()

    begun = study()
    assert begun.lesson is not None
    begun = replace(begun, lesson=replace(begun.lesson, last_chance=remembered(NAMED)))
    found, _ = checked(begun, {(9, None): 20, (9, 1): 10, (9, 2): -LOSING, (9, 9): -LOSING - 1})
    assert found.lesson is not None
    assert found.lesson.last_chance == remembered(NAMED[:1])


def test_a_mistake_in_a_position_that_was_lost_already_is_sought_further_back() -> None:
    found, asked = checked(study(), {(5, None): -LOSING + 1, (5, 5): 0})
    assert asked == [(9, None), (7, None), (5, None), (5, 5)]
    assert found.lesson is not None
    assert (found.lesson.mistake, found.lesson.open, found.lesson.undecided) == (None, (), (5, 1, 2))
    assert (found.moves[9].label, found.moves[9].before) == ("not_proven_lost", None)
    assert found.moves[9].threat == WIN  # it stands after the move
    assert found.puzzles == ()
    assert found.checked is not None
    assert found.checked.turn is not None
    assert found.checked.turn.ply == 5
    assert found.checked.turn.open == (OpenMove(5, "fukumi", recheck_nodes(found), NODES, 0),)


def test_the_walk_ends_at_the_stones_that_nobody_chose() -> None:
    found, asked = checked(study(), {}, laid=6)
    assert asked == [(9, None), (7, None)]
    assert found.checked is not None
    assert found.checked.turn is None


def test_a_won_position_before_the_mistake_needs_no_search() -> None:
    won = study()
    assert won.lesson is not None
    found, asked = checked(replace(won, lesson=replace(won.lesson, won=7, open=())), {})
    assert asked == [(9, 1), (9, 2)]
    assert found.lesson is not None
    assert found.lesson.mistake == 9


def test_where_nothing_is_proven_the_end_is_looked_at_first() -> None:
    open_end = replace(study(), lesson=None, suspect=Suspect(7, 107, "fukumi", 9), moves=(StudiedMove(),) * 12)
    found, asked = checked(open_end, {(11, 111): 0})
    assert asked == [(11, 111)]  # it was resigned too early, as far as the search sees
    assert found.checked is not None
    assert found.checked.turn is None
    found, asked = checked(open_end, {(9, None): 0, (9, 9): 0})
    assert asked == [(11, 111), (11, None), (9, None), (9, 9)]
    assert found.checked is not None
    assert found.checked.turn is not None


def test_a_game_has_a_bound_and_what_nobody_looked_at_is_not_named() -> None:
    named = tuple(OpenMove(point, "fukumi", 9) for point in range(MOST))
    found, asked = checked(replace(study(), lesson=None, moves=(StudiedMove("lost_here", open=named),) * 2), {})
    assert len(asked) == MOST
    assert all(move.open == () for move in found.moves)


def test_a_host_that_wants_no_check_has_none() -> None:
    found, asked = checked(replace(study(), check=Check(0)), {})
    assert asked == []
    assert found.check == Check(0, done=True)
    assert found.checked is None
    assert found.moves == study().moves


def test_a_new_study_of_a_game_takes_the_answers_over() -> None:
    before, _ = checked(study(), {(9, None): 20, (9, 1): 10})
    found, asked = checked(with_check(replace(study(), check=None), before), {})
    assert asked == []
    assert before.check is not None
    assert found == replace(before, check=replace(before.check, again=True))
