"""Cache of the ratings that players hold."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping

from server.protocol.values import PoolMark, RatingMark
from server.ratings.glicko2 import PlayerRating
from server.ratings.ledger import POOLS, POOLS_BY_NAME, HeldRating, RatingPool
from server.store.database import Database
from server.store.games import ratings
from server.store.records import StoredRating

MOST_KEPT = 20_000
"""Most players in the cache, least recently used first out: some 10 MiB."""


def make_held(stored: StoredRating) -> HeldRating:
    """Return a stored rating as the ledger holds it."""
    return HeldRating(PlayerRating(stored.rating, stored.deviation, stored.volatility), stored.games, stored.last_at)


ReadRatings = Callable[[str], Awaitable[Mapping[RatingPool, HeldRating]]]
"""Returns a player's ratings by pool."""


async def read_ratings(db: Database, player: str) -> dict[RatingPool, HeldRating]:
    """Read the ratings of a person or of a bot's key, by pool with rated games."""
    return {POOLS_BY_NAME[each.pool]: make_held(each) for each in await ratings.read_held(db, [player])}


def make_mark(rating: PlayerRating) -> RatingMark:
    """Build the mark that stands beside a name."""
    return RatingMark(round(rating.value), round(rating.deviation))


def list_marks(held: Mapping[RatingPool, HeldRating], pools: Collection[RatingPool]) -> list[PoolMark]:
    """List the marks of some pools, in the usual order."""
    return [
        PoolMark(name, round(held[pool].rating.value), round(held[pool].rating.deviation))
        for pool, name in POOLS.items()
        if pool in pools and pool in held
    ]


class Ratings:
    """Cached ratings after all games counted so far.

    The deviation is that after the last game: `server.ratings.glicko2.grow` computes the present one.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[str, Mapping[RatingPool, HeldRating]] = {}
        self._changes = 0

    async def read(self, player: str) -> Mapping[RatingPool, HeldRating]:
        """Return the ratings of a player's id or a bot's key, by pool with rated games."""
        known = self._known.pop(player, None)
        while known is None:
            changes = self._changes
            found = await read_ratings(self._db, player)
            if changes == self._changes:  # else it may be outdated
                known = found
        self._known[player] = known
        if len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]
        return known

    def peek(self, player: str) -> Mapping[RatingPool, HeldRating] | None:
        """Return cached ratings; None if they would have to be read."""
        return self._known.get(player)

    def note(self, held: Mapping[tuple[str, RatingPool], HeldRating]) -> None:
        """Update the cache with new ratings."""
        self._changes += 1
        for (player, pool), rating in held.items():
            known = self._known.get(player)
            if known is not None:
                self._known[player] = {**known, pool: rating}

    def forget(self, players: Iterable[str] | None = None) -> None:
        """Drop some players from the cache, or all."""
        self._changes += 1
        if players is None:
            self._known.clear()
        else:
            for player in players:
                self._known.pop(player, None)
