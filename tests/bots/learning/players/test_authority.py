"""The authority over a move: a lost game is not lost again by the same moves, and proofs outrank searches."""

from collections.abc import Collection

import pytest

from bots.engine import Advice, Choice, Limits, Stop
from bots.immediate_wins import find_wins
from bots.learning.patterns.table import PatternTable
from bots.learning.players.advisor import AdviceRequest
from bots.learning.players.authority import Authority, replace_choice
from bots.learning.players.parts import EVERYTHING, LEARNED, NOTHING, Parts
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.known_positions import Known
from bots.learning.proofs.last_chances import LastChance, Memory
from bots.learning.proofs.proven_positions import Row
from bots.learning.proofs.prover import canonical
from bots.learning.study.study import solver
from bots.reasons import MoveReason
from bots.registry import engine
from bots.search.alphabeta.iterative_deepening import Deepening
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from lab.learning.knowledge import MemoryShelf
from tests.bots.learning.lost import LOSING, MOVES, before_the_mistake, learned
from tests.bots.learning.positions import game as game_of
from tests.bots.learning.proofs.test_known_positions import row_of
from tests.bots.learning.proofs.test_proven_positions import proving
from tests.bots.learning.rematch import Lost, Taught, lost_games, open_learner, repeated

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


def test_the_move_that_lost_is_known_among_other_stones_by_the_pattern_that_punished_it() -> None:
    """The win needs more nodes than a question has, but a pattern on the board is a reason to search harder."""
    moves = game_of(
        "K11 I8 H11 I9 K13 J10 I10 I11 J9 K8 K12 K14 K9 K10 I13 J8 L8 H10 G11 G7 H8 K7 L6 M10 G9 M7 G12 F13 G10 G8 G13"
    )
    before, losing = [*moves[:23], *game_of("A7 F1")], moves[23]
    position = Game.replay(ruleset("freestyle"), 15, before)
    assert not Authority(position, PatternTable("freestyle"), solver("freestyle", 15), EVERYTHING).loses(losing)
    taught = Taught()
    taught.learn(Lost(tuple(moves), Color.WHITE))
    table = taught.table()
    assert not table.memory.recall(position.board, Color.WHITE).lost
    assert Authority(position, table, solver("freestyle", 15), EVERYTHING).loses(losing)


def test_the_move_that_lost_is_asked_about_harder_where_the_same_stones_lie_elsewhere_on_the_board() -> None:
    lost, losing = "H5 F4 E6 K3 B8 J4 D9 H6 G7 G5 I7 F7 F6 I5 L2 E5 D6 E3 D2 C6 J6 K5 D8 D7", "G9"
    before, (move,) = game_of(lost), game_of(losing)
    board = Board.from_stones(15, before[::2], before[1::2])
    least, by = canonical(board)
    memory = Memory([LastChance(bytes(least.cells), Color.BLACK, maps(15)[by][move], ())])
    moved = Game.replay(ruleset("freestyle"), 15, [point + 3 for point in before])
    for known, loses in ((Memory(), False), (memory, True)):
        table = PatternTable("freestyle", memory=known)
        assert not known.recall(moved.board, Color.BLACK).lost
        assert Authority(moved, table, solver("freestyle", 15), EVERYTHING).loses(move + 3) is loses


def authority(game: Game, rows: list[Row], memory: Memory | None = None, parts: Parts = LEARNED) -> Authority:
    known = {15: Known.of(rows, MemoryShelf(rows))}
    return Authority(game, PatternTable("freestyle", memory=memory, known=known), solver("freestyle", 15), parts)


class Searching:
    """A search that prefers some points in order, and plays a refused one only if all are refused."""

    def __init__(self, *liked: int) -> None:
        self.liked = liked
        self.searches = 0

    def __call__(self, refused: Collection[int]) -> Choice:
        self.searches += 1
        left = [point for point in self.liked if point not in refused] or [self.liked[-1]]
        return Choice(left[0], 5, tuple((point, 5 - n) for n, point in enumerate(left)))


def after(game: Game, point: int) -> Board:
    board = game.board.copy()
    board.place(point, game.to_move)
    return board


QUIET = (112, 98, 114, 100, 140)  # white to move, without a threat


@pytest.mark.parametrize("parts", [LEARNED, EVERYTHING])
def test_a_move_that_is_proven_to_lose_is_played_only_where_all_others_lose_too(parts: Parts) -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    lost = [row_of(after(game, point), Color.BLACK, won=True, length=1 + point) for point in range(2)]
    assert authority(game, lost, parts=parts).decide(Searching(0, 1, 2), None, 1).point == 2
    assert authority(game, lost, parts=parts).decide(Searching(0, 1), None, 1).point not in (0, 1)
    assert authority(game, [], parts=parts).decide(Searching(0, 1, 2), None, 1).point == 0


