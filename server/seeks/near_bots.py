"""Opponents beside the seeks: the nearest bot in strength that plays a wanted game, and the open rooms of the lobby."""

from collections.abc import Iterable, Iterator, Mapping

from bots.executor import Executor
from bots.learning.players import published
from bots.levels import Level, list_offered
from server.accounts.sessions import Sessions
from server.protocol.outbound import LobbyRoom
from server.protocol.values import CorrespondenceSpec
from server.ratings.glicko2 import CENTRE, is_provisional
from server.ratings.held import Ratings
from server.ratings.identity import BotIdentity, find_origin
from server.ratings.ledger import HeldRating, RatingPool, find_pool
from server.seeks.matching import Seek, SoughtGame

UNRATED = CENTRE - 250
"""Assumed strength of a player without a rating: the offered bot is one that beginners sometimes beat."""


async def find_bot(executor: Executor, ratings: Ratings, seek: Seek) -> int | None:
    """Return the level that is nearest to a seek, by the present ratings of the bots."""
    found = []
    for level in filter(executor.ready, list_offered()):
        weights = published.weights_in_use() if level.weighs else 0
        found.append((level, await ratings.read(BotIdentity(level.number, level.version, weights).key)))
    return choose_level(found, seek)


def choose_level(levels: Iterable[tuple[Level, Mapping[RatingPool, HeldRating]]], seek: Seek) -> int | None:
    """Return the number of the nearest level, None if none plays any of the games; each comes with its ratings here.

    The distance of a bot is that in its nearest game. Its rating here counts once it is reliable, before that its
    initial one.
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
    """Return the assumed rating of a player in a pool: if unknown, the best of their other pools."""
    known = None if pool is None else seek.ratings.get(pool)
    return max(seek.ratings.values(), default=UNRATED) if known is None else known


def _strength(level: Level, held: Mapping[RatingPool, HeldRating], pool: RatingPool | None) -> float:
    known = None if pool is None else held.get(pool)
    return find_origin(level.number).seed if known is None or is_provisional(known.rating) else known.rating.value


def list_open_seeks(lines: Iterable[LobbyRoom], sessions: Sessions) -> Iterator[Seek]:
    """Yield the waiting rooms as seeks, if their owner is connected."""
    for line in lines:
        owner, clock = line.seats[0], line.clock
        address = None if owner is None else sessions.address_of(owner.id)
        if owner is not None and address is not None and not isinstance(clock, CorrespondenceSpec):
            game = SoughtGame(line.rules, line.size, line.opening)
            pool = find_pool(line.rules, by_correspondence=False)
            mark = None if line.marks is None else line.marks[0]
            known = (line.room, owner.id, address, line.created_at, (game,), (clock,), line.color, line.rated)
            ratings = {} if mark is None or pool is None else {pool: float(mark.rating)}
            yield Seek(*known, ratings=ratings, open=True)
