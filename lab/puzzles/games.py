"""Games to find puzzles in: engines of unequal strength from random openings, with occasional weak moves."""

from __future__ import annotations

import random
from functools import cache

from bots.engine import Limits, Player, Stop
from bots.errors import NoMove
from bots.immediate_wins import find_wins
from bots.puzzles.puzzle import SIZE
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.engine import ENGINE
from gomoku.board import Color
from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.openings.make_openings import draw_opening, quiet

MEMORY = 4 << 20
STRENGTHS = (30, 80, 200, 500, 1200)
"""Nodes per move; each side's are drawn for each game."""
PLAIN = 0.6
"""Share of games in which no solver is asked, so that boards fill up with wins that nobody has seen."""
SLIPS = (0.0, 0.1, 0.25)
"""Shares of moves that are not the first choice, drawn for each game."""
LONGEST = 90
LOOKED_AT = 5


def play(rules: str, seed: int) -> Game:
    """Play a game; the same for the same rules and seed."""
    chance = random.Random(f"{rules} {seed}")
    game = _open(rules, chance)
    nodes = {color: chance.choice(STRENGTHS) for color in Color}
    slips = chance.choice(SLIPS)
    plain = chance.random() < PLAIN
    while game.outcome is None and len(game.moves) < LONGEST:
        moves = _moves(game, nodes[game.to_move], plain=plain)
        if not moves:
            break
        point = chance.choice(moves[1:]) if len(moves) > 1 and chance.random() < slips else moves[0]
        game.play(point)
    return game


def _open(rules: str, chance: random.Random) -> Game:
    while True:
        moves = draw_opening(chance)
        if quiet(moves):
            try:
                return Game.replay(ruleset(rules), SIZE, moves)
            except IllegalMove:
                continue


def _moves(game: Game, nodes: int, *, plain: bool) -> list[int]:
    """List good moves, best first; a single one where it is forced."""
    color, limits = game.to_move, Limits(nodes=nodes)
    if not plain:
        try:
            choice = _player(game.rules.name, color).choose(game, limits, Stop())
        except NoMove:
            return []
        return [point for point, _ in choice.candidates] if choice.kind == "search" else [choice.point]
    blocks = [at for at in find_wins(game, color.other) if game.rules.forbidden(game.board, at, color) is None]
    if forced := find_wins(game, color) or blocks:
        return forced[:1]
    found = search(game.rules.name).search(game.board, color, game.moves[-1], limits, Stop())
    return [point for point, _ in found.moves[:LOOKED_AT]]


@cache
def _player(rules: str, color: Color) -> Player:
    """Return this process's player. With node limits, its memory does not affect its moves."""
    return ENGINE.open(ruleset(rules), SIZE, int(color), MEMORY)


@cache
def search(rules: str) -> Deepening:
    """Return this process's search for a rule set. With node limits it remembers nothing."""
    return Deepening(ruleset(rules), SIZE, MEMORY)
