"""Any player can be taught: it keeps its own moves unless they are known to lose or experience is against them.

A lost game is not lost again by the same moves, and proofs outrank searches.
"""

from collections.abc import Sequence

import pytest

from bots.engine import Advice, Choice, Limits, Stop
from bots.immediate_wins import find_wins
from bots.learning.players.advisor import AdviceRequest
from bots.learning.players.parts import EVERYTHING, NOTHING
from bots.learning.players.published import LearnedPositions, publish, withdraw
from bots.learning.players.taught import Learned, TaughtPlayer, replace_choice
from bots.learning.proofs.defence_search import search_defences
from bots.learning.proofs.known_positions import Known
from bots.learning.proofs.last_chances import LastChance, Memory
from bots.learning.proofs.proven_positions import Row
from bots.learning.proofs.prover import canonical
from bots.levels import Level, open_player
from bots.reasons import MoveReason
from bots.registry import engine
from bots.search.alphabeta.iterative_deepening import Deepening
from gomoku import symmetry
from gomoku.board import Board, Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from lab.learning.knowledge import MemoryShelf
from tests.bots.learning.lost import LOSING, MOVES, before_the_mistake, learned, positions
from tests.bots.learning.proofs.test_known_positions import row_of
from tests.bots.learning.proofs.test_proven_positions import proving
from tests.bots.learning.rematch import Lost, Taught, lost_games, open_learner, repeated

GAMES = (Lost(tuple(MOVES + LOSING), Color.BLACK),)
QUIET = (112, 98, 114, 100, 140)  # white to move, without a threat


class Fixed:
    """A player with one choice."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.limits: Limits | None = None

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Return the choice, whatever the game."""
        self.limits = limits
        return self.choice

    def close(self) -> None:
        """Do nothing."""


