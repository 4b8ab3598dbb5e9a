import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gomoku.board import Board, Color
from gomoku.errors import (
    BadBoardSize,
    ForbiddenMove,
    ForbiddenReason,
    GameOver,
    IllegalMove,
    NothingToUndo,
    Occupied,
    OffBoard,
)
from gomoku.game import Game, Outcome, Reason
from gomoku.rulesets import RULESETS

FREESTYLE, RENJU, TICTACTOE = RULESETS["freestyle"], RULESETS["renju"], RULESETS["tictactoe"]
FIVE_BY_BLACK = [0, 15, 1, 16, 2, 17, 3, 18, 4]
THREE_AND_THREE = [112 + 1, 0, 112 + 2, 14, 112 + 15, 210, 112 + 30, 224]  # then black at 112


def test_black_moves_first_and_colours_alternate() -> None:
    game = Game(FREESTYLE)
    assert (game.size, game.ply, game.to_move) == (15, 0, Color.BLACK)
    assert game.play(112) is None
    assert (game.ply, game.to_move, game.board[112], game.moves) == (1, Color.WHITE, 1, [112])


def test_five_wins_and_ends_the_game() -> None:
    game = Game(FREESTYLE)
    assert [game.play(point) for point in FIVE_BY_BLACK[:-1]] == [None] * 8
    assert game.play(4) == game.outcome == Outcome(Color.BLACK, Reason.FIVE)
    assert game.winning_line == (0, 1, 2, 3, 4)
    with pytest.raises(GameOver):
        game.play(100)
    with pytest.raises(GameOver):
        game.finish(Outcome(Color.WHITE, Reason.RESIGNED))


@pytest.mark.parametrize(
    ("point", "error", "code"), [(-1, OffBoard, "off_board"), (225, OffBoard, "off_board"), (7, Occupied, "occupied")]
)
def test_moves_that_nobody_may_make(point: int, error: type[IllegalMove], code: str) -> None:
    game = Game.replay(FREESTYLE, 15, [7])
    for attempt in (game.check, game.play):
        with pytest.raises(error) as refused:
            attempt(point)
        assert refused.value.code == code
    assert (game.moves, game.board.stones) == ([7], 1)


def test_a_forbidden_move_is_refused_with_its_reason() -> None:
    game = Game.replay(RENJU, 15, THREE_AND_THREE)
    assert game.forbidden_points() == {112: ForbiddenReason.DOUBLE_THREE}
    with pytest.raises(ForbiddenMove) as refused:
        game.play(112)
    assert refused.value.code == "forbidden_double_three"
    assert refused.value.reason is ForbiddenReason.DOUBLE_THREE
    assert (game.ply, game.outcome) == (8, None)
    game.play(100)
    game.check(112)
    assert game.forbidden_points() == {}, "white may play anywhere"


def test_a_forbidden_move_loses_where_it_is_let_through() -> None:
    game = Game.replay(RENJU, 15, THREE_AND_THREE, forbidden_loses=True)
    game.check(112)
    assert game.play(112) == Outcome(Color.WHITE, Reason.FORBIDDEN)
    assert (game.board[112], game.winning_line, game.forbidden_points()) == (1, None, {})
    game.undo()
    assert (game.outcome, game.board[112], game.moves) == (None, 0, THREE_AND_THREE)


def test_a_full_board_without_a_row_is_a_draw() -> None:
    game = Game(TICTACTOE, 3)
    for point in (4, 0, 2, 6, 3, 5, 1, 7):
        assert game.play(point) is None
    assert game.play(8) == Outcome(None, Reason.FULL_BOARD)


def test_a_game_is_drawn_where_all_that_is_left_is_forbidden() -> None:
    drawn = 0
    for seed in range(60):
        chance, game = random.Random(seed), Game(RENJU, 7)
        while game.outcome is None:
            left = [point for point, cell in enumerate(game.board.cells) if not cell]
            allowed = sorted(set(left) - set(game.forbidden_points()))
            assert allowed, "a running game has a move"
            quiet = [p for p in allowed if (ends := game.foresee(p)[0]) is None or ends.winner is None]
            point = chance.choice(quiet or allowed)
            foreseen, _ = game.foresee(point)
            assert game.play(point) == foreseen
        if game.outcome.reason is Reason.FULL_BOARD and not game.board.full:
            drawn += 1
            assert game.to_move is Color.BLACK
            after = Game.replay(RENJU, 7, game.moves, forbidden_loses=True)
            assert after.outcome is None, "what a file says of such a game stands"
            assert set(after.forbidden_points()) == {p for p, cell in enumerate(game.board.cells) if not cell}
    assert drawn


