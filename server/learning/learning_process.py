"""Learning functions that run in other processes, as they import numba, which the server does not: fitting and matching
of weights, and search of alternatives.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

from bots.engine import Numbers
from bots.learning.players.book import Choices
from gomoku.board import Color
from gomoku.rulesets import ruleset
from server.store.knowledge import weights
from server.store.reading import read_from


class Fitted(NamedTuple):
    """Fitted weights: numbers, engine, number of training games, standard deviation from the program's own, and the
    openings of their match.
    """

    numbers: Numbers
    engine: str
    games: int
    spread: float
    openings: list[int]


def fit(db: str, seed: int) -> Fitted:
    """Fit weights to the latest games, starting from the program's own.

    Imports numba, which the server does not.
    """
    from bots.tuning import gate, weight_fit  # noqa: PLC0415 - imports numba

    with read_from(db) as connection:
        games = weights.list_training_games(connection)
    lesson = weight_fit.learn(games, seed)
    seen: set[int] = set().union(*(gate.keys(game.moves) for game in games if game.size == gate.SIZE))
    return Fitted(lesson.numbers, gate.ENGINE, lesson.games, lesson.spread, gate.openings(seed, seen))


def play(
    old: Numbers | None,
    new: Numbers,
    openings: Sequence[int],
    points: Sequence[float],
    pairs: int,
) -> Any:
    """Play a few more pairs of a match. Return its standing; without ``old`` weights, the program's own play."""
    from bots.tuning import gate, weight_fit  # noqa: PLC0415 - as above

    return gate.go_on(weight_fit.PRIOR if old is None else old, new, openings, points, pairs)


def look(
    rules: str,
    size: int,
    moves: Sequence[int],
    bot: str,
    winner: str | None,
    known: Sequence[int],
) -> dict[int, Choices]:
    """Return the choices at the bot's moves of a game, by key, without the keys that are ``known``."""
    from bots.learning.players import experience  # noqa: PLC0415 - as above

    won_by = None if winner is None else Color[winner.upper()]
    game = experience.PlayedGame(0, tuple(moves), Color[bot.upper()], won_by, "", size)
    return experience.look([game], _chooser(rules), set(known).__contains__)


@cache
def _chooser(rules: str) -> Any:
    from bots.learning.players.alternatives import Chooser  # noqa: PLC0415 - as above

    return Chooser(ruleset(rules))
