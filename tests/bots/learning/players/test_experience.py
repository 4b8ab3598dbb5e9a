"""A bot's use of its book: openings vary, and a lost line is left at the latest good alternative."""

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import pytest

from bots.engine import Choice
from bots.learning.players.advisor import AdviceRequest
from bots.learning.players.book import Book, Choices, least, steps
from bots.learning.players.experience import OPENING, Experience, PlayedGame, look
from gomoku.board import Color
from gomoku.game import Game
from gomoku.keys import Keys
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps

RULES = ruleset("freestyle")
# an asymmetric game that white, the bot, has lost
MOVES = (112, 98, 114, 97, 131, 130, 81, 148, 113, 111, 115, 116, 83, 99, 67, 51, 129)
WHITE = range(1, len(MOVES), 2)


def at(ply: int) -> Game:
    return Game.replay(RULES, 15, MOVES[:ply])


def choices(*found: tuple[int, float]) -> Choices:
    return tuple(found)


def experience(
    games: Sequence[PlayedGame], known: Mapping[int, Sequence[tuple[int, float]]] | None = None
) -> Experience:
    """Build experience with these games and, by ply of MOVES, these choices."""
    keyed: dict[int, Choices] = {}
    for ply, found in (known or {}).items():
        game = at(ply)
        key, frames = Keys.of(game.board).frames(game.to_move)
        rows = [(least(15, point, frames), expected) for point, expected in found]
        keyed[key] = tuple(sorted(rows, key=lambda row: (-row[1], row[0])))
    taught = Experience().with_more(games)
    return Experience({15: taught.books.get(15, Book()).with_choices(keyed)}, 1)


def lost(number: int = 0, person: str = "ada", moves: Sequence[int] = MOVES) -> PlayedGame:
    return PlayedGame(number, tuple(moves), Color.WHITE, Color.BLACK, person)


def won(number: int, person: str = "ada", moves: Sequence[int] = MOVES) -> PlayedGame:
    return lost(number, person, moves)._replace(winner=Color.WHITE)


def advised(
    taught: Experience,
    ply: int,
    *,
    own: int | None = None,
    seed: int = 1,
    forbidden: Collection[int] = (),
    other: Choice | None = None,
    shallow: bool = False,
) -> int | None:
    """Return the advised point after ``ply`` of MOVES, where the search would play as in the game."""
    game = at(ply)
    before = bytes(game.board.cells)
    point = MOVES[ply] if own is None else own
    request = AdviceRequest(
        game,
        Choice(point, 10, ((point, 10),)),
        seed,
        lambda point: not game.board[point] and point not in forbidden,
        lambda _: other,
        shallow,
    )
    choice = taught.advise(request)
    assert bytes(game.board.cells) == before
    return None if choice is None else choice.point


def alternatives(ply: int, *others: int, expected: float = 0.5) -> list[tuple[int, float]]:
    """Return the move played after ``ply`` of MOVES, and others as good."""
    return [(MOVES[ply], expected), *((point, expected) for point in others)]


def test_what_no_game_has_reached_is_the_searchs() -> None:
    assert [experience([lost(moves=MOVES[:8])]).knows(at(ply)) for ply in (7, 9)] == [True, False]
    assert not Experience().knows(at(7))
    assert advised(Experience(), 9) is None
    assert advised(experience([lost(moves=MOVES[:8])]), 9) is None


def test_the_latest_move_with_an_alternative_is_left_first() -> None:
    known = {15: alternatives(15), 13: alternatives(13), 11: alternatives(11, 5), 9: alternatives(9, 6)}
    taught = experience([lost()], known)
    assert advised(taught, 9) is None  # a better move comes later
    assert advised(taught, 11) == 5