def test_a_row_on_the_last_point_wins() -> None:
    game = Game.replay(TICTACTOE, 3, [0, 1, 2, 3, 4, 6, 5, 7])
    assert game.play(8) == Outcome(Color.BLACK, Reason.FIVE)
    assert game.winning_line == (0, 2, 4, 5, 8)


def test_a_game_can_end_away_from_the_board() -> None:
    game = Game.replay(FREESTYLE, 19, [180])
    game.finish(Outcome(Color.BLACK, Reason.TIMEOUT))
    assert game.outcome == Outcome(Color.BLACK, Reason.TIMEOUT)
    with pytest.raises(GameOver) as over:
        game.check(0)
    assert over.value.code == "game_over"
    with pytest.raises(GameOver):
        game.finish(Outcome(None, Reason.ABORTED))


def test_undo_takes_back_what_was_played_and_no_more() -> None:
    game = Game.replay(FREESTYLE, 15, FIVE_BY_BLACK)
    game.undo()
    assert (game.outcome, game.winning_line, game.ply, game.to_move) == (None, None, 8, Color.BLACK)
    for plies in (9, 0, -1):
        with pytest.raises(NothingToUndo) as refused:
            game.undo(plies)
        assert refused.value.code == "nothing_to_undo"
    game.undo(8)
    assert game.board == Board(15)


def test_a_copy_goes_its_own_way() -> None:
    game = Game.replay(RENJU, 15, THREE_AND_THREE, forbidden_loses=True)
    copy = game.copy()
    copy.play(112)
    assert (game.outcome, game.ply, game.board[112]) == (None, 8, 0)
    assert copy.copy().outcome == Outcome(Color.WHITE, Reason.FORBIDDEN)


@pytest.mark.parametrize(("rules", "size"), [("freestyle", 4), ("freestyle", 21), ("row_8", 7), ("tictactoe", 15)])
def test_a_rule_set_is_played_on_its_own_boards(rules: str, size: int) -> None:
    with pytest.raises(BadBoardSize) as refused:
        Game(RULESETS[rules], size)
    assert refused.value.code == "bad_size"


def test_replay_stops_at_the_first_illegal_move() -> None:
    with pytest.raises(Occupied):
        Game.replay(FREESTYLE, 15, [0, 1, 0])


@given(st.sampled_from(sorted(RULESETS)), st.data())
def test_undo_restores_every_earlier_position(name: str, data: st.DataObject) -> None:
    rules = RULESETS[name]
    size = rules.sizes[0]
    area = [y * size + x for y in range(min(size, 7)) for x in range(min(size, 7))]
    game = Game(rules, size, forbidden_loses=True)
    history = []
    for point in data.draw(st.permutations(area)):
        history.append(game.copy())
        if game.play(point) is not None:
            break
    plies = data.draw(st.integers(1, game.ply))
    game.undo(plies)
    earlier = history[-plies]
    assert (game.board, game.board.stones, game.moves, game.outcome, game.winning_line) == (
        earlier.board,
        earlier.board.stones,
        earlier.moves,
        None,
        None,
    )
    assert game.forbidden_points() == earlier.forbidden_points()


def test_noughts_and_crosses_has_255168_games_and_5478_positions() -> None:
    game = Game(TICTACTOE, 3)
    positions = set()

    def games() -> int:
        positions.add(bytes(game.board.cells))
        if game.outcome is not None:
            return 1
        count = 0
        for point in range(9):
            if not game.board[point]:
                game.play(point)
                count += games()
                game.undo()
        return count

    assert games() == 255_168
    assert len(positions) == 5_478


@given(st.lists(st.integers(0, 8), max_size=9, unique=True))
def test_foresee_tells_what_play_does_and_push_follows_it(points: list[int]) -> None:
    played, pushed = Game(TICTACTOE, 3), Game(TICTACTOE, 3)
    for point in points:
        if played.outcome is not None:
            with pytest.raises(GameOver):
                played.foresee(point)
            return
        before = played.board.cells[:]
        outcome, line = played.foresee(point)
        assert played.board.cells == before
        assert played.play(point) == outcome
        assert played.winning_line == line
        pushed.push(point)
        if outcome is not None:
            pushed.finish(outcome, line)
        assert (pushed.moves, pushed.board.cells) == (played.moves, played.board.cells)
        assert (pushed.outcome, pushed.winning_line) == (played.outcome, played.winning_line)
