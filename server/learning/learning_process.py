"""Learning functions that run in other processes, as they import numba, which the server does not: fitting and matching
of weights, search of alternatives, and practice.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from bots.engine import MEMORY, Numbers, Player
from bots.learning.players.book import Book, BookGame, Choices
from bots.learning.players.published import LearnedPositions
from bots.learning.practice.record import PracticeRecord, PractisedLoss, distil, select_choices
from bots.learning.proofs.lesson import StoredLastChance
from bots.levels import level
from bots.players.legal import open_bare
from bots.registry import engine
from gomoku.board import Color
from gomoku.rulesets import ruleset
from server.store.knowledge import weights
from server.store.reading import read_from

if TYPE_CHECKING:
    from bots.learning.players.experience import Experience


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


class Practised(NamedTuple):
    """A record after some more practice. Once it is done, ``kept`` are the games for the book and ``choices`` those in
    their positions, by a ``version`` of the search for them."""

    record: PracticeRecord
    kept: list[BookGame]
    choices: dict[int, Choices]
    version: str


def practise(
    serial: int,
    lost: PractisedLoss,
    chance: StoredLastChance | None,
    number: int,
    weights: Numbers | None,
    book: Book,
    record: PracticeRecord,
    most_ms: int,
    step_ms: int,
) -> Practised:
    """Practise after a lost game for ``step_ms`` of processor time, as the bot of level ``number``.

    It knows the position that lost the game, its ``book``, and learned ``weights`` if there are any.
    """
    from bots.learning.players.alternatives import VERSION  # noqa: PLC0415 - imports numba
    from bots.learning.players.learner import make_learner  # noqa: PLC0415 - as above
    from bots.learning.players.taught import Learned  # noqa: PLC0415 - as above
    from bots.learning.practice.practising import Practice  # noqa: PLC0415 - as above
    from bots.learning.proofs.last_chances import LastChance, Memory  # noqa: PLC0415 - as above

    bot, rules = level(number), ruleset(lost.rules)
    memory = Memory([] if chance is None else [LastChance.of_stored(chance)])
    positions = LearnedPositions(lost.rules, 1, memory, {})

    def opened(experience: Experience, seed: int) -> Player:
        learned = Learned(lambda _: positions, lambda _: experience)
        source = make_learner(engine(bot.engine), bot.parts, weights, learned)
        return open_bare(source, rules, lost.size, seed, MEMORY)

    practice = Practice(lost, record, opened, bot.limits, _chooser(lost.rules), book)
    found = practice.go_on(most_ms, step_ms)
    kept = distil(lost, found, serial) if found.done else []
    return Practised(found, kept, select_choices(found, kept), VERSION)


@cache
def _chooser(rules: str) -> Any:
    from bots.learning.players.alternatives import Chooser  # noqa: PLC0415 - as above

    return Chooser(ruleset(rules))
