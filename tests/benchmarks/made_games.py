"""Decided games by our own engines, of mixed strength, over drawn openings: the same ones for the same seed."""

import random
from collections.abc import Iterator
from typing import Final

from bots.engine import MEMORY, Limits, Player, Stop
from bots.levels import NO_LIMITS, level, open_player
from bots.openings import FREESTYLE, load
from bots.players.legal import open_bare
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset
from lab.learning.decided_games import DecidedGame

SIZE: Final = 15
MEMORY_OF_ONE: Final = 1 << 20
RULES: Final = ("freestyle", "freestyle", "standard", "renju", "caro")
SIDES: Final = ("level:2", "level:3", "level:4", "level:5", "level:6", "search@300", "search@2000", "search@10000")
"""Players by strength: levels as people meet them, and the search with so many nodes a move."""


def made(seed: int) -> Iterator[tuple[str, DecidedGame]]:
    """Rules and game, without end: those that somebody won."""
    openings = {rules: load(FREESTYLE, ruleset(rules), SIZE) for rules in set(RULES)}
    number = 0
    while True:
        chance = random.Random(f"{seed}:{number}")
        rules = chance.choice(RULES)
        game = _played(
            ruleset(rules), chance.choice(openings[rules]), chance.choices(SIDES, k=2), chance.getrandbits(32)
        )
        if game.outcome is not None and game.outcome.winner is not None:
            yield rules, DecidedGame(f"{seed}:{number}", SIZE, tuple(game.moves), game.outcome)
        number += 1


def _played(rules: RuleSet, opening: tuple[int, ...], names: list[str], seed: int) -> Game:
    game = Game.replay(rules, SIZE, opening, forbidden_loses=True)
    sides = {color: _open(name, rules, seed + color) for color, name in zip(Color, names, strict=True)}
    while game.outcome is None:
        player, limits = sides[game.to_move]
        game.play(player.choose(game, limits, Stop()).point)
    for player, _ in sides.values():
        player.close()
    return game


def _open(name: str, rules: RuleSet, seed: int) -> tuple[Player, Limits]:
    kind, _, number = name.replace("@", ":").partition(":")
    if kind == "level":
        return open_player(level(int(number)), rules, SIZE, seed, MEMORY), NO_LIMITS
    return open_bare(engine(kind), rules, SIZE, seed, MEMORY_OF_ONE), Limits(nodes=int(number))
