"""Evidence: agreement of moves with an analysis, and evenness of thinking times. Arithmetic alone.

Each figure comes with its sample size; nothing here judges it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, stdev

from bots.learning.study.findings import PROVEN, StudiedMove, Study
from server.protocol.evidence import EvidenceFigures, EvidenceShare, EvidenceSpread
from server.store.knowledge.studies import unpack

LEAST_GAMES = 10
"""Fewer games give no figures."""
OPENING = 6
"""Stones of the opening, which people play from memory."""
LONG = 7
"""Plies of a win that is not seen at a glance."""
LEAST_TIMES = 6
"""Fewer times of a game give no spread."""
LEAST_MS = 100
"""Shorter times are not thought."""
Z = 1.96
"""Intervals hold 95 of 100 cases."""


@dataclass(frozen=True, slots=True)
class MoveAndTime:
    """A stone: its seat, its point and the time that it took."""

    seat: int
    point: int
    think_ms: int


@dataclass(frozen=True, slots=True)
class SeatGame:
    """A game from one seat, with the study of its moves; ``slow`` means by correspondence."""

    seat: int
    slow: bool
    moves: Sequence[MoveAndTime]
    study: Sequence[StudiedMove]


def make_figures(games: Sequence[SeatGame]) -> EvidenceFigures:
    """Figures of some games; with fewer than `LEAST_GAMES` only their number."""
    if len(games) < LEAST_GAMES:
        return EvidenceFigures(len(games))
    return EvidenceFigures(
        len(games),
        choices=make_share(is_choice for game in games for is_choice in compare_choices(game)),
        wins=make_share(is_found for game in games for is_found in find_long_wins(game)),
        times=make_spread([spread for spread in map(measure_times, games) if spread is not None]),
    )


def compare_choices(game: SeatGame) -> list[bool]:
    """For each move of the seat in a free position, tell whether it was the first choice of the analysis.

    A free position has more than one move that does not lose: no threat, no proven win, and not lost.
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
    """For each new forced win of at least `LONG` plies of the seat, tell whether its move kept a forced win."""
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
    """Return the standard deviation of the logarithms of the seat's times: 0 if all are the same, whatever the speed.
    Answers to fours and open threes are left out."""
    times = [
        log(max(move.think_ms, LEAST_MS))
        for ply, (move, studied) in enumerate(zip(game.moves, game.study, strict=True))
        if ply >= 2 and move.seat == game.seat and studied.forced not in ("five", "four")
    ]
    return None if game.slow or len(times) < LEAST_TIMES else stdev(times)


def make_share(found: Iterable[bool]) -> EvidenceShare | None:
    """Return the share of True with its interval, None for no values."""
    all = list(found)
    return EvidenceShare(sum(all), len(all), *find_interval(sum(all), len(all))) if all else None


def find_interval(found: int, of: int) -> tuple[float, float]:
    """Return Wilson's interval of a share."""
    share, z2 = found / of, Z * Z
    centre = share + z2 / (2 * of)
    reach = Z * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    scale = 1 + z2 / of
    low, high = (centre - reach) / scale, (centre + reach) / scale
    return min(share, max(0.0, low)), max(share, min(1.0, high))  # rounding may pass the ends


def make_spread(spreads: Sequence[float]) -> EvidenceSpread | None:
    """Return the mean of the spreads of `measure_times` with its interval, None for fewer than `LEAST_GAMES`."""
    if len(spreads) < LEAST_GAMES:
        return None
    mean, reach = fmean(spreads), Z * stdev(spreads) / sqrt(len(spreads))
    return EvidenceSpread(mean, max(0.0, mean - reach), mean + reach, len(spreads))


@dataclass(frozen=True, slots=True)
class SeatInGame:
    """A seat of a stored game, given by its number."""

    serial: int
    seat: int
    slow: bool


@dataclass(frozen=True, slots=True)
class EvidenceMaterial:
    """Groups of seats that want figures, with the stored studies and the stones (seat, point, time) of their games."""

    groups: Sequence[Sequence[SeatInGame]]
    studies: dict[int, bytes]
    moves: dict[int, list[tuple[int, int, int]]]


def compute(material: EvidenceMaterial) -> list[EvidenceFigures]:
    """Return the figures of each group. A game whose study does not fit its stones is left out."""
    found: dict[int, Study] = {serial: unpack(body) for serial, body in material.studies.items()}
    moves = {serial: [MoveAndTime(*each) for each in stones] for serial, stones in material.moves.items()}
    return [
        make_figures(
            [
                SeatGame(side.seat, side.slow, moves[side.serial], found[side.serial].moves)
                for side in group
                if side.serial in found and len(moves.get(side.serial, ())) == len(found[side.serial].moves)
            ]
        )
        for group in material.groups
    ]
