"""Who decides a move: a lost game is not lost again by the same moves, and what is proven outranks what was found."""

import pytest

from bots.engine import Advice, Choice, Limits, Stop
from bots.learning.authority import Authority
from bots.learning.known import Known
from bots.learning.memory import LastChance, Memory
from bots.learning.proven import Row
from bots.learning.prover import canonical
from bots.learning.siege import besiege
from bots.learning.study import solver
from bots.learning.table import PatternTable
from bots.registry import engine
from bots.rows import winning_points
from bots.search.deepening import Deepening
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from tests.bots.learning.lost import LOSING, MOVES
from tests.bots.learning.rematch import Lost, Shelf, Taught, lost_games, open_learner, repeated
from tests.bots.learning.test_known import row_of
from tests.bots.learning.test_proven import proving

GAMES = (Lost(tuple(MOVES + LOSING), Color.BLACK),)


@pytest.mark.parametrize("lost", GAMES)
def test_a_game_won_once_is_not_won_again_by_the_same_moves(lost: Lost) -> None:
    taught = Taught()
    taught.learn(lost)
    player = open_learner({"freestyle": taught.table()})
    for by in range(8):
        assert repeated(lost, player, by, opening=len(MOVES)) is not None


@pytest.mark.slow
def test_no_game_lost_to_the_search_is_lost_again_by_the_same_moves() -> None:
    for lost in lost_games():
        assert repeated(lost, open_learner({"freestyle": PatternTable("freestyle")}), 0) is None
        taught = Taught()
        taught.learn(lost)
        player = open_learner({"freestyle": taught.table()})
        assert None not in [repeated(lost, player, by) for by in range(8)]


def authority(game: Game, rows: list[Row], memory: Memory | None = None) -> Authority:
    known = {15: Known.of(rows, Shelf(rows))}
    return Authority(game, PatternTable("freestyle", memory=memory, known=known), solver("freestyle", 15), 2000)


def after(game: Game, point: int) -> Board:
    board = game.board.copy()
    board.place(point, game.to_move)
    return board


QUIET = (112, 98, 114, 100, 140)  # white to move, and nothing threatens


def test_a_move_that_is_proven_to_lose_is_played_only_where_all_others_lose_too() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    own = Choice(0, 5, ((0, 5), (1, 4), (2, 3)))
    lost = [row_of(after(game, point), Color.BLACK, won=True, length=1 + point) for point in range(2)]
    assert authority(game, lost).decide(own, trusted=False).point == 2
    assert authority(game, lost).decide(own, trusted=True).point == 2
    assert authority(game, []).decide(own, trusted=False) == own


def test_where_all_moves_are_proven_to_lose_the_longest_is_played() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    empty = [point for point in range(225) if not game.board[point]]
    rows = [row_of(after(game, point), Color.BLACK, won=True, length=9 if point == 77 else 2) for point in empty]
    assert authority(game, rows).decide(Choice(0, 5, ((0, 5),)), trusted=False).point == 77


def test_a_remembered_loss_is_not_played_though_nothing_is_found_against_it() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    key, by = canonical(game.board)
    place = maps(15)[by]
    memory = Memory([LastChance(bytes(key.cells), Color.WHITE, place[0], (place[3],))])
    own = Choice(0, 5, ((0, 5), (1, 4)))
    assert authority(game, [], memory).decide(own, trusted=True).point == 3


def test_a_move_into_a_position_that_is_lost_for_the_opponent_is_played_if_its_proof_replays() -> None:
    """Black has a three that is open at both ends, and makes it four."""
    game = Game.replay(ruleset("freestyle"), 15, [112, 7, 113, 22, 114, 217])
    prover = proving("freestyle", nodes=500)
    after_four = after(game, 115)
    besiege(prover, after_four, Color.BLACK, whole=True)
    assert prover.proofs is not None
    lost = [row for row in prover.proofs.fresh.values() if not row.won]
    decider = authority(game, lost)
    decider._solver = Silent(decider._solver)  # type: ignore[assignment]
    found = decider.win()
    assert found is not None
    assert found.point in (111, 115)
    made_up = row_of(after(game, 30), Color.WHITE, won=False)
    decider = authority(game, [made_up])
    decider._solver = Silent(decider._solver)  # type: ignore[assignment]
    assert decider.win() is None


class Silent:
    """A solver that finds no wins by itself."""

    def __init__(self, inside: object) -> None:
        self._inside = inside

    def prove(self, *_: object, **__: object) -> None:
        """Nothing."""

    def __getattr__(self, name: str) -> object:
        return getattr(self._inside, name)


def test_a_stored_win_is_followed_to_its_end_and_a_false_one_is_not() -> None:
    game = Game.replay(ruleset("freestyle"), 15, MOVES + LOSING[:1])
    prover = proving("freestyle")
    prover.attack(game.board, Color.WHITE)
    assert prover.proofs is not None
    rows = list(prover.proofs.fresh.values())
    assert [row.length > 3 for row in rows] == [True]
    steps = 0
    while not winning_points(game, Color.WHITE):
        decider = authority(game, rows)
        decider._solver = Silent(decider._solver)  # type: ignore[assignment]
        found = decider.win()
        assert found is not None
        assert found.why["kind"] == "proof"
        game.play(found.point)
        fives = winning_points(game, Color.WHITE)
        game.play(fives[0] if fives else next(point for point in range(225) if not game.board[point]))
        steps += 1
    assert steps > 1
    false = row_of(Board.from_stones(15, QUIET[::2], QUIET[1::2]), Color.WHITE, won=True)
    assert authority(Game.replay(ruleset("freestyle"), 15, QUIET), [false]).win() is None


def test_the_search_is_told_which_moves_lose() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    search = engine("search").open(game.rules, 15, 1, 1 << 22)
    first = search.choose(game, Limits(nodes=500), Stop()).point
    deepening = Deepening(game.rules, 15, 1 << 20)
    deepening.start(game.board, Color.WHITE, game.moves[-1], Limits(nodes=500))
    empty = Memory().won(15)
    deepening.advise(Advice({}, *empty, (first, 3)), game.board, Color.WHITE)
    assert first not in {point for point, _ in deepening.deepen(Limits(nodes=500), Stop()).moves}