def test_an_earlier_one_is_left_when_the_later_ones_are_used_up() -> None:
    known = {15: alternatives(15), 13: alternatives(13), 11: alternatives(11, 5), 9: alternatives(9, 6)}
    again = lost(1, moves=(*MOVES[:11], 5, 220))
    taught = experience([lost(), again], known)
    assert advised(taught, 9) == 6
    assert advised(taught, 7) is None
    assert advised(taught, 11) not in (5, MOVES[11], None) or advised(taught, 11) is None


def test_where_nobody_has_looked_nothing_is_known_to_be_lost() -> None:
    known = {15: alternatives(15), 9: alternatives(9, 6)}
    assert advised(experience([lost()], known), 9) is None


@pytest.mark.parametrize(("expected", "left"), [(0.41, True), (0.39, False)])
def test_an_alternative_is_within_the_margin_of_the_best(expected: float, left: bool) -> None:
    known = {15: [(MOVES[15], 0.5), (5, expected)], 13: alternatives(13, 6)}
    taught = experience([lost()], known)
    assert (advised(taught, 13) is None) is left  # otherwise it is itself to blame
    assert advised(taught, 15) == 5  # a move that has lost is worse than an unknown one


def test_what_is_given_up_is_no_alternative() -> None:
    known = {15: [(MOVES[15], 0.15), (5, 0.15)], 13: alternatives(13, 6)}
    assert advised(experience([lost()], known), 13) == 6


def test_where_nobody_has_looked_after_it_a_move_is_not_to_blame() -> None:
    known = {9: alternatives(9, 6)}
    others = [lost(n, f"person {n}", (*MOVES[:10], 220 + n, 0, 1)) for n in range(3)]
    for games in (others, [*others, won(4)]):
        assert advised(experience(games, known), 9) is None


def answered(count: int, answer: int, *, winner: Color, first: int = 0) -> list[PlayedGame]:
    """Make games against as many people, who answer the move after nine of MOVES like this; black wins two plies
    later."""
    moves = (*MOVES[:10], answer, 0) if winner is Color.WHITE else (*MOVES[:10], answer, 0, 1)
    return [lost(first + n, f"person {first + n}", moves)._replace(winner=winner) for n in range(count)]


@pytest.mark.parametrize("shallow", [True, False])
def test_what_wins_against_most_is_not_given_up_for_one_answer_that_beats_it(shallow: bool) -> None:
    won_often = answered(4, 220, winner=Color.WHITE) + answered(1, 221, winner=Color.BLACK, first=4)
    taught = experience(won_often, {9: alternatives(9, 6)})
    key = steps(15, (*MOVES[:10], 221, 0), Color.WHITE)[-1].key
    taught = Experience({15: taught.books[15].with_choices({key: ()})}, 1)  # all moves after that answer lose
    assert advised(taught, 9, shallow=shallow) is None
    beaten = experience(answered(1, 221, winner=Color.BLACK), {9: alternatives(9, 6)})
    beaten = Experience({15: beaten.books[15].with_choices({key: ()})}, 1)
    assert advised(beaten, 9, shallow=shallow) == 6  # nobody has been beaten by it


def test_where_all_moves_look_lost_what_has_won_is_played_and_what_was_always_punished_is_not() -> None:
    for played, expected in (((MOVES[9],), MOVES[9]), ((5, MOVES[9]), MOVES[9]), ((5,), 7)):
        games = [won(n, f"person {n}", (*MOVES[:9], move)) for n, move in enumerate(played) if move == MOVES[9]]
        games += [lost(9 + n, f"person {n}", (*MOVES[:9], 5, 220 + n)) for n in range(3)]
        taught = experience(games, {9: []})
        assert advised(taught, 9, own=5, other=Choice(7, 0), shallow=True) == expected


def test_a_move_that_is_not_allowed_is_never_advised() -> None:
    known = {15: alternatives(15, 5, 6, 7)}
    taught = experience([lost()], known)
    assert {advised(taught, 15, seed=seed) for seed in range(50)} == {5, 6, 7}
    assert {advised(taught, 15, seed=seed, forbidden=[5, 7]) for seed in range(50)} == {6}
    assert advised(taught, 15, forbidden=[5, 6, 7]) is None