def test_where_all_moves_are_proven_to_lose_the_longest_is_played() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    empty = [point for point in range(225) if not game.board[point]]
    rows = [row_of(after(game, point), Color.BLACK, won=True, length=9 if point == 77 else 2) for point in empty]
    assert authority(game, rows).decide(Searching(0), None, 1).point == 77


def test_a_remembered_loss_is_not_played_though_nothing_is_found_against_it() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    key, by = canonical(game.board)
    place = maps(15)[by]
    memory = Memory([LastChance(bytes(key.cells), Color.WHITE, place[0], (place[3],))])
    for parts in (LEARNED, EVERYTHING):
        assert authority(game, [], memory, parts).decide(Searching(0, 1), None, 1).point == 1
        assert authority(game, [], memory, parts).decide(Searching(0), None, 1).point == 3


def test_a_stored_proof_outranks_a_search_that_found_nothing() -> None:
    """Black's threat must be stopped, and one defence that withstands the solver is proven to lose."""
    game = before_the_mistake()
    first = authority(game, [], parts=Parts.ASKING).decide(Searching(*range(225)), None, 1).point
    rows = [row_of(after(game, first), Color.WHITE, won=True, length=30)]
    again = authority(game, rows, parts=EVERYTHING).decide(Searching(*range(225)), None, 1).point
    assert again != first


def test_asking_vetoes_moves_and_restricts_the_search_to_none() -> None:
    game, left = before_the_mistake(), {move.point for move in learned()[0].open}
    sound = next(iter(left))
    search = Searching(*LOSING[:1], 0, sound)
    decider = authority(game, [], parts=Parts.ASKING)
    assert decider.decide(search, None, 1).point == sound
    assert search.searches == 3
    assert decider.threat is not None
    assert sound in decider.defences
    assert authority(game, [], parts=NOTHING).decide(Searching(*LOSING[:1]), None, 1).point == LOSING[0]


def test_where_all_that_the_search_likes_loses_a_defence_is_looked_for() -> None:
    game = before_the_mistake()
    decider = authority(game, [], parts=Parts.ASKING)
    found = decider.decide(Searching(LOSING[0], 0, 1, 2, 3, 4, 5, 6, 7, 8), None, 1)
    assert found.point in decider.defences
    assert not decider.loses(found.point)
    assert found.tell() == {"kind": "defend"}


class Adviser:
    """Experience that wants one point, and records its request."""

    revision = 1

    def __init__(self, point: int) -> None:
        self.point = point
        self.request: AdviceRequest | None = None
        self.allowed: list[bool] = []
        self.other: Choice | None = None

    def advise(self, request: AdviceRequest) -> Choice | None:
        """Advise the point."""
        self.request = request
        self.allowed = [request.allowed(point) for point in (self.point, request.game.moves[0])]
        self.other = request.without([request.own.point])
        return replace_choice(self.point, request.own, MoveReason("experience"))


@pytest.mark.parametrize("parts", [LEARNED, EVERYTHING])
def test_experience_chooses_among_what_is_not_known_to_lose(parts: Parts) -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    lost = [row_of(after(game, 1), Color.BLACK, won=True)]
    adviser = Adviser(50)
    found = authority(game, lost, parts=parts).decide(Searching(0, 1, 2), adviser, 7)
    assert (found.point, found.tell()) == (50, {"kind": "experience"})
    assert adviser.request is not None
    assert (adviser.request.seed, adviser.request.own.point, adviser.allowed) == (7, 0, [True, False])
    assert adviser.other is not None
    assert adviser.other.point == 2
    for refused in (1, game.moves[0]):
        assert authority(game, lost, parts=parts).decide(Searching(0, 1, 2), Adviser(refused), 7).point == 0


def test_experience_is_not_asked_where_a_move_is_decided() -> None:
    game = Game.replay(ruleset("freestyle"), 15, [112, 7, 113, 22, 114, 217])  # an open three of black's, to move
    adviser = Adviser(50)
    assert authority(game, [], parts=EVERYTHING).decide(Searching(0), adviser, 1).tell()["kind"] == "proof"
    assert adviser.request is None


def test_a_move_into_a_position_that_is_lost_for_the_opponent_is_played_if_its_proof_replays() -> None:
    """Black has an open three, and makes a four of it."""
    game = Game.replay(ruleset("freestyle"), 15, [112, 7, 113, 22, 114, 217])
    prover = proving("freestyle", nodes=500)
    after_four = after(game, 115)
    search_defences(prover, after_four, Color.BLACK, whole=True)
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
    """A solver that finds no wins itself."""

    def __init__(self, inside: object) -> None:
        self._inside = inside

    def prove(self, *_: object, **__: object) -> None:
        """Return None."""

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
    while not find_wins(game, Color.WHITE):
        decider = authority(game, rows)
        decider._solver = Silent(decider._solver)  # type: ignore[assignment]
        found = decider.win()
        assert found is not None
        assert found.tell()["kind"] == "proof"
        game.play(found.point)
        fives = find_wins(game, Color.WHITE)
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
