"""The bot that is offered to who has found nobody: of those that play what is looked for, the nearest in strength."""

from collections.abc import Iterable, Mapping

from bots.executor import Executor
from bots.learning.players import published
from bots.levels import Level, list_offered
from server.ratings.glicko2 import CENTRE, is_provisional
from server.ratings.held import Ratings
from server.ratings.identity import BotIdentity, find_origin
from server.ratings.ledger import HeldRating, RatingPool, find_pool
from server.seeks.matching import Seek

UNRATED = CENTRE - 250
"""What somebody without a rating is taken to have: a bot is offered that a beginner beats now and then."""


async def find_bot(executor: Executor, ratings: Ratings, seek: Seek) -> int | None:
    """The level that is nearest to who seeks, by the ratings of the bots as they play now."""
    found = []
    for level in filter(executor.ready, list_offered()):
        weights = published.weights_in_use() if level.weighs else 0
        found.append((level, await ratings.read(BotIdentity(level.number, level.version, weights).key)))
    return choose_level(found, seek)


def choose_level(levels: Iterable[tuple[Level, Mapping[RatingPool, HeldRating]]], seek: Seek) -> int | None:
    """The number of the level, None where none plays any of the games; each comes with its ratings on this server.

    A bot is nearest in the game that brings it nearest. What it has come to by games here counts once it is known well
    enough, and before that what it began with.
    """
    near = [
        (abs(_strength(level, held, pool) - _estimate(seek, pool)), level.number)
        for level, held in levels
        if level.elo is not None and level.twin_of is None
        for pool in _list_pools(level, seek)
    ]
    return min(near)[1] if near else None


def _list_pools(level: Level, seek: Seek) -> set[RatingPool | None]:
    return {find_pool(game.rules, by_correspondence=False) for game in seek.games if level.plays(game.rules, game.size)}


def _estimate(seek: Seek, pool: RatingPool | None) -> float:
    """What somebody is taken to be worth in a pool: by the best of the others where none is known in this one."""
    known = None if pool is None else seek.ratings.get(pool)
    return max(seek.ratings.values(), default=UNRATED) if known is None else known


def _strength(level: Level, held: Mapping[RatingPool, HeldRating], pool: RatingPool | None) -> float:
    known = None if pool is None else held.get(pool)
    return find_origin(level.number).seed if known is None or is_provisional(known.rating) else known.rating.value
