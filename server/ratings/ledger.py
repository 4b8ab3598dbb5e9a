"""The ledger of ratings: the change by each rated game, with its basis, in the order of the ends.

It is a fold over the games: the same games give the same numbers to the last digit, one by one or in a full recount.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from server.protocol.values import RatingPoolName
from server.ratings.glicko2 import OURS, PlayerRating, RatedResult, RatingSystem, expect, grow, update

DAY_MS = 86_400_000

RuleFamily = Literal["gomoku", "renju", "caro"]
_FAMILIES: dict[str, RuleFamily] = {"freestyle": "gomoku", "standard": "gomoku", "renju": "renju", "caro": "caro"}


class RatingPool(NamedTuple):
    """Games that count for one rating of a player: few kinds, since a club has few games."""

    family: RuleFamily
    by_correspondence: bool


POOLS: dict[RatingPool, RatingPoolName] = {
    RatingPool("gomoku", False): "gomoku",
    RatingPool("renju", False): "renju",
    RatingPool("caro", False): "caro",
    RatingPool("gomoku", True): "gomoku_correspondence",
    RatingPool("renju", True): "renju_correspondence",
    RatingPool("caro", True): "caro_correspondence",
}
POOLS_BY_NAME: dict[str, RatingPool] = {name: pool for pool, name in POOLS.items()}


class RatedGame(NamedTuple):
    """A game that counts; ``score`` is that of the player who moved ``first``, ``advantage`` the worth of that.

    Players have permanent names: a person's id, a bot's engine with its version. ``ended_at`` is in ms since 1970.
    """

    id: str
    ended_at: int
    pool: RatingPool
    first: str
    second: str
    score: float
    advantage: float = 0.0


class RatingChange(NamedTuple):
    """The change by a game for one player, with its ``expected`` score against the opponent's rating then.

    ``before`` is the rating at the end of the game, with the deviation grown since the previous one.
    """

    game: str
    pool: RatingPool
    player: str
    opponent: str
    against: PlayerRating
    before: PlayerRating
    after: PlayerRating
    expected: float
    score: float


@dataclass(frozen=True, slots=True)
class HeldRating:
    """A player's rating in a pool after ``games`` games, the last at ``last_at`` (ms)."""

    rating: PlayerRating
    games: int
    last_at: int


def name_pool(pool: RatingPool) -> RatingPoolName:
    """Return the stored name of a pool."""
    return POOLS[pool]


def find_pool(rules: str, by_correspondence: bool) -> RatingPool | None:
    """Return the pool for games by these rules; None for rules that are not rated."""
    family = _FAMILIES.get(rules)
    return None if family is None else RatingPool(family, by_correspondence)


class RatingLedger:
    """Ratings by player and pool. ``begin`` returns the initial rating of a new player, such as a bot's by its level,
    and ``find_system`` a player's parameters: an anchor's for a classic bot.
    """

    def __init__(
        self,
        begin: Callable[[str, RatingPool], PlayerRating] = lambda player, pool: PlayerRating(),
        find_system: Callable[[str], RatingSystem] = lambda player: OURS,
    ) -> None:
        self._begin = begin
        self._find_system = find_system
        self._held: dict[tuple[str, RatingPool], HeldRating] = {}

    def find(self, player: str, pool: RatingPool) -> HeldRating | None:
        """Return a player's rating; None before the first rated game."""
        return self._held.get((player, pool))

    def hold(self, player: str, pool: RatingPool, held: HeldRating) -> None:
        """Set a player's rating from games that were counted before."""
        self._held[player, pool] = held

    def rate(self, game: RatedGame) -> tuple[RatingChange, RatingChange]:
        """Count a game for both players, each against the other's rating at its end. Return the changes of the first
        and the second.

        Raises ValueError, with nothing changed, for a game against oneself, or one that ended before a counted one.
        """
        if game.first == game.second:
            raise ValueError("nobody is rated against himself")
        first, second = (self._at(player, game.pool, game.ended_at) for player in (game.first, game.second))
        one = self._change(game, game.first, game.second, first, second, game.score, game.advantage)
        other = self._change(game, game.second, game.first, second, first, 1 - game.score, -game.advantage)
        for change in (one, other):
            held = self.find(change.player, game.pool)
            games = 1 if held is None else held.games + 1
            self._held[change.player, game.pool] = HeldRating(change.after, games, game.ended_at)
        return one, other

    def _at(self, player: str, pool: RatingPool, at: int) -> PlayerRating:
        held = self.find(player, pool)
        if held is None:
            return self._begin(player, pool)
        return grow(held.rating, (at - held.last_at) / DAY_MS, self._find_system(player))

    def _change(
        self,
        game: RatedGame,
        player: str,
        opponent: str,
        before: PlayerRating,
        against: PlayerRating,
        score: float,
        advantage: float,
    ) -> RatingChange:
        after = update(before, [RatedResult(against, score, advantage)], self._find_system(player))
        expected = expect(before, against, advantage)
        return RatingChange(game.id, game.pool, player, opponent, against, before, after, expected, score)
