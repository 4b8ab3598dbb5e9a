"""Sums of a run's results: scores of every two players, how games ended, and the resulting Elo."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bots.match.pairing import Pairing
from bots.match.pairing_game import PairingResult
from bots.match.rating import Evidence, Rating, rate


@dataclass(frozen=True, slots=True)
class Record:
    """Games won, drawn and lost."""

    won: int
    drawn: int
    lost: int

    @property
    def games(self) -> int:
        """The number of games."""
        return self.won + self.drawn + self.lost

    @property
    def points(self) -> float:
        """The points; a draw is half a point."""
        return self.won + self.drawn / 2


@dataclass(frozen=True, slots=True)
class Standings:
    """Players in ``order`` from the strongest; ``against[one][other]`` is the record of one against the other.

    ``black`` is the record of that colour, ``reasons`` counts how games ended, ``log`` lists errors in games.
    """

    players: tuple[str, ...]
    order: tuple[str, ...]
    rating: Rating
    against: Mapping[str, Mapping[str, Record]]
    black: Record
    reasons: Mapping[str, int]
    plies: float
    log: tuple[str, ...]

    def record(self, name: str) -> Record:
        """Return a player's record against all others."""
        records = self.against[name].values()
        return Record(sum(r.won for r in records), sum(r.drawn for r in records), sum(r.lost for r in records))


def standings(
    players: Sequence[str],
    matches: Sequence[Pairing],
    played: Sequence[PairingResult],
    anchor: str | None = None,
    anchor_elo: float = 0.0,
) -> Standings:
    """Sum up the games of all matches, which may have finished in any order."""
    games = sorted(played, key=lambda game: game.number)
    tallies: dict[tuple[str, str], Counter[float]] = defaultdict(Counter)
    units: dict[int, tuple[str, str, float]] = {}
    black: Counter[float] = Counter()
    for game in games:
        match = matches[game.number]
        points = 0.5 if game.winner is None else float(game.winner == match.black)
        black[points] += 1
        tallies[match.black, match.white][points] += 1
        tallies[match.white, match.black][1 - points] += 1
        if game.number % 2:
            one, other, before = units[game.number // 2]
            units[game.number // 2] = one, other, before + 1 - points
        else:
            units[game.number // 2] = match.black, match.white, points

    index = {name: number for number, name in enumerate(players)}
    evidence = [Evidence(index[one], index[other], points, 2) for one, other, points in units.values()]
    rating = rate(len(players), evidence, None if anchor is None else index[anchor], anchor_elo)
    return Standings(
        tuple(players),
        tuple(sorted(players, key=lambda name: (-rating.elo[index[name]], name))),
        rating,
        {one: {other: _record(tallies[one, other]) for other in players if other != one} for one in players},
        _record(black),
        dict(sorted(Counter(game.reason for game in games).items())),
        sum(len(game.moves) for game in games) / len(games),
        tuple(f"game {game.number}: {game.log}" for game in games if game.log),
    )


def _record(tally: Counter[float]) -> Record:
    return Record(tally[1.0], tally[0.5], tally[0.0])
