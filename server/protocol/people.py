"""Bodies of the HTTP API about players: the profile of one, and who is strongest."""

from typing import Literal

from msgspec import Struct

from server.protocol.values import ColorName, OpeningName, RatingPoolName, RoleName, Rules, Size, Who


class PoolRating(Struct, frozen=True):
    """A player's rating in a pool: the deviation as it is now, the number of games, and how it has come about.

    ``history`` has instants with the rating and the deviation after a game, of many games some: never more than a few
    hundred.
    """

    pool: RatingPoolName
    rating: int
    deviation: int
    games: int
    history: list[tuple[int, int, int]]


class OpponentScore(Struct, frozen=True):
    """Games against somebody, as the player of the profile has ended them."""

    who: Who
    won: int
    drawn: int
    lost: int


class RulesScore(Struct, frozen=True):
    """Games by a rule set, as the player of the profile has ended them."""

    rules: Rules
    won: int
    drawn: int
    lost: int


class LostGame(Struct, frozen=True, omit_defaults=True):
    """A game that the player of the profile has lost, and what is to be learned from it: as in `LessonSummary`."""

    game: str
    ended_at: int
    opponent: Who
    color: ColorName
    entry: int
    mistake: int | None = None


class PlayerProfile(Struct, frozen=True, omit_defaults=True):
    """A player with an account, or a bot, as everybody may see them: of games only public ones count
    that began on the empty board.

    They are here ``since`` the account was made, or since the first of these games; null for a bot without any.

    Results are those of the latest games, at most some thousands: ``partial`` says that there are more. ``streak`` is
    how the last games ended alike, and how many of them; ``longest`` the most that were won one after the other. Of
    ``puzzles`` it is told how many first attempts succeeded and how many did not; null where none were made.
    """

    who: Who
    since: int | None
    ratings: list[PoolRating]
    opponents: list[OpponentScore]
    rules: list[RulesScore]
    lost: list[LostGame]
    won_in_all: int
    drawn_in_all: int
    lost_in_all: int
    longest: int
    streak: tuple[Literal["won", "drawn", "lost"], int] | None = None
    puzzles: tuple[int, int] | None = None
    role: RoleName | None = None
    partial: bool = False


class RankedPlayer(Struct, frozen=True):
    """A line of a leaderboard; the deviation is that of today."""

    who: Who
    rating: int
    deviation: int
    games: int
    last_at: int


class FirstMoveWorth(Struct, frozen=True):
    """What black's first move is worth in games of a kind, in points of rating, with one standard error."""

    rules: Rules
    size: Size
    opening: OpeningName
    points: int
    error: int
    games: int


class Leaderboard(Struct, frozen=True):
    """Who is strongest in a pool, people and bots, of those whose ratings are known well enough."""

    pool: RatingPoolName
    players: list[RankedPlayer]
    first_moves: list[FirstMoveWorth]
