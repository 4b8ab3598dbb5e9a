"""Matching of seeks: pairs of players and their games. Pure.

Two seeks fit if they share a game and a clock, agree on whether it is rated (and then both or neither have an account),
do not both want the same colour, and have ratings within each other's windows, which widen while they wait. Of all
pairs that fit, the best comes first, then the best of the rest.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import NamedTuple

from gomoku.openings.rules import OPENINGS
from gomoku.rulesets import ruleset
from server.moderation.blocks import MayMeet
from server.protocol.values import ClockSpec, ColorChoice, OpeningName, Rules
from server.ratings.ledger import RatingPool, find_pool

MOST_MATCHED = 200
"""Most seeks matched together: if every pair fits, they take 80 ms of one core, in a thread; if pairs who have just
played fit nobody else, up to 180 ms."""
FIRST_REACH = 100
"""Initial width of the rating window in points."""
REACH_A_SECOND = 25
"""Growth of the window for each second of waiting."""
UNKNOWN_GAP = 150
"""Assumed difference to an unknown rating."""
WAITED_A_SECOND = 5
"""Points by which a second of waiting improves a pair."""
AGAIN_MS = 15_000
"""Waiting time after which two players who have just played each other may be matched again although somebody else is
there with whom one of them could play."""


class SoughtGame(NamedTuple):
    """A game that may be played."""

    rules: Rules
    size: int
    opening: OpeningName


class AgreedGame(NamedTuple):
    """The game of two players; ``color`` is that of the first."""

    game: SoughtGame
    clock: ClockSpec
    color: ColorChoice
    rated: bool


@dataclass(frozen=True, slots=True)
class Seek:
    """A player at an address who looks for one of ``games`` with one of ``clocks``, in order of preference.

    ``since`` is in ms. ``within`` is the largest difference to an opponent's rating, None for any. ``ratings`` are the
    player's own, by pool; ``last`` is the last opponent. An ``open`` seek stands for a room with a free seat,
    in which anybody may sit down. ``account`` says whether the player has one, if the seek is rated: a game with a
    guest changes no rating.
    """

    id: str
    player: str
    address: str
    since: int
    games: tuple[SoughtGame, ...]
    clocks: tuple[ClockSpec, ...]
    color: ColorChoice = "random"
    rated: bool = False
    within: int | None = None
    ratings: Mapping[RatingPool, float] = field(default_factory=dict)
    last: str = ""
    open: bool = False
    account: bool = False

    @property
    def stakes(self) -> tuple[bool, bool]:
        """Terms that both sides must agree on: whether the game is rated, and whether that will count."""
        return self.rated, self.rated and self.account


class Matched(NamedTuple):
    """A match of two seeks, the older first, with their game."""

    first: Seek
    second: Seek
    agreed: AgreedGame


def list_games(rules: Iterable[Rules], sizes: Iterable[int], openings: Iterable[OpeningName]) -> tuple[SoughtGame, ...]:
    """List the possible games of some wishes."""
    return tuple(
        SoughtGame(*wish)
        for wish in product(dict.fromkeys(rules), dict.fromkeys(sizes), dict.fromkeys(openings))
        if wish[1] in ruleset(wish[0]).sizes and OPENINGS[wish[2]].fits(wish[0], wish[1])
    )


def find_matches(seeks: Sequence[Seek], now: int, may_meet: MayMeet) -> list[Matched]:
    """Match players, each once, best pairs first; ``may_meet`` says whether two players may play each other."""
    asked = [_Asked(seek, now) for seek in take_turns(seeks, MOST_MATCHED)]
    _number(asked)
    pairs: list[tuple[float, str, str, _Asked, _Asked]] = []
    for a, b in combinations(asked, 2):
        if a.clocks & b.clocks and a.stakes == b.stakes and a.seek.player != b.seek.player:
            score = _score(a, b)
            if score is not None and not _awaits_others(a, b, asked, may_meet):
                first, second = sorted((a, b), key=lambda each: (not each.seek.open, each.seek.since, each.seek.id))
                pairs.append((score, first.seek.id, second.seek.id, first, second))
    taken: set[str] = set()
    found: list[Matched] = []
    for *_, first, second in sorted(pairs, key=lambda pair: pair[:3]):
        players = {first.seek.player, second.seek.player}
        if taken.isdisjoint(players) and may_meet(first.seek.player, second.seek.player):
            taken |= players
            found.append(Matched(first.seek, second.seek, _agree(first, second)))
    return found


def agree(first: Seek, second: Seek) -> AgreedGame | None:
    """Return the game of two players who choose each other, whatever their waiting time, but within the limits on each
    other's rating; None if there is none.
    """
    common = set(first.games) & set(second.games)
    games = [game for game in first.games if game in common and _suit(first, second, game)]
    clocks = [clock for clock in first.clocks if clock in second.clocks]
    if not games or not clocks or first.stakes != second.stakes or _clash(first.color, second.color):
        return None
    return AgreedGame(games[0], clocks[0], _choose_color(first.color, second.color), first.rated)


def take_turns(seeks: Iterable[Seek], most: int) -> list[Seek]:
    """Return up to ``most`` seeks, the longest waiting of each address before the second of any, so that a crowd behind
    one address does not shut out others.
    """
    before: dict[str, int] = {}
    places: list[tuple[int, int, str, Seek]] = []
    for seek in sorted(seeks, key=lambda seek: (seek.since, seek.id)):
        place = before[seek.address] = before.get(seek.address, -1) + 1
        places.append((place, seek.since, seek.id, seek))
    return [seek for *_, seek in sorted(places, key=lambda place: place[:3])[:most]]


class _Asked:
    """A seek at an instant, with its wishes as bit sets for fast comparison."""

    __slots__ = ("clocks", "games", "reach", "seek", "stakes", "waited")

    def __init__(self, seek: Seek, now: int) -> None:
        self.seek = seek
        self.stakes = seek.stakes
        self.waited = max(0, now - seek.since)
        widened = FIRST_REACH + REACH_A_SECOND * self.waited / 1000
        self.reach = float("inf") if seek.open else widened if seek.within is None else min(widened, seek.within)
        self.games: dict[RatingPool | None, int] = {}
        self.clocks = 0

    def reaches(self, other: "_Asked", pool: RatingPool | None) -> bool:
        """Return whether the other's rating is within the present window."""
        return _admits(self.seek, other.seek, pool, self.reach)


