import json

import pytest

from bots.errors import BadProof
from bots.search.solver.proof import Proof, Refuted, Win, load_win, read_win

TREE = Win(7, ((1, Win(8)), (2, Win(9, ((3, Win(10)),)))))


def test_a_tree_is_read_as_the_kernel_writes_it() -> None:
    assert read_win([0, 5]) == Win(5)
    # children first: 8, then 10 below 9, then 7 with its two answers
    assert read_win([0, 8, 0, 10, 3, 1, 9, 1, 2, 2, 7]) == TREE


def test_moves_are_counted_over_all_branches_and_the_line_is_the_first_one() -> None:
    assert [win.move for win in TREE] == [7, 8, 9, 10]
    proof = Proof(nodes=12, ms=0.5, win=TREE)
    assert proof.size == 4
    assert proof.win.line() == [7, 1, 8]


def test_the_longest_line_has_the_answers_that_hold_out_and_counts_threats() -> None:
    short, long = Win(8), Win(9, ((1, Win(10)),))
    tree = Win(7, ((2, short), (3, long)), threat=Win(4, ((5, Win(6, ((7, Win(11)),))),)))
    assert tree.length() == 4
    assert tree.longest() == [7, 3, 9, 1, 10]
    assert tree.line() == [7, 2, 8]
    assert Win(7).length() == 1
    assert Win(7).longest() == [7]


def test_the_clock_is_no_part_of_an_answer() -> None:
    assert Refuted(3, 0.1) == Refuted(3, 0.2)
    assert Refuted(3, 0.1) != Refuted(4, 0.1)


def test_a_tree_goes_to_plain_data_and_words_and_back() -> None:
    whole = Win(4, ((5, TREE), (6, Win(7))), Win(8, ((9, Win(1)),)))
    nested = Win(3, ((2, Win(1)),), whole)
    assert load_win(json.loads(json.dumps(nested.dump()))) == nested
    assert whole.dump() == [4, [8, None, 9, [1]], 5, [7, None, 1, [8], 2, [9, None, 3, [10]]], 6, [7]]
    assert load_win(json.loads(json.dumps(whole.dump()))) == whole
    assert [win.move for win in whole] == [4, 8, 1, 7, 8, 9, 10, 7]
    assert read_win(TREE.words()) == TREE
    assert read_win([99, *TREE.words()]) == TREE


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        [-1],
        ["7"],
        [True],
        [7, None, 1],
        [7, None, 1, []],
        [7, None, 1.5, [8]],
        [7, None, 1, [8], 1, [9]],
        [7, 8],
        [7, [8, [-9]]],
    ],
)
def test_other_data_is_refused(data: object) -> None:
    with pytest.raises(BadProof):
        load_win(data)
