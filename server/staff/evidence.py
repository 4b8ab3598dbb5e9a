"""Evidence: how much moves are like an analysis, and how even the times are that were thought. Arithmetic alone.

It gives figures with what they rest on, and says nothing of what they mean.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, stdev

from bots.learning.study.findings import PROVEN, StudiedMove
from server.protocol.evidence import EvidenceFigures, EvidenceShare, EvidenceSpread

LEAST_GAMES = 10
"""Of fewer nothing is said."""
OPENING = 6
"""So many stones are played by heart, and stand in games of many."""
LONG = 7
"""A win of so many plies is not seen at a glance."""
LEAST_TIMES = 6
"""Of a game with fewer times it cannot be said how even they are."""
LEAST_MS = 100
"""Shorter times are those of the hand, not of the head."""
Z = 1.96
"""Intervals are those in which 95 of 100 lie."""


@dataclass(frozen=True, slots=True)
class MoveAndTime:
    """One stone of a game: who put it where, and the time that this took."""

    seat: int
    point: int
    think_ms: int


@dataclass(frozen=True, slots=True)
class SeatGame:
    """A game as one seat played it, with the study of its moves; ``slow`` is one by correspondence."""

    seat: int
    slow: bool
    moves: Sequence[MoveAndTime]
    study: Sequence[StudiedMove]


def make_figures(games: Sequence[SeatGame]) -> EvidenceFigures:
    """The figures of some games; with fewer than `LEAST_GAMES` their number alone."""
    if len(games) < LEAST_GAMES:
        return EvidenceFigures(len(games))
    return EvidenceFigures(
        len(games),
        choices=make_share(is_choice for game in games for is_choice in compare_choices(game)),
        wins=make_share(is_found for game in games for is_found in find_long_wins(game)),
        times=make_spread([spread for spread in map(measure_times, games) if spread is not None]),
    )


def compare_choices(game: SeatGame) -> list[bool]:
    """Of each move of the seat in a free position, whether it was the first choice of the analysis.

    Free is one with more than one move that does not lose: nothing had to be answered, nobody had a proven win, and it
    was not lost.
    """
    return [
        move.choice == game.moves[ply].point
        for ply, move in enumerate(game.study)
        if ply >= OPENING and game.moves[ply].seat == game.seat and _is_free(game, ply)
    ]


def _is_free(game: SeatGame, ply: int) -> bool:
    move, before = game.study[ply], game.study[ply - 1]
    lost = -PROVEN if ply % 2 == 0 else PROVEN
    return move.choice is not None and move.forced is None and move.win is None and before.eval != lost


def find_long_wins(game: SeatGame) -> list[bool]:
    """Of each win by force of `LONG` plies or more that the seat came to have, whether it played it: by its first
    move, or by one after which there still was one."""
    return [
        _is_found(game, ply)
        for ply, move in enumerate(game.study)
        if move.win is not None
        and len(move.win.line) >= LONG
        and game.moves[ply].seat == game.seat
        and (ply < 2 or game.study[ply - 2].win is None)
    ]


def _is_found(game: SeatGame, ply: int) -> bool:
    win = game.study[ply].win
    if win is not None and game.moves[ply].point == win.line[0]:
        return True
    if ply + 2 < len(game.study):
        return game.study[ply + 2].win is not None
    return game.study[ply].label != "missed_win"


def measure_times(game: SeatGame) -> float | None:
    """How uneven the times of the seat are in a game: the standard deviation of their logarithms, which is 0 where all
    are the same and does not depend on how fast somebody plays. Answers to fours and open threes are left out."""
    times = [
        log(max(move.think_ms, LEAST_MS))
        for ply, (move, studied) in enumerate(zip(game.moves, game.study, strict=True))
        if ply >= 2 and move.seat == game.seat and studied.forced not in ("five", "four")
    ]
    return None if game.slow or len(times) < LEAST_TIMES else stdev(times)


def make_share(found: Iterable[bool]) -> EvidenceShare | None:
    """How many of some are so, with an interval; None of none."""
    all = list(found)
    return EvidenceShare(sum(all), len(all), *find_interval(sum(all), len(all))) if all else None


def find_interval(found: int, of: int) -> tuple[float, float]:
    """Wilson's interval of a share."""
    share, z2 = found / of, Z * Z
    centre = share + z2 / (2 * of)
    reach = Z * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    scale = 1 + z2 / of
    low, high = (centre - reach) / scale, (centre + reach) / scale
    return min(share, max(0.0, low)), max(share, min(1.0, high))  # rounding may carry an end past these


def make_spread(spreads: Sequence[float]) -> EvidenceSpread | None:
    """The mean of what `measure_times` gives of games, with its interval; None for fewer than `LEAST_GAMES`."""
    if len(spreads) < LEAST_GAMES:
        return None
    mean, reach = fmean(spreads), Z * stdev(spreads) / sqrt(len(spreads))
    return EvidenceSpread(mean, max(0.0, mean - reach), mean + reach, len(spreads))
