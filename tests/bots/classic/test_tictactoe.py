import json
from functools import cache

import pytest

from bots.engine import Choice, Limits, Stop
from bots.errors import NoMove, UnsupportedGame
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset

RULES = ruleset("tictactoe")
SCAN = [y * 3 + x for x in range(3) for y in range(3)]


def choose(game: Game) -> Choice:
    return engine("tictactoe").open(RULES, 3, 0, 0).choose(game, Limits(), Stop())


def answer(game: Game) -> int:
    return choose(game).point


@pytest.mark.parametrize("side", list(Color))
def test_never_loses_against_any_play(side: Color) -> None:
    ended = {"won": 0, "drawn": 0, "lost": 0}

    def play_on(game: Game) -> None:
        if game.outcome is not None:
            winner = game.outcome.winner
            ended["drawn" if winner is None else "won" if winner == side else "lost"] += 1
            return
        moves = [answer(game)] if game.to_move == side else [p for p in SCAN if not game.board[p]]
        for point in moves:
            game.play(point)
            play_on(game)
            game.undo()

    play_on(Game(RULES, 3))
    assert ended["lost"] == 0
    assert ended["won"] > ended["drawn"] > 0


@cache
def value(cells: bytes, color: Color) -> int:
    """Return the value of the position for the side to move: 1, 0 or -1."""
    best = -1
    for point in SCAN:
        if not cells[point]:
            best = max(best, value_after(cells, point, color))
    return best


@cache
def value_after(cells: bytes, point: int, color: Color) -> int:
    game = Game(RULES, 3)
    game.board.cells[:] = cells
    game.board.stones = 9 - cells.count(0)
    game.board.place(point, color)
    if RULES.winning_line(game.board, point):
        return 1
    return 0 if game.board.full else -value(bytes(game.board.cells), color.other)


def test_takes_the_first_win_in_one_and_else_the_last_of_the_best() -> None:
    seen = set()

    def visit(game: Game) -> None:
        cells, color = bytes(game.board.cells), game.to_move
        if game.outcome is not None or cells in seen:
            return
        seen.add(cells)
        empty = [point for point in SCAN if not cells[point]]
        values = {point: value_after(cells, point, color) for point in empty}
        after: list[int] = []
        for point in empty:
            game.play(point)
            if game.outcome is not None and game.outcome.winner is not None:
                after.append(point)
            visit(game)
            game.undo()
        best = max(values.values())
        expected = after[0] if after else [point for point in empty if values[point] == best][-1]
        assert answer(game) == expected

    visit(Game(RULES, 3))
    assert len(seen) == 4520  # of the 5,478 positions, those where the game goes on


@pytest.mark.parametrize("moves", [[], [4], [8, 4, 0], [0, 3, 1, 4], [0, 4, 8, 2]], ids=str)
def test_shows_every_cell_with_the_value_of_playing_it(moves: list[int]) -> None:
    game = Game.replay(RULES, 3, moves)
    choice = choose(game)
    cells = bytes(game.board.cells)
    shown = [(point, 1000 * value_after(cells, point, game.to_move)) for point in SCAN if not cells[point]]
    assert choice.candidates[0] == (choice.point, choice.score)
    assert len(choice.candidates) == min(8, 9 - len(moves))
    assert set(choice.candidates) <= set(shown)
    values = [value for _, value in choice.candidates if value is not None]
    assert values == sorted(values, reverse=True)


@pytest.mark.parametrize(
    ("moves", "kind", "shape", "directions"),
    [
        ([0, 3, 1, 4], "win", "three", ["row"]),
        ([0, 4, 1], "block", "three", ["row"]),
        ([0, 1, 4, 8], "attack", "two", ["column", "rising"]),
    ],
)
def test_says_what_it_saw(moves: list[int], kind: str, shape: str, directions: list[str]) -> None:
    choice = choose(Game.replay(RULES, 3, moves))
    assert json.loads(json.dumps(choice.tell())) == choice.tell()
    assert (choice.tell()["kind"], choice.tell()["shape"], choice.tell()["directions"]) == (kind, shape, directions)


def test_opens_in_the_last_corner() -> None:
    assert answer(Game(RULES, 3)) == 8


def test_refuses_a_finished_game_and_other_boards() -> None:
    game = Game.replay(RULES, 3, [0, 3, 1, 4, 2])
    with pytest.raises(NoMove):
        answer(game)
    with pytest.raises(UnsupportedGame):
        engine("tictactoe").open(ruleset("freestyle"), 15, 0, 0)
