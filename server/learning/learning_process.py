"""The work for learning that other processes do: what is imported for it, numba, the server does without.

Weights fitted and matched, alternatives looked for, patterns compiled.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from bots.engine import Numbers
from bots.learning.players.book import Choices
from gomoku.board import Color
from gomoku.rulesets import ruleset
from server.store import weights
from server.store.database_file import open_to_read


class Fitted(NamedTuple):
    """New weights, the engine they are for, the games that taught them, how far they were expected from the tree's,
    and the openings of their match."""

    numbers: Numbers
    engine: str
    games: int
    spread: float
    openings: list[int]


def fit(news: Callable[[tuple[int, int]], None], db: str, seed: int) -> Fitted:
    """Weights of the tree, moved by the latest games; ``news`` gets the games that are read and their number.

    What is imported for it, numba, the server does without.
    """
    with open_to_read(Path(db)) as connection:
        games = weights.list_training_games(connection)
    teaching, gate = import_module("bots.tuning.weight_fit"), import_module("bots.tuning.gate")
    lesson = teaching.learn(games, seed, progress=lambda done, all: news((done, all)))
    seen: set[int] = set().union(*(gate.keys(game.moves) for game in games if game.size == gate.SIZE))
    return Fitted(lesson.numbers, gate.ENGINE, lesson.games, lesson.spread, gate.openings(seed, seen))


def play(
    _: Callable[[Any], None],
    old: Numbers | None,
    new: Numbers,
    openings: Sequence[int],
    points: Sequence[float],
    pairs: int,
) -> Any:
    """A few more pairs of a match, and where it stands then; no ``old`` weights are those of the tree."""
    gate, teaching = import_module("bots.tuning.gate"), import_module("bots.tuning.weight_fit")
    return gate.go_on(teaching.PRIOR if old is None else old, new, openings, points, pairs)


def look(
    _: Callable[[Any], None],
    rules: str,
    size: int,
    moves: Sequence[int],
    bot: str,
    winner: str | None,
    known: Sequence[int],
) -> dict[int, Choices]:
    """The choices, by key, at the bot's moves of a game, but for the keys that are ``known``."""
    experience = import_module("bots.learning.players.experience")
    won_by = None if winner is None else Color[winner.upper()]
    game = experience.PlayedGame(0, tuple(moves), Color[bot.upper()], won_by, "", size)
    found: dict[int, Choices] = experience.look([game], _chooser(rules), set(known).__contains__)
    return found


@cache
def _chooser(rules: str) -> Any:
    return import_module("bots.learning.players.alternatives").Chooser(ruleset(rules))


def compile_patterns(news: Callable[[Any], None], rules: str, bodies: Sequence[str]) -> Any:
    """What a table has of the patterns with these JSON texts."""
    return import_module("bots.learning.patterns.table").compile_patterns(news, rules, bodies)
