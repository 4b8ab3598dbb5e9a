"""Ratings as players hold them, for whoever asks: read once, and kept while they are asked for."""

from collections.abc import Collection, Mapping

from server.protocol.values import PoolMark, RatingMark
from server.ratings.glicko2 import PlayerRating
from server.ratings.ledger import POOLS, POOLS_BY_NAME, HeldRating, RatingPool
from server.store import ratings
from server.store.database import Database
from server.store.sql import Row

MOST_KEPT = 20_000
"""Players whose ratings are in memory, those that were asked for last: some 10 MiB."""


def read_held(row: Row) -> HeldRating:
    """What a row of ``ratings`` says."""
    rating = PlayerRating(row["rating"], row["deviation"], row["volatility"])
    return HeldRating(rating, row["games"], row["last_at"])


async def read_ratings(db: Database, player: str) -> dict[RatingPool, HeldRating]:
    """What a player, a person or a bot by its key, has come to, in the pools in which any game was rated."""
    return {POOLS_BY_NAME[row["pool"]]: read_held(row) for row in await ratings.read_held(db, [player])}


def make_mark(rating: PlayerRating) -> RatingMark:
    """A rating as it stands beside a name."""
    return RatingMark(round(rating.value), round(rating.deviation))


def list_marks(held: Mapping[RatingPool, HeldRating], pools: Collection[RatingPool]) -> list[PoolMark]:
    """Those of some pools, in the usual order."""
    return [
        PoolMark(name, round(held[pool].rating.value), round(held[pool].rating.deviation))
        for pool, name in POOLS.items()
        if pool in pools and pool in held
    ]


class Ratings:
    """What players have come to by the games that are counted so far.

    The deviation is that after the last game: `server.ratings.glicko2.grow` says what it is by now.
    """

    def __init__(self, db: Database) -> None:
        self._db = db
        self._known: dict[str, Mapping[RatingPool, HeldRating]] = {}
        self._changes = 0

    async def read(self, player: str) -> Mapping[RatingPool, HeldRating]:
        """Those of a player, by id, or of a bot, by its key; a pool in which no game was rated is not there."""
        known = self._known.pop(player, None)
        while known is None:
            changes = self._changes
            found = await read_ratings(self._db, player)
            if changes == self._changes:  # else it may be what was there before
                known = found
        self._known[player] = known
        if len(self._known) > MOST_KEPT:
            del self._known[next(iter(self._known))]
        return known

    def peek(self, player: str) -> Mapping[RatingPool, HeldRating] | None:
        """The same where it is in memory; None where it would have to be read."""
        return self._known.get(player)

    def note(self, held: Mapping[tuple[str, RatingPool], HeldRating]) -> None:
        """Players have come to this."""
        self._changes += 1
        for (player, pool), rating in held.items():
            known = self._known.get(player)
            if known is not None:
                self._known[player] = {**known, pool: rating}

    def forget(self) -> None:
        """Anybody may have come to something else."""
        self._changes += 1
        self._known.clear()
