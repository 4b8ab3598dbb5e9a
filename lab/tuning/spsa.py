"""MarginTuning of the search's margins by games, with simultaneous perturbation (SPSA):

    python -m lab.tuning.spsa --nodes 30000 --pairs 2000 --jobs 2 --kept FILE

In each step all margins move by their steps, each up or down by chance; the search with these margins plays a pair of
games against the search with the opposite ones, and the margins move a little towards the winner (Spall 1992, with the
step sizes that Fishtest uses). A run resumes from its file. The openings differ, up to symmetry, from the arena's, so
that a match of the arena can judge what is printed.
"""

import argparse
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, fields, replace
from itertools import islice
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any, Final

from bots.arguments import positive_number
from bots.errors import ArenaError
from bots.search.alphabeta.margins import MARGINS, Margins
from lab.machines import open_machines
from lab.tuning.selfplay import openings, play_pair

STEPS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "reverse": 8,
        "reverse_from": 0.4,
        "reverse_better": 0.4,
        "razor": 20,
        "razor_ply": 12,
        "futility": 20,
        "futility_ply": 12,
        "late": 1,
        "late_power": 0.12,
        "reduction": 0.1,
        "reduction_base": 0.15,
        "worse": 0.4,
        "unlikely": 1.2,
        "behind": 0.3,
        "killer": 0.8,
        "counter": 0.8,
        "past": 0.3,
    }
)
"""Perturbation of each margin in the last step."""
RATE: Final = 0.03  # part of a step by which a margin moves for a pair won, at the end of a run
ALPHA: Final = 0.602  # the usual exponents
GAMMA: Final = 0.101
SLOW: Final = 0.1  # part of the run that slows the first steps


def scales(step: int, pairs: int) -> tuple[float, float]:
    """Return the factors on STEPS of the move and of the perturbation in a step of a run of so many pairs; both end
    near RATE and 1."""
    late = pairs * (1 + SLOW)
    perturbation = (pairs / (step + 1)) ** GAMMA
    return RATE * (late / (step + 1 + pairs * SLOW)) ** ALPHA / perturbation, perturbation


def signs(step: int, seed: int) -> tuple[int, ...]:
    """Return the directions of a step's perturbations, 1 or -1 for each of STEPS."""
    chance = Random(f"{seed}:{step}")
    return tuple(chance.choice((-1, 1)) for _ in STEPS)


def moved(margins: Margins, directions: tuple[int, ...], scale: float) -> Margins:
    """Return the margins moved by ``scale`` of their steps in these directions; whole numbers stay near whole."""
    changes = {
        name: getattr(margins, name) + sign * scale * size
        for (name, size), sign in zip(STEPS.items(), directions, strict=True)
    }
    return replace(margins, **changes)


class MarginTuning:
    """A run: the margins so far, and the steps that made them."""

    def __init__(self, margins: Margins, pairs: int, seed: int) -> None:
        self.margins = margins
        self.done: dict[int, float] = {}
        self._pairs = pairs
        self._seed = seed

    def question(self, step: int) -> tuple[Margins, Margins]:
        """Return the two players of a step."""
        directions, (_, perturbation) = signs(step, self._seed), scales(step, self._pairs)
        return moved(self.margins, directions, perturbation), moved(self.margins, directions, -perturbation)

    def learn(self, step: int, points: float) -> None:
        """Move the margins by the points, 0 to 2, of a step's first player."""
        move, _ = scales(step, self._pairs)
        self.margins = moved(self.margins, signs(step, self._seed), move * (points - 1))
        self.done[step] = points


def run(tuning: MarginTuning, options: argparse.Namespace) -> Iterator[int]:
    """Play the steps that are left, on so many processes or on the cluster; yield each step when it is learned."""
    left = [n for n in range(options.pairs) if n not in tuning.done]
    drawn = list(islice(openings(options.seed), options.pairs))
    with open_machines(options.jobs, options.cluster) as compute:
        # each question is asked of what is learned when it is played
        questions = ((drawn[step], *tuning.question(step), options.nodes) for step in left)
        for number, points in compute(play_pair, questions):
            tuning.learn(left[number], points)
            yield left[number]


def _read(file: Path, tuning: MarginTuning) -> None:
    for line in file.read_text(encoding="ascii").splitlines() if file.exists() else ():
        row: dict[str, Any] = json.loads(line)
        tuning.learn(row["step"], row["points"])


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Tune the search's margins by games against itself.")
    parser.add_argument("--nodes", type=positive_number, default=30_000, help="stones on the board a move")
    parser.add_argument("--pairs", type=positive_number, default=2000, help="pairs of games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=positive_number, default=1, help="processes")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="of a dask scheduler whose workers play, instead of --jobs"
    )
    parser.add_argument("--kept", type=Path, required=True, help="file of the steps; the run resumes from it")
    options = parser.parse_args()
    tuning = MarginTuning(MARGINS, options.pairs, options.seed)
    _read(options.kept, tuning)
    try:
        with options.kept.open("a", encoding="ascii") as kept:
            for step in run(tuning, options):
                print(json.dumps({"step": step, "points": tuning.done[step]}), file=kept, flush=True)
    except ArenaError as error:
        parser.exit(2, f"{parser.prog}: {error.detail}\n")
    for each in fields(Margins):
        print(f"{each.name}: {asdict(tuning.margins)[each.name]:.3f}")


if __name__ == "__main__":
    main()