def test_a_game_can_be_played_again_as_it_was() -> None:
    taught = experience([lost()], {15: alternatives(15, 5, 6, 7, 8)})
    drawn = [advised(taught, 15, seed=seed) for seed in range(40)]
    assert drawn == [advised(taught, 15, seed=seed) for seed in range(40)]


def test_openings_vary_and_the_better_ones_come_more_often() -> None:
    ply = OPENING - 1
    known = {ply: alternatives(ply, 5, 6)}

    def share(games: Sequence[PlayedGame]) -> Counter[int | None]:
        taught = experience(games, known)
        return Counter(advised(taught, ply, seed=seed) for seed in range(600))

    first = share([won(0)])
    assert set(first) == {None, 5, 6}
    assert min(first.values()) > 100
    better = share([won(n, f"person {n}") for n in range(10)])
    assert better[None] > 1.2 * first[None]
    worse = share([lost(n, f"person {n}", (*MOVES[: ply + 1], 220, 1, 221 - n, 2)) for n in range(2)])
    assert worse[None] < 0.6 * first[None]


def test_what_is_drawn_in_an_opening_is_nearly_as_good_and_no_move_that_always_lost() -> None:
    ply = OPENING - 1
    known = {ply: [*alternatives(ply, 5), (6, 0.42)]}
    assert {advised(experience([won(0)], known), ply, seed=seed) for seed in range(60)} == {None, 5}
    beaten = [lost(n, f"person {n}", (*MOVES[: ply + 1], 220)) for n in range(3)]
    assert {advised(experience(beaten, known), ply, seed=seed) for seed in range(60)} == {5}


def test_after_the_opening_the_search_has_its_way_until_its_move_is_clearly_less() -> None:
    ply = OPENING + 1
    taught = experience([won(0)], {ply: alternatives(ply, 5, 6)})
    assert {advised(taught, ply, seed=seed) for seed in range(50)} == {None}


def test_where_experience_has_looked_deeper_its_best_move_is_played() -> None:
    ply = OPENING + 1
    taught = experience([lost()], {ply: [(MOVES[ply], 0.4), (5, 0.5), (6, 0.48)]})
    assert {advised(taught, ply, seed=seed, shallow=True) for seed in range(20)} == {5}
    assert advised(taught, ply, shallow=True, forbidden=[5]) == 6
    assert advised(taught, ply) is None  # the player's search is as deep
    assert advised(experience([won(0)]), ply, shallow=True) is None  # nothing was searched


def test_what_has_won_comes_before_what_a_search_likes_better() -> None:
    ply = OPENING + 1
    known = {ply: [(MOVES[ply], 0.45), (5, 0.5)]}
    beaten = lost(9, moves=(*MOVES[:ply], 5, 220))
    assert advised(experience([beaten], known), ply, own=5, shallow=True) == MOVES[ply]
    assert advised(experience([won(1), won(2), lost()], known), ply, shallow=True) is None


@pytest.mark.parametrize("shallow", [True, False])
def test_what_has_won_is_not_left_for_what_the_search_likes_now(shallow: bool) -> None:
    """The search may have other weights or patterns than when the move won."""
    ply = OPENING + 1
    assert advised(experience([won(0)]), ply, own=5, shallow=shallow) == MOVES[ply]
    assert advised(experience([won(0)]), ply, own=5, forbidden=[MOVES[ply]], shallow=shallow) is None
    assert advised(experience([lost()]), ply, own=5, shallow=shallow) is None


def test_a_bad_end_is_laid_at_once_to_the_move_that_it_came_from() -> None:
    known = {15: [(MOVES[15], 0.1)], 13: alternatives(13), 11: alternatives(11), 9: [(MOVES[9], 0.5), (6, 0.39)]}
    taught = experience([lost()], known)
    assert advised(taught, 9, shallow=True) == 6