class Searching(Fixed):
    """A search that prefers some points in order, and plays an excluded one only if all are excluded."""

    def __init__(self, *liked: int) -> None:
        super().__init__(Choice(liked[0]))
        self.liked = liked
        self._lost: Sequence[int] = ()

    def advise(self, advice: Advice) -> None:
        """Exclude the lost moves."""
        self._lost = advice.lost

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Return the first point that is not excluded."""
        left = [point for point in self.liked if point not in self._lost] or [self.liked[-1]]
        return Choice(left[0], 5, tuple((point, 5 - n) for n, point in enumerate(left)), MoveReason("search"))


def choose(
    player: Fixed, found: LearnedPositions | None, game: Game, adviser: "Adviser | None" = None, seed: int = 0
) -> Choice:
    sources = Learned(lambda _: found, lambda _: adviser)
    return TaughtPlayer(player, game.rules, game.size, sources, seed=seed).choose(game, Limits(), Stop())


def taught(choice: Choice, found: LearnedPositions, game: Game) -> Choice:
    return choose(Fixed(choice), found, game)


def knowing(rows: list[Row], memory: Memory | None = None) -> LearnedPositions:
    return LearnedPositions("freestyle", 1, memory or Memory(), {15: Known.of(rows, MemoryShelf(rows))})


def after(game: Game, point: int) -> Board:
    board = game.board.copy()
    board.place(point, game.to_move)
    return board


@pytest.mark.parametrize("lost", GAMES)
def test_a_game_won_once_is_not_won_again_by_the_same_moves(lost: Lost) -> None:
    school = Taught()
    school.learn(lost)
    player = open_learner(school.positions())
    for by in range(8):
        assert repeated(lost, player, by, opening=len(MOVES)) is not None


@pytest.mark.slow
def test_no_game_lost_to_the_search_is_lost_again_by_the_same_moves() -> None:
    assert lost_games()
    for lost in lost_games():
        assert repeated(lost, open_learner(None), 0) is None
        school = Taught()
        school.learn(lost)
        player = open_learner(school.positions())
        assert None not in [repeated(lost, player, by) for by in range(8)]


@pytest.mark.parametrize("by", range(symmetry.COUNT))
def test_a_position_that_lost_is_not_lost_again(by: int) -> None:
    turn, game = maps(15)[by], before_the_mistake(by)
    own = Choice(turn[LOSING[0]], 3, ((turn[LOSING[0]], 3), (turn[0], 1)))
    found = taught(own, positions(), game)
    assert found.point in {turn[move.point] for move in learned().open}
    assert found.tell() == {"kind": "remembered"}
    assert found.candidates[0][0] == found.point


def test_where_nothing_is_known_to_hold_something_else_is_tried() -> None:
    game = before_the_mistake()
    for others in ((), ((0, 1),)):
        own = Choice(LOSING[0], 3, ((LOSING[0], 3), *others))
        found = taught(own, positions(known=False), game)
        assert found.tell() == {"kind": "remembered"}
        assert found.point != LOSING[0]


def test_its_own_choice_stays_where_it_holds() -> None:
    for point in (move.point for move in learned().open):
        assert taught(Choice(point, None, ((point, None),)), positions(), before_the_mistake()).point == point


def test_fives_and_their_blocks_are_left_to_it() -> None:
    game = before_the_mistake()
    for point in LOSING[:3]:
        game.play(point)  # white has four in a row
    own = Choice(0, None, ((0, None),))
    assert taught(own, positions(), game) == own


def test_what_the_questions_took_is_no_longer_there_for_the_search() -> None:
    game = before_the_mistake()
    inside = Fixed(Choice(0, None, ((0, None),)))
    TaughtPlayer(inside, game.rules, 15, Learned(lambda _: None)).choose(game, Limits(1000, 77, 4), Stop())
    assert inside.limits is not None
    assert (inside.limits.nodes, inside.limits.threads) == (77, 4)
    assert 900 <= (inside.limits.time_ms or 0) <= 1000


def test_where_experience_knows_the_position_time_is_left_for_another_search() -> None:
    given: list[int] = []

    class Timed(Searching):
        """A search that records its times."""

        def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
            """Record the time."""
            given.append(limits.time_ms or 0)
            return super().choose(game, limits, stop)

    game, adviser = Game.replay(ruleset("freestyle"), 15, QUIET), Adviser(50)
    TaughtPlayer(Timed(0, 1), game.rules, 15, Learned(lambda _: None, lambda _: adviser)).choose(
        game, Limits(10_000), Stop()
    )
    assert 5_000 < given[0] <= 6_000 < given[1] <= 10_000  # the first was over at once
    assert len(given) == 2


def test_it_looks_ahead_within_the_usual_limits_where_a_move_has_none() -> None:
    game, inside = before_the_mistake(), Fixed(Choice(0, None, ((0, None),)))
    player = TaughtPlayer(inside, game.rules, 15, Learned(lambda _: None), NOTHING, usual=Limits(nodes=5))
    player.choose(game, Limits(), Stop())
    assert inside.limits == Limits(nodes=5)
    player.choose(game, Limits(nodes=6), Stop())
    assert inside.limits == Limits(nodes=6)


def test_a_level_that_learns_plays_with_what_is_published() -> None:
    game = before_the_mistake()
    plain, learner = (Level(90, "wins_array", {}, {}, parts=parts) for parts in (NOTHING, EVERYTHING))
    assert (plain.compiled, learner.compiled) == (False, True)
    publish(positions())
    try:
        chosen = [
            open_player(level, ruleset("freestyle"), 15, 1, 0).choose(game, Limits(), Stop())
            for level in (plain, learner)
        ]
    finally:
        withdraw()
    assert [choice.tell()["kind"] == "remembered" for choice in chosen] == [False, True]


def test_a_move_that_is_proven_to_lose_is_played_only_where_all_others_lose_too() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    lost = knowing([row_of(after(game, point), Color.BLACK, won=True, length=1 + point) for point in range(2)])
    assert choose(Searching(0, 1, 2), lost, game).point == 2
    assert choose(Searching(0, 1), lost, game).point not in (0, 1)
    assert choose(Searching(0, 1, 2), None, game).point == 0


def test_where_all_moves_are_proven_to_lose_the_longest_is_played() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    empty = [point for point in range(225) if not game.board[point]]
    rows = [row_of(after(game, point), Color.BLACK, won=True, length=9 if point == 77 else 2) for point in empty]
    assert choose(Searching(0), knowing(rows), game).point == 77


def test_a_remembered_loss_is_not_played_though_nothing_is_proven_against_it() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    key, by = canonical(game.board)
    place = maps(15)[by]
    memory = Memory([LastChance(bytes(key.cells), Color.WHITE, place[0], (place[3],))])
    assert choose(Searching(0, 1), knowing([], memory), game).point == 1
    assert choose(Searching(0), knowing([], memory), game).point == 3


class Adviser:
    """Experience that wants one point, and records its request."""

    revision = 1

    def __init__(self, point: int) -> None:
        self.point = point
        self.request: AdviceRequest | None = None
        self.allowed: list[bool] = []
        self.other: Choice | None = None

    def knows(self, game: Game) -> bool:
        """Know every position."""
        return True

    def advise(self, request: AdviceRequest) -> Choice | None:
        """Advise the point."""
        self.request = request
        self.allowed = [request.allowed(point) for point in (self.point, request.game.moves[0])]
        self.other = request.without([request.own.point])
        return replace_choice(self.point, request.own, MoveReason("experience"))


def test_experience_chooses_among_what_is_not_known_to_lose() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    lost = knowing([row_of(after(game, 1), Color.BLACK, won=True)])
    adviser = Adviser(50)
    found = choose(Searching(0, 1, 2), lost, game, adviser, 7)
    assert (found.point, found.tell()) == (50, {"kind": "experience"})
    assert adviser.request is not None
    assert (adviser.request.seed, adviser.request.own.point, adviser.allowed) == (7, 0, [True, False])
    assert adviser.other is not None
    assert adviser.other.point == 2
    for refused in (1, game.moves[0]):
        assert choose(Searching(0, 1, 2), lost, game, Adviser(refused), 7).point == 0


def test_a_move_into_a_position_that_is_lost_for_the_opponent_is_played_if_its_proof_replays() -> None:
    """Black has an open three, and makes a four of it."""
    game = Game.replay(ruleset("freestyle"), 15, [112, 7, 113, 22, 114, 217])
    prover = proving("freestyle", nodes=500)
    search_defences(prover, after(game, 115), Color.BLACK, whole=True)
    assert prover.proofs is not None
    lost = [row for row in prover.proofs.fresh.values() if not row.won]
    adviser = Adviser(50)
    found = choose(Searching(0), knowing(lost), game, adviser)
    assert (found.kind, found.point in (111, 115), adviser.request) == ("proof", True, None)
    made_up = row_of(after(game, 30), Color.WHITE, won=False)
    assert choose(Searching(0), knowing([made_up]), game).kind == "search"


def test_a_stored_win_is_followed_to_its_end_and_a_false_one_is_not() -> None:
    game = Game.replay(ruleset("freestyle"), 15, MOVES + LOSING[:1])
    prover = proving("freestyle")
    prover.attack(game.board, Color.WHITE)
    assert prover.proofs is not None
    rows = list(prover.proofs.fresh.values())
    assert [row.length > 3 for row in rows] == [True]
    steps = 0
    while not find_wins(game, Color.WHITE):
        found = choose(Searching(0), knowing(rows), game)
        assert found.kind == "proof"
        game.play(found.point)
        fives = find_wins(game, Color.WHITE)
        game.play(fives[0] if fives else next(point for point in range(225) if not game.board[point]))
        steps += 1
    assert steps > 1
    false = row_of(Board.from_stones(15, QUIET[::2], QUIET[1::2]), Color.WHITE, won=True)
    assert choose(Searching(0), knowing([false]), Game.replay(ruleset("freestyle"), 15, QUIET)).kind == "search"


def test_the_search_is_told_which_moves_lose() -> None:
    game = Game.replay(ruleset("freestyle"), 15, QUIET)
    search = engine("search").open(game.rules, 15, 1, 1 << 22)
    first = search.choose(game, Limits(nodes=500), Stop()).point
    deepening = Deepening(game.rules, 15, 1 << 20)
    deepening.start(game.board, Color.WHITE, game.moves[-1], Limits(nodes=500))
    deepening.advise(Advice(*Memory().won(15), (first, 3)), game.board, Color.WHITE)
    assert first not in {point for point, _ in deepening.deepen(Limits(nodes=500), Stop()).moves}
