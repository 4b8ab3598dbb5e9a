"""Proven positions: found in all orientations, and never trusted unless their proof replays."""

import random
from collections.abc import Iterable, Sequence

import pytest

from bots.errors import BadProof
from bots.learning.proofs import proven_positions
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.proven_positions import Proofs, Proven, Row, position, replays, stones
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Standing
from bots.learning.study.study import solver
from bots.search.solver.proof import Win
from bots.search.solver.proof_check import Unsound, check, check_lost
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.keys import Keys
from gomoku.rulesets import ruleset
from tests.bots.learning.conftest import NODES
from tests.bots.learning.positions import won_positions
from tests.bots.learning.proofs.test_prover import image
from tests.gomoku.positions import drawn

RULES = ["freestyle", "standard", "renju", "caro"]


class Rows:
    """A shelf in memory that counts its queries."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.kept = list(rows)
        self.asked = 0

    def rows(self, rules: str, size: int, key: int) -> Sequence[Row]:
        """Return the rows with a key."""
        self.asked += 1
        return [row for row in self.kept if (row.rules, row.size, row.key) == (rules, size, key)]


def proving(rules: str, shelf: Rows | None = None, nodes: int = NODES) -> Prover:
    work = solver(rules, 15)
    return Prover(work, nodes, proofs=Proofs(work, shelf))


def fresh(prover: Prover) -> list[Row]:
    assert prover.proofs is not None
    return list(prover.proofs.fresh.values())


def checked(row: Row) -> None:
    """Check a row with the independent checker, on the rules alone."""
    found = row.proven()
    hold = check if row.won else check_lost
    hold(ruleset(row.rules), row.board(), row.to_move if row.won else row.to_move.other, found.win)


@pytest.mark.parametrize("rules", RULES)
def test_what_is_kept_passes_the_checker(rules: str) -> None:
    work = proving(rules, nodes=500)
    for board, attacker in won_positions(work, random.Random(7), 2):
        search_defences(work, board, attacker, whole=True)
    search_defences(work, drawn(". . X X X X . .", ". O . O . O . O")[0], Color.BLACK, whole=True)
    rows = fresh(work)
    assert {row.won for row in rows} == {True, False}
    small = [row for row in rows if len(row.proof) < 400]
    lost = [row for row in small if not row.won]
    for row in lost + random.Random(2).sample(small, min(len(small), 5)):
        checked(row)


def test_a_position_proven_once_is_known_in_all_orientations_without_the_solver() -> None:
    first = proving("freestyle")
    for board, attacker in won_positions(first, random.Random(3), 5):
        shelf = Rows(fresh(first))
        for by in range(symmetry.COUNT):
            again = proving("freestyle", shelf, nodes=0)
            turned = image(board, by)
            attack = again.attack(turned, attacker).attack
            assert attack is not None
            check(ruleset("freestyle"), turned, attacker, attack.win)
            assert (again.spent, fresh(again)) == (0, [])


def test_a_lost_position_is_known_to_be_lost_with_every_defence() -> None:
    board, _ = drawn(". X X X X .")
    first = proving("freestyle")
    answered = search_defences(first, board, Color.BLACK, whole=True)
    again = search_defences(proving("freestyle", Rows(fresh(first)), nodes=0), image(board, 6), Color.BLACK, whole=True)
    assert again.standing is answered.standing is Standing.WON
    assert set(again.after) == {symmetry.maps(15)[6][point] for point in answered.after}


def test_who_is_proven_lost_has_no_win() -> None:
    board, _ = drawn(". X X X X .", ". . O O . .")
    first = proving("freestyle")
    search_defences(first, board, Color.BLACK, whole=True)
    verdict = proving("freestyle", Rows(fresh(first)), nodes=0).attack(board, Color.WHITE)
    assert verdict.withstands("vct")


def test_two_positions_of_one_key_are_told_apart() -> None:
    board, _ = drawn(". X X X . .")
    first = proving("freestyle")
    first.attack(board, Color.BLACK)
    (row,) = fresh(first)
    other, _ = drawn("X . X . X", "O O . . O")
    key = Keys.of(other).key(Color.BLACK)
    shelf = Rows([row._replace(key=key)])
    assert Proofs(solver("freestyle", 15), shelf).probe(other, Color.BLACK) is None
    assert shelf.asked == 1


def test_a_damaged_row_is_not_believed() -> None:
    board, _ = drawn(". X X X . .")
    first = proving("freestyle")
    first.attack(board, Color.BLACK)
    (row,) = fresh(first)
    work = solver("freestyle", 15)
    assert Proofs(work, Rows([row])).probe(board, Color.BLACK) is not None
    for damaged in (row._replace(won=False), row._replace(length=9), row._replace(proof=row.proof[:-1] + b"?")):
        assert Proofs(work, Rows([damaged])).probe(board, Color.BLACK) is None
        assert not replays(work, damaged)
        with pytest.raises(BadProof):
            damaged.proven()


def test_what_does_not_replay_is_not_kept() -> None:
    board, _ = drawn(". X X X . .")
    proofs = Proofs(solver("freestyle", 15))
    assert not proofs.store(board, Color.BLACK, Proven(True, "vcf", Win(0)), 1)
    assert not proofs.store(board, Color.WHITE, Proven(False, "vcf", Win(0, (), Win(0))), 1)
    assert not proofs.fresh


def test_a_loss_with_a_way_out_is_not_kept() -> None:
    board, _ = drawn(". a X X X b .", ". . . O . . .")
    work = proving("freestyle")
    threat = work.attack(board, Color.BLACK).attack
    assert threat is not None
    claimed = Win(0, (), threat.win)
    assert not Proofs(work.solver).store(board, Color.WHITE, Proven(False, "vcf", claimed), 1)
    with pytest.raises(Unsound):
        check_lost(ruleset("freestyle"), board, Color.BLACK, claimed)


def test_who_can_make_five_is_not_lost() -> None:
    board, marks = drawn("a X X X X b", "O O O O . .")
    answers = ((marks["a"], Win(marks["b"])), (marks["b"], Win(marks["a"])))
    claimed = Win(0, answers, Win(marks["a"]))
    assert not Proofs(solver("freestyle", 15)).store(board, Color.WHITE, Proven(False, "vcf", claimed), 1)
    with pytest.raises(Unsound):
        check_lost(ruleset("freestyle"), board, Color.BLACK, claimed)


def test_too_large_a_proof_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    board, _ = drawn(". X X X . .")
    monkeypatch.setattr(proven_positions, "MOST_BYTES", 5)
    work = proving("freestyle")
    assert work.attack(board, Color.BLACK).attack is not None
    assert fresh(work) == []


@pytest.mark.parametrize("size", [3, 15, 19])
def test_stones_come_back(size: int) -> None:
    board = Board.from_stones(size, [0, size * size - 1], [size])
    for by in range(symmetry.COUNT):
        turn = symmetry.maps(size)[by]
        place = position(board, Color.WHITE, by)
        assert place[0] == Color.WHITE
        assert stones(place, size) == (sorted((turn[0], turn[size * size - 1])), [turn[size]])


def test_who_moves_into_a_lost_position_has_won_before() -> None:
    board, marks = drawn(". . a X X X . .", ". O . O . O . O")
    board.place(marks["a"], Color.BLACK)
    work = proving("freestyle")
    search_defences(work, board, Color.BLACK, whole=True)
    assert work.proofs is not None
    board.remove(marks["a"])
    before = Keys.of(board).key(Color.BLACK)
    work.proofs.fresh = {key: row for key, row in work.proofs.fresh.items() if not row.won}
    work.proofs.before(lambda keys: {before} & set(keys))
    (won,) = [row for row in fresh(work) if row.won]
    assert won.key == before
    checked(won)
    found = work.proofs.probe(board, Color.BLACK)
    assert found is not None
    assert found.win.move in (marks["a"], marks["a"] + 4)
