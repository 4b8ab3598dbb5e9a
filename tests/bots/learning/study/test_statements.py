"""Statements of studies: contradictions are found in any orientation, and false statements are dropped."""

from collections.abc import Callable
from itertools import product

import pytest
from msgspec import Raw
from msgspec.structs import replace

from bots.learning.proofs.lesson import Suspect
from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import StudiedLesson, StudiedMove, StudiedPuzzle, StudiedWin, Study
from bots.learning.study.statements import (
    MoveFacts,
    find_refuted,
    key_moves,
    list_named,
    make_before,
    make_label,
    place,
    read_looked,
    with_looked,
    without,
)
from gomoku.symmetry import COUNT, maps
from tests.bots.learning.contradictions import StudiedGame, contradictions
from tests.bots.learning.positions import game

MOVES = game("H8 A1 I8 C1 J8 A3 G8")
WIN = StudiedWin("vcf", (1,), Raw(b"[1]"))


def open_move(name: str) -> OpenMove:
    return OpenMove(game(name)[0], "fukumi", 7)


def study(*names: str, undecided: str = "", suspect: Suspect | None = None, by: int = 0) -> Study:
    """Build a study of an image of the game: white's third move lost, and no win was found after the named moves."""
    turn = maps(15)[by]
    left = tuple(replace(open_move(name), point=turn[game(name)[0]]) for name in names)
    points = tuple(turn[point] for point in game(undecided))
    lost = StudiedMove(label="lost_here", threat=WIN, open=left, undecided=points)
    lesson = StudiedLesson("black", 6, mistake=5, open=left, undecided=points)
    moves = tuple(lost if ply == 5 else StudiedMove() for ply in range(len(MOVES)))
    return Study(version=VERSION, nodes=7, moves=moves, lesson=lesson, suspect=suspect)


def told(name: str, found: Study, by: int = 0, moves: list[int] = MOVES) -> StudiedGame:
    return StudiedGame(name, "freestyle", 15, [maps(15)[by][point] for point in moves], found)


def test_one_study_does_not_contradict_itself() -> None:
    assert contradictions([told("a", study("G8", "K8"))]) == []


@pytest.mark.parametrize("by", range(COUNT))
def test_what_one_names_and_another_proves_lost_is_seen_in_every_orientation(by: int) -> None:
    moves = tuple(StudiedMove(win=WIN if ply == 6 else None) for ply in range(len(MOVES)))
    other = Study(version=VERSION, nodes=7, moves=moves)
    played = [*MOVES[:5], game("K8")[0], MOVES[6]]
    (found,) = contradictions([told("a", study("G8", "K8", by=by), by), told("b", other, 0, played)])
    assert found.game == "a"
    assert "game b, move 6" in found.text
    assert contradictions([told("a", study("G8")), told("b", other, 0, played)]) == []


def test_a_stored_proof_contradicts_too() -> None:
    proven = place("freestyle", 15, [*MOVES[:5], game("K8")[0]])
    assert len(contradictions([told("a", study("G8", "K8"))], [proven])) == 1
    assert contradictions([told("a", study("G8", "K8"))], [proven._replace(rules="renju")]) == []


def test_keys_are_those_of_the_positions_after_the_moves() -> None:
    asked = [*list_named(study("G8", "K8")), (0, 3), (len(MOVES), 9)]
    for key, moves in key_moves(MOVES, 15, asked).items():
        for ply, point in moves:
            assert place("freestyle", 15, [*MOVES[:ply], point]).key == key
    assert sum(map(len, key_moves(MOVES, 15, asked).values())) == len(set(asked))


def test_a_move_that_is_proven_to_lose_is_named_no_more() -> None:
    left = without(study("G8", "K8"), {(5, game("K8")[0])})
    assert left.moves[5].label == "lost_here"
    assert left.lesson is not None
    assert left.moves[5].open == left.lesson.open == (open_move("G8"),)
    assert left.lesson.mistake == 5


def test_with_the_last_of_them_the_label_and_the_mistake_go() -> None:
    lost = {(5, point) for point in game("G8 K8")}
    left = without(study("G8", "K8", undecided="A15"), lost)
    assert left.moves[5].label == "not_proven_lost"
    assert left.lesson is not None
    assert (left.lesson.mistake, left.lesson.open) == (None, ())
    bare = without(study("G8", "K8"), lost)
    assert (bare.moves[5].label, bare.moves[5].threat) == (None, None)


