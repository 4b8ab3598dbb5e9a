from hypothesis import given, settings

from bots.classic.learner import PlayedMove, account
from gomoku.game import Game
from tests.bots.classic.golden import answer
from tests.bots.positions import games, played


@settings(max_examples=30, deadline=None)
@given(games())
def test_plays_like_double_threats_and_tells_the_ordinal(game: Game) -> None:
    choice, plain = answer("learner", game), answer("double_threat", game)
    assert (choice.point, choice.score, choice.candidates) == (plain.point, plain.score, plain.candidates)
    assert choice.why["ordinal"] == game.ply + 1
    assert {key: value for key, value in choice.why.items() if key not in {"ordinal", "forced"}} == plain.why
    assert choice.why["forced"] == (choice.why["place"] in {"block_double", "block_open_four", "block_five"})


# black builds an open three and a four; white blocks twice, the first time a ply too late
GAME = [(7, 7), (1, 1), (8, 7), (1, 13), (9, 7), (6, 7), (10, 7), (11, 7)]


def test_keeps_an_account_of_the_whole_game() -> None:
    game = played("freestyle", 15, *GAME)
    points = [y * 15 + x for x, y in GAME]
    forced = [False, False, False, False, False, True, False, True]
    assert account(game) == [
        PlayedMove(ordinal, point, held) for ordinal, (point, held) in enumerate(zip(points, forced, strict=True), 1)
    ]
    assert account(played("freestyle", 15)) == []


def test_a_move_that_wins_and_blocks_is_not_forced() -> None:
    moves = [(3, 3), (3, 4), (4, 3), (4, 4), (5, 3), (5, 4), (6, 3), (6, 4), (7, 3)]
    assert [move.forced for move in account(played("freestyle", 15, *moves))][-1] is False


def test_the_account_agrees_with_what_the_player_said() -> None:
    game = played("freestyle", 15, (7, 7), (7, 8))
    said = []
    while game.outcome is None and game.ply < 40:
        choice = answer("learner", game)
        said.append(PlayedMove(int(str(choice.why["ordinal"])), choice.point, bool(choice.why["forced"])))
        game.play(choice.point)
    assert account(game)[2:] == said
    assert {move.forced for move in said} == {False, True}
