"""The cost of knowledge from ten thousand games: time per move, memory, and disk."""

import json
import tracemalloc
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import mean, median
from time import process_time
from typing import Final

from bots.engine import Limits, Stop
from bots.json_lines import Row, read
from bots.learning.players.experience import Experience, PlayedGame
from bots.learning.proofs.known_positions import Fact, Known
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from lab.learning.arms import WHOLE
from lab.learning.knowledge import UNTAUGHT, Knowledge, positions_of
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.run import Run
from lab.learning.schooling import moves

GAMES: Final = 10_000
PLIES: Final = 30
KNOWN: Final = 100_000  # number of proven positions, as many as bots load
POSITIONS: Final = 200
AIM_MS: Final = 1.0


def play(run: Run, path: Path) -> None:
    """Make the row if it is missing."""
    if not run.of_kind("cost"):
        run.do([partial(_measure, run.plan, path)])


def lines(run: Run) -> Iterator[str]:
    """Yield the section of the report."""
    (row,) = run.of_kind("cost")
    more = row["more"]
    yield f"## Cost at {GAMES:,} games"
    yield ""
    yield (
        f"In {POSITIONS} positions of the run's games, each measured twice, a move of the whole learner takes "
        f"{row['ms']:.1f} ms of processor time with a book of {GAMES:,} random games, {row['known']:,} proven "
        f"positions and the lost ones of this run, {row['untaught']:.1f} ms with nothing learned: "
        f"{more:.2f} ms more, median {row['median']:.2f}. Memory: {row['book'] / 1e6:.1f} MB for the book, "
        f"{row['proven'] / 1e6:.1f} MB for "
        f"the proven positions, {row['lost'] / 1e6:.1f} MB for the lost ones. A lost game of this run leaves "
        f"{row['bytes'] / 1e3:.1f} kB of JSON, {row['bytes'] * GAMES / 1e6:.0f} MB for {GAMES:,} of them. "
        f"Aim: below {AIM_MS:g} ms a move: {'met' if more < AIM_MS else 'missed'}."
    )
    yield ""


def _measure(plan: Plan, path: Path) -> list[Row]:
    rows = read(path)
    studies = [row["study"] for row in rows if row["kind"] in ("lesson", "met") and row["study"]]
    ordinary = [row for row in rows if row["kind"] == "game"] or [row for row in rows if row["kind"] == "lesson"]
    tracemalloc.start()
    book = Experience().with_more(draw_games())
    of_book, _ = tracemalloc.get_traced_memory()
    positions = positions_of(studies)
    before, _ = tracemalloc.get_traced_memory()
    known = Known().with_more(_facts())
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    positions = positions._replace(known={SIZE: known})
    alone, learned = (_times(plan, ordinary, knowledge) for knowledge in (UNTAUGHT, Knowledge(positions, book)))
    apart = [1000 * (b - a) for a, b in zip(alone, learned, strict=True)]
    return [
        {
            "kind": "cost",
            "ms": 1000 * mean(learned),
            "untaught": 1000 * mean(alone),
            "more": mean(apart),
            "median": median(apart),
            "known": len(known),
            "book": of_book,
            "lost": before - of_book,
            "proven": after - before,
            "bytes": mean([len(json.dumps(study)) for study in studies] or [0]),
        }
    ]


def _times(plan: Plan, rows: Sequence[Row], knowledge: Knowledge) -> list[float]:
    """Measure processor seconds per move in positions drawn from games, the minimum of two tries each."""
    chance, found = Random("cost"), list[float]()
    player = WHOLE.open(knowledge, 1)
    for _ in range(POSITIONS):
        row = chance.choice(rows)
        played = moves(row)
        ply = chance.randrange(len(played) // 4, len(played))
        game = Game.replay(ruleset(RULES), SIZE, played[:ply], forbidden_loses=True)
        took = []
        for _ in range(2):
            begun = process_time()
            player.choose(game, Limits(nodes=plan.nodes), Stop())
            took.append(process_time() - begun)
        found.append(min(took))
    player.close()
    return found


def draw_games() -> Iterator[PlayedGame]:
    """Yield random games near the centre: only their amount matters, not their content."""
    chance = Random("drawn")
    middle = [y * SIZE + x for y in range(3, 12) for x in range(3, 12)]
    for number in range(GAMES):
        played = tuple(chance.sample(middle, PLIES))
        yield PlayedGame(number, played, chance.choice(list(Color)), chance.choice(list(Color)), f"{number % 99}", SIZE)


def _facts() -> Iterator[tuple[int, bytes, Fact]]:
    chance = Random("facts")
    for _ in range(KNOWN):
        yield chance.getrandbits(63), chance.randbytes(20), Fact(chance.random() < 0.5, 3)