def test_all_images_of_a_position_are_one() -> None:
    known = {15: alternatives(15, 5)}
    taught = experience([lost()], known)
    for image in maps(15):
        game = Game.replay(RULES, 15, [image[point] for point in MOVES[:15]])
        own = Choice(image[MOVES[15]], 0)
        choice = taught.advise(AdviceRequest(game, own, 1, lambda _: True, lambda _: None))
        assert choice is not None
        assert choice.point == image[5]


def test_where_a_position_is_its_own_image_any_of_the_points_is_played() -> None:
    game = Game.replay(RULES, 15, [112])
    one = lost(0, moves=[112, 98, 0])  # four points are images of the answer
    key, frames = Keys.of(game.board).frames(Color.WHITE)
    found = ((least(15, 98, frames), 0.5), (least(15, 97, frames), 0.5))
    taught = Experience({15: Experience().with_more([one]).books[15].with_choices({key: found})}, 1)
    played = Counter()  # type: ignore[var-annotated]
    for seed in range(100):
        choice = taught.advise(AdviceRequest(game, Choice(98, 0), seed, lambda _: True, lambda _: None))
        assert choice is not None
        played[choice.point] += 1
    assert set(played) == {image[97] for image in maps(15)}


def test_before_anybody_has_looked_the_player_itself_is_asked() -> None:
    taught = experience([lost()])
    assert advised(taught, 15, other=Choice(7, 5)) == 7
    assert advised(taught, 15, other=None) is None
    assert advised(taught, 13, other=Choice(7, 5)) is None  # nobody knows that nothing was left


def test_choices_are_looked_for_where_a_bot_lost_and_in_its_openings() -> None:
    class Chooser:
        def choices(self, size: int, moves: tuple[int, ...]) -> Choices:
            assert (size, moves) == (15, MOVES[: len(moves)])
            return ((len(moves), 0.5),)

    everywhere = look([lost()], Chooser(), lambda _: False)
    assert sorted(found[0][0] for found in everywhere.values()) == list(WHITE)
    opening = look([won(0)], Chooser(), lambda _: False)
    assert sorted(found[0][0] for found in opening.values()) == [ply for ply in WHITE if ply < OPENING]
    known = {step.key for step in steps(15, MOVES, Color.WHITE) if step.ply > 3}
    assert len(look([lost()], Chooser(), known.__contains__)) == 2


@pytest.mark.parametrize("games", [3, 1000])
@pytest.mark.parametrize("winner", list(Color))
def test_one_teacher_moves_a_choice_no_further_than_three_games(games: int, winner: Color) -> None:
    """One line, lost on purpose or won, a thousand times: the draws are those that three games give."""
    ply = OPENING - 1
    known = {ply: [*alternatives(ply, 5, 6), (7, 0.2)]}
    line = lost if winner is Color.BLACK else won
    short = (*MOVES[: ply + 1], 220, 1, 221, 2)  # it goes on where nothing was searched
    taught = experience([line(n, "ada", short) for n in range(games)], known)
    drawn = Counter(advised(taught, ply, seed=seed) for seed in range(500))
    expected = experience([line(n, "ada", short) for n in range(3)], known)
    assert drawn == Counter(advised(expected, ply, seed=seed) for seed in range(500))
    assert 7 not in drawn


def test_a_hundred_false_names_choose_among_what_the_search_finds_as_good() -> None:
    ply, chance = OPENING - 1, random.Random(1)
    known = {ply: [*alternatives(ply, 5, 6), (7, 0.35)]}
    for line in (lost, won):
        games = [
            line(n, f"guest {n % 100}", (*MOVES[:ply], chance.choice((MOVES[ply], 5)), 220, 1)) for n in range(1000)
        ]
        taught = experience(games, known)
        drawn = Counter(advised(taught, ply, seed=seed) for seed in range(300))
        assert set(drawn) <= {None, 5, 6}