def test_a_suspect_that_is_proven_to_lose_is_none() -> None:
    suspect = Suspect(3, MOVES[3], "fukumi", 7)
    assert (3, MOVES[3]) in set(list_named(study("G8", suspect=suspect)))
    assert without(study("G8", suspect=suspect), {(3, MOVES[3])}).suspect is None
    assert without(study("G8", suspect=suspect), {(3, 99)}).suspect == suspect


def test_answers_to_puzzles_are_held_to_it_too() -> None:
    answers, wins = StudiedPuzzle("defence", 5, "vcf", tuple(game("G8 K8"))), StudiedPuzzle("win", 6, "vcf", (1,))
    found = replace(study("G8"), puzzles=(answers, wins))
    proven = place("freestyle", 15, [*MOVES[:5], game("K8")[0]])
    assert len(contradictions([told("a", found)], [proven])) == 1
    assert without(found, {(5, game("K8")[0])}).puzzles == (
        replace(answers, solution=tuple(game("G8"))),
        wins,
    )
    assert without(found, {(5, point) for point in game("G8 K8")}).puzzles == (wins,)


def test_how_hard_it_was_looked_is_told_wherever_a_move_is_named_and_never_less() -> None:
    found, point = study("G8", "K8"), game("K8")[0]
    assert read_looked(found) == {(5, game("G8")[0]): 7, (5, point): 7}
    more = with_looked(found, {(5, point): 9, (5, game("G8")[0]): 3, (4, point): 99})
    assert [move.nodes for move in more.moves[5].open] == [7, 9]
    assert more.lesson is not None
    assert more.lesson.open == more.moves[5].open
    assert read_looked(found)[5, point] == 7


UNTRUE: dict[str, Callable[[MoveFacts], bool]] = {
    "lost_here": lambda facts: not facts.loses or facts.before not in ("won", "held"),
    "not_proven_lost": lambda facts: not facts.loses or facts.before is not None,
    "missed_win": lambda facts: facts.loses or facts.before != "won" or not facts.let_go,
    "forced": lambda facts: not facts.forced or facts.before == "won",
}
"""When a label is untrue, or less than what is known: who could win by force had to answer nothing."""


def test_no_label_contradicts_a_fact_and_no_known_loss_goes_without_one() -> None:
    seen = set()
    for facts in map(MoveFacts._make, product((None, "won", "lost", "held"), *[(False, True)] * 3)):
        label = make_label(facts)
        seen.add(label)
        assert label is None or not UNTRUE[label](facts), facts
        if facts.loses and facts.before != "lost":
            assert label in ("lost_here", "not_proven_lost"), facts
        if label is None:
            assert facts.before in ("won", "lost") or not facts.forced
    assert seen == {*UNTRUE, None}


def test_a_proof_says_more_than_a_search_that_found_nothing() -> None:
    assert make_before(True, False, True) == "won"
    assert make_before(False, True, True) == "lost"
    assert make_before(False, False, True) == "held"
    assert make_before(False, False, False) is None


def test_where_a_win_was_there_before_it_is_a_losing_move_still_once_no_other_withstands() -> None:
    found = study("G8", "K8")
    won = replace(found, moves=tuple(replace(move, win=WIN) if move.open else move for move in found.moves))
    left = without(won, {(5, point) for point in game("G8 K8")})
    assert (left.moves[5].label, left.moves[5].before, left.moves[5].threat) == ("lost_here", "won", WIN)


def test_nothing_is_named_in_a_position_that_the_study_itself_has_proven_lost() -> None:
    suspect = Suspect(5, MOVES[5], "fukumi", 7)
    found = study("G8", undecided="K8", suspect=suspect)
    assert find_refuted(found) == set()
    lost = replace(found, moves=tuple(StudiedMove(before="lost" if ply == 5 else None) for ply in range(len(MOVES))))
    left = without(lost, find_refuted(lost))
    assert left.lesson is not None
    assert (left.lesson.mistake, left.lesson.open, left.lesson.undecided) == (None, (), ())
    assert left.suspect is None
    assert contradictions([told("a", left), told("b", lost)])[0].game == "b"
