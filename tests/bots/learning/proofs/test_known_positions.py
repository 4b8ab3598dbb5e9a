"""The bots' copy of proven positions, compared with the rows themselves."""

import random

import pytest

from bots.learning.proofs import known_positions as module
from bots.learning.proofs.known_positions import Fact, Known
from bots.learning.proofs.proven_positions import Row, position, seal_row
from bots.search.solver.proof import Win
from gomoku.board import EMPTY, Board, Color
from gomoku.keys import Keys
from gomoku.symmetry import maps
from tests.bots.learning.proofs.test_prover import image


def row_of(board: Board, to_move: Color, *, won: bool, length: int = 1) -> Row:
    """Make up a row about a board, with a win of ``length`` moves."""
    key, by = Keys.of(board).least(to_move)
    win = Win(maps(board.size)[by][0])
    for _ in range(length - 1):
        win = Win(0, ((1, win),))
    return seal_row("freestyle", board.size, key, position(board, to_move, by), won, "vcf", 1, win)


def boards(count: int, seed: int = 4) -> list[Board]:
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        points = chance.sample(range(225), 9)
        found.append(Board.from_stones(15, points[:5], points[5:]))
    return found


@pytest.mark.parametrize("latest", [0, 5, 1000])
def test_it_knows_what_it_was_given_in_all_orientations(latest: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LATEST", latest)
    chance, known, given = random.Random(1), Known(), boards(30)
    for n, board in enumerate(given):
        known = known.with_more(
            (row.key, row.position, Fact(row.won, row.length))
            for row in [row_of(board, Color.WHITE, won=n % 2 == 0, length=1 + n % 3)]
        )
    assert len(known) == len(given)
    for n, board in enumerate(given):
        turned = image(board, chance.randrange(8))
        assert known.of_position(turned, Color.WHITE) == Fact(n % 2 == 0, 1 + n % 3)
        assert known.of_position(turned, Color.BLACK) is None
    assert all(known.of_position(board, Color.WHITE) is None for board in boards(20, seed=5))


@pytest.mark.parametrize("latest", [0, 1000])
def test_what_is_known_after_each_move_is_what_is_known_of_those_boards(
    latest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "LATEST", latest)
    chance, board = random.Random(2), boards(1)[0]
    empty = [point for point, cell in enumerate(board.cells) if cell == EMPTY]
    rows = []
    for n, point in enumerate(chance.sample(empty, 6)):
        board.place(point, Color.BLACK)
        rows.append(row_of(image(board, n), Color.WHITE, won=n < 3))
        board.remove(point)
    known = Known.of(rows)
    before, found = bytes(board.cells), known.after(board, Color.BLACK)
    assert bytes(board.cells) == before
    assert sorted(fact.won for fact in found.values()) == [False] * 3 + [True] * 3
    for point in empty:
        board.place(point, Color.BLACK)
        assert known.of_position(board, Color.WHITE) == found.get(point)
        board.remove(point)


def test_two_positions_of_one_key_are_two() -> None:
    one, other = (row_of(board, Color.BLACK, won=won) for board, won in zip(boards(2), (True, False), strict=True))
    known = Known.of([one])
    known = known.with_more([(one.key, other.position, Fact(other.won, 1))])
    assert known.of_position(one.board(), Color.BLACK) == Fact(True, 1)
    assert known.of_position(other.board(), Color.BLACK) is None  # its own key differs


def test_a_damaged_row_is_left_out_and_an_older_copy_stays_as_it_was() -> None:
    one, other = (row_of(board, Color.BLACK, won=True) for board in boards(2))
    known = Known.of([one, other._replace(won=False)])
    assert len(known) == 1
    more = known.with_more([(other.key, other.position, Fact(True, 1))])
    assert (len(known), len(more)) == (1, 2)
    assert known.of_position(other.board(), Color.BLACK) is None


def test_many_take_little_memory() -> None:
    chance = random.Random(3)
    rows = []
    for _ in range(2000):
        points = chance.sample(range(225), 30)
        rows.append((chance.getrandbits(63), bytes([1, 15, *points]), Fact(True, 3)))
    known = Known()
    known._latest = {key: [(place, fact)] for key, place, fact in rows}
    known._sort()
    assert known.nbytes < 2000 * 50