def _admits(seek: Seek, other: Seek, pool: RatingPool | None, reach: float) -> bool:
    """Return whether the other's rating is within ``reach``; a pool of None has no ratings.

    A player without a rating accepts every opponent; one who sets a limit does not accept an unknown rating.
    """
    mine, others = (None, None) if pool is None else (seek.ratings.get(pool), other.ratings.get(pool))
    if mine is None or others is None:
        return mine is None or seek.within is None
    return abs(mine - others) <= reach


def _suit(a: Seek, b: Seek, game: SoughtGame) -> bool:
    return _admit_at_last(a, b, find_pool(game.rules, by_correspondence=False))


def _admit_at_last(a: Seek, b: Seek, pool: RatingPool | None) -> bool:
    """Return whether two are within the limits that both set on ratings, and so in their windows some time."""
    return all(
        _admits(seek, other, pool, float("inf") if seek.within is None else seek.within)
        for seek, other in ((a, b), (b, a))
    )


def _number(asked: Iterable[_Asked]) -> None:
    games: dict[SoughtGame, int] = {}
    clocks: dict[ClockSpec, int] = {}
    for each in asked:
        for game in each.seek.games:
            pool = find_pool(game.rules, by_correspondence=False)
            each.games[pool] = each.games.get(pool, 0) | 1 << games.setdefault(game, len(games))
        for clock in each.seek.clocks:
            each.clocks |= 1 << clocks.setdefault(clock, len(clocks))


def _list_pools(a: _Asked, b: _Asked) -> Iterator[RatingPool | None]:
    """Yield the pools in which the two may play a game, in the first's order of preference."""
    for pool, games in a.games.items():
        if games & b.games.get(pool, 0) and a.reaches(b, pool) and b.reaches(a, pool):
            yield pool


def _score(a: _Asked, b: _Asked) -> float | None:
    """Return the cost of a pair, lower is better; None if they do not fit."""
    if _clash(a.seek.color, b.seek.color) or (a.seek.open and b.seek.open):
        return None
    gaps = [_measure_gap(a.seek, b.seek, pool) for pool in _list_pools(a, b)]
    return min(gaps) - WAITED_A_SECOND * (a.waited + b.waited) / 1000 if gaps else None


def _awaits_others(a: _Asked, b: _Asked, asked: Iterable[_Asked], may_meet: MayMeet) -> bool:
    """Return whether two who have just played each other wait a while longer for another opponent: there is one whose
    game either could play, perhaps once their windows are wider.
    """
    again = a.seek.last == b.seek.player or b.seek.last == a.seek.player
    if not again or min(a.waited, b.waited) >= AGAIN_MS:
        return False
    players = {a.seek.player, b.seek.player}
    return any(
        _fit_at_last(one, other) and may_meet(one.seek.player, other.seek.player)
        for other in asked
        if other.seek.player not in players
        for one in (a, b)
    )


def _fit_at_last(a: _Asked, b: _Asked) -> bool:
    """Return whether two fit once their windows are as wide as they ever are."""
    if not a.clocks & b.clocks or a.stakes != b.stakes:
        return False
    if _clash(a.seek.color, b.seek.color) or (a.seek.open and b.seek.open):
        return False
    return any(games & b.games.get(pool, 0) and _admit_at_last(a.seek, b.seek, pool) for pool, games in a.games.items())


def _measure_gap(a: Seek, b: Seek, pool: RatingPool | None) -> float:
    if pool is None or pool not in a.ratings or pool not in b.ratings:
        return UNKNOWN_GAP
    return abs(a.ratings[pool] - b.ratings[pool])


def _agree(first: _Asked, second: _Asked) -> AgreedGame:
    """Return the game of a pair: the first's favourite that their ratings allow."""
    pools = set(_list_pools(first, second))
    common = set(first.seek.games) & set(second.seek.games)
    game = next(
        game for game in first.seek.games if game in common and find_pool(game.rules, by_correspondence=False) in pools
    )
    clock = next(clock for clock in first.seek.clocks if clock in second.seek.clocks)
    return AgreedGame(game, clock, _choose_color(first.seek.color, second.seek.color), first.seek.rated)


def _clash(a: ColorChoice, b: ColorChoice) -> bool:
    return a == b != "random"


def _choose_color(first: ColorChoice, second: ColorChoice) -> ColorChoice:
    """Return the colour of the first."""
    if first != "random" or second == "random":
        return first
    return "white" if second == "black" else "black"
