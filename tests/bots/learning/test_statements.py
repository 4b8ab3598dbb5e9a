"""What studies say of positions: contradictions are seen, in whatever orientation, and what became false is dropped."""

from typing import Any

import pytest

from bots.learning.statements import Studied, contradictions, keyed, named, place, without
from gomoku.symmetry import COUNT, maps
from tests.bots.learning.positions import game

MOVES = game("H8 A1 I8 C1 J8 A3 G8")
WIN = {"method": "vcf", "line": [1], "proof": [1]}


def open_move(name: str) -> dict[str, Any]:
    return {"point": game(name)[0], "method": "fukumi", "nodes": 7}


def study(*names: str, undecided: str = "", suspect: dict[str, Any] | None = None, by: int = 0) -> dict[str, Any]:
    """White's third move lost, after the moves of these names no win was found; as an image of the game has it."""
    turn = maps(15)[by]
    moves: list[dict[str, Any]] = [{"label": None, "win": None, "threat": None} for _ in MOVES]
    left = [{**open_move(name), "point": turn[game(name)[0]]} for name in names]
    points = [turn[point] for point in game(undecided)]
    moves[5] = {"label": "lost_here", "win": None, "threat": WIN, "open": left, "undecided": points}
    lesson = {"entry": 6, "mistake": 5, "open": left, "undecided": points}
    return {"moves": moves, "lesson": lesson, "suspect": suspect}


def told(name: str, found: dict[str, Any], by: int = 0, moves: list[int] = MOVES) -> Studied:
    return Studied(name, "freestyle", 15, [maps(15)[by][point] for point in moves], found)


def test_one_study_does_not_contradict_itself() -> None:
    assert contradictions([told("a", study("G8", "K8"))]) == []


@pytest.mark.parametrize("by", range(COUNT))
def test_what_one_names_and_another_proves_lost_is_seen_in_every_orientation(by: int) -> None:
    other = study()
    other["lesson"] = None
    other["moves"][5] = {"label": None, "win": None, "threat": None}
    other["moves"][6] = {"label": None, "win": WIN, "threat": None}
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
    asked = [*named(study("G8", "K8")), (0, 3), (len(MOVES), 9)]
    for key, moves in keyed(MOVES, 15, asked).items():
        for ply, point in moves:
            assert place("freestyle", 15, [*MOVES[:ply], point]).key == key
    assert sum(map(len, keyed(MOVES, 15, asked).values())) == len(set(asked))


def test_a_move_that_is_proven_to_lose_is_named_no_more() -> None:
    left = without(study("G8", "K8"), {(5, game("K8")[0])})
    assert left["moves"][5]["label"] == "lost_here"
    assert left["moves"][5]["open"] == left["lesson"]["open"] == [open_move("G8")]
    assert left["lesson"]["mistake"] == 5


def test_with_the_last_of_them_the_label_and_the_mistake_go() -> None:
    lost = {(5, point) for point in game("G8 K8")}
    left = without(study("G8", "K8", undecided="A15"), lost)
    assert left["moves"][5]["label"] == "not_proven_lost"
    assert (left["lesson"]["mistake"], left["lesson"]["open"]) == (None, [])
    bare = without(study("G8", "K8"), lost)
    assert (bare["moves"][5]["label"], bare["moves"][5]["threat"]) == (None, None)


def test_a_suspect_that_is_proven_to_lose_is_none() -> None:
    suspect = {"ply": 3, "point": MOVES[3], "method": "fukumi", "nodes": 7}
    assert (3, MOVES[3]) in set(named(study("G8", suspect=suspect)))
    assert without(study("G8", suspect=suspect), {(3, MOVES[3])})["suspect"] is None
    assert without(study("G8", suspect=suspect), {(3, 99)})["suspect"] == suspect


def test_answers_to_puzzles_are_held_to_it_too() -> None:
    answers, wins = {"kind": "defence", "ply": 5, "solution": game("G8 K8")}, {"kind": "win", "ply": 6, "solution": [1]}
    found = {**study("G8"), "puzzles": [answers, wins]}
    proven = place("freestyle", 15, [*MOVES[:5], game("K8")[0]])
    assert len(contradictions([told("a", found)], [proven])) == 1
    assert without(found, {(5, game("K8")[0])})["puzzles"] == [{**answers, "solution": game("G8")}, wins]
    assert without(found, {(5, point) for point in game("G8 K8")})["puzzles"] == [wins]
