"""Bodies of the HTTP API about players: profiles and leaderboards."""

from typing import Literal

from msgspec import Struct

from server.protocol.values import ColorName, OpeningName, RatingPoolName, RoleName, Rules, Size, Who


class PoolRating(Struct, frozen=True):
    """A player's rating in a pool: its deviation now, the number of games, and its history.

    ``history`` has instants with the rating and the deviation after a game; of many games it has a sample of at most a
    few hundred.
    """

    pool: RatingPoolName
    rating: int
    deviation: int
    games: int
    history: list[tuple[int, int, int]]


class OpponentScore(Struct, frozen=True):
    """Results against one opponent, from the side of the profile's player."""

    who: Who
    won: int
    drawn: int
    lost: int


class RulesScore(Struct, frozen=True):
    """Results under one rule set, from the side of the profile's player."""

    rules: Rules
    won: int
    drawn: int
    lost: int


class LostGame(Struct, frozen=True, omit_defaults=True):
    """A game that the profile's player has lost, and its lesson: as in `LessonSummary`."""

    game: str
    ended_at: int
    opponent: Who
    color: ColorName
    entry: int
    mistake: int | None = None


class PuzzleStanding(Struct, frozen=True):
    """A player at puzzles: the rating after so many ``rated`` attempts, the ``days`` in a row with the daily puzzle and
    the most ever, and the longest ``streak`` in a run."""

    rating: int
    deviation: int
    rated: int
    days: int
    most_days: int
    streak: int


class PlayerProfile(Struct, frozen=True, omit_defaults=True):
    """A player with an account, or a bot, as everybody may see them: only public games that began on the empty board
    count. ``given`` are the public games that began from a given position.

    ``since`` is the creation of the account, or for a bot its first such game, null without any. Results are those of
    the latest games, at most some thousands: ``partial`` says that there are more. ``streak`` is the common result of
    the last games and their number; ``longest`` the longest series of wins. ``puzzles`` counts first attempts that
    succeeded and that failed; null if there were none. ``at_puzzles`` is null before the first rated attempt.
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
    at_puzzles: PuzzleStanding | None = None
    role: RoleName | None = None
    partial: bool = False
    given: int = 0


class RankedPlayer(Struct, frozen=True):
    """A line of a leaderboard; the deviation is today's."""

    who: Who
    rating: int
    deviation: int
    games: int
    last_at: int


class FirstMoveWorth(Struct, frozen=True):
    """Value of black's first move in games of a kind, in rating points, with one standard error."""

    rules: Rules
    size: Size
    opening: OpeningName
    points: int
    error: int
    games: int


class Leaderboard(Struct, frozen=True):
    """The strongest players of a pool, people and bots, among those whose ratings are reliable enough."""

    pool: RatingPoolName
    players: list[RankedPlayer]
    first_moves: list[FirstMoveWorth]
