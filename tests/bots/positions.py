"""Positions to ask players about."""

import random

from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import RULESETS, ruleset


def game_with(size: int, black: list[tuple[int, int]], white: list[tuple[int, int]], rules: str = "freestyle") -> Game:
    """Return a game with these stones placed and black to move."""
    game = Game(ruleset(rules), size)
    for color, stones in ((Color.BLACK, black), (Color.WHITE, white)):
        for x, y in stones:
            game.board.place(y * size + x, color)
    return game


def played(rules: str, size: int, *moves: tuple[int, int]) -> Game:
    """Return the game after these moves, (x, y) each."""
    return Game.replay(ruleset(rules), size, [y * size + x for x, y in moves])


def random_game(rules: str, size: int, plies: int, seed: int) -> Game:
    """Return a running game after at most ``plies`` random legal moves, crowded enough for shapes to arise."""
    chance = random.Random(seed)
    game = Game(ruleset(rules), size)
    span = min(size, 3 + plies // 6)
    low = chance.randrange(size - span + 1)
    points = [y * size + x for y in range(low, low + span) for x in range(low, low + span)]
    chance.shuffle(points)
    for point in points[:plies]:
        if game.rules.forbidden(game.board, point, game.to_move) is None and game.play(point) is not None:
            game.undo()
    return game


FIVES = sorted(name for name, rules in RULESETS.items() if rules.length == 5)


@st.composite
def games(draw: st.DrawFn, rules: list[str] = FIVES) -> Game:
    """Draw running games of any of these rule sets on any of their boards."""
    name = draw(st.sampled_from(rules))
    size = draw(st.sampled_from(ruleset(name).sizes))
    return random_game(name, size, draw(st.integers(0, 100)), draw(st.integers(0, 10_000)))
