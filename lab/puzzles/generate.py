"""Makes puzzles: ``python -m lab.puzzles.generate --count 2500 --seed 1 --processes 2``.

Games are played and searched in several processes; their puzzles are taken in the order of the game numbers, so the
same seed and count make the same file. A puzzle is dropped if there is one with the same motif or enough of its kind.
The file is written as it grows, with its progress, so a repeated run resumes.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from multiprocessing import get_context
from pathlib import Path

from bots.puzzles.puzzle import PUZZLES, BadPuzzle, MadePuzzle, read
from lab.puzzles.motif import motif_of

RULES = ("freestyle", "standard", "renju", "caro")
SHARES = {"vcf": 0.40, "vct": 0.50, "defence": 0.10}
"""Shares of a rule set's puzzles: wins by fours, wins by threats, and defences."""
SHORT = 3
MOST_SHORT = 0.3
"""Share of each of these with at most SHORT attacking moves."""
HEAD = re.compile(r"# Made by: .* --seed (?P<seed>[0-9]+); games: (?P<games>[0-9]+)")
AT_ONCE = 24  # games between checks of what is still wanted


def sort_of(puzzle: MadePuzzle) -> str:
    """Return the share that the puzzle counts towards."""
    return "defence" if puzzle.kind == "defence" else puzzle.method


class Stock:
    """The puzzles taken so far, and those still wanted, for ``wanted`` in total."""

    def __init__(self, wanted: int) -> None:
        self.each = {sort: share * wanted / len(RULES) for sort, share in SHARES.items()}
        self.counts: Counter[tuple[str, str]] = Counter()
        self.short: Counter[tuple[str, str]] = Counter()
        self.motifs: set[str] = set()
        self.total = 0

    def take(self, puzzle: MadePuzzle, motif: str) -> bool:
        """Take a puzzle; return False if it is surplus or duplicates a motif."""
        sort = sort_of(puzzle)
        place, short = (puzzle.rules, sort), puzzle.measure.length <= SHORT
        full = self.counts[place] >= self.each[sort] or (short and self.short[place] >= MOST_SHORT * self.each[sort])
        if motif in self.motifs or full:
            return False
        self.add(puzzle, motif)
        return True

    def add(self, puzzle: MadePuzzle, motif: str) -> None:
        """Count a puzzle that is there, surplus or not."""
        place = puzzle.rules, sort_of(puzzle)
        self.motifs.add(motif)
        self.counts[place] += 1
        self.short[place] += puzzle.measure.length <= SHORT
        self.total += 1

    def wanted(self) -> dict[str, tuple[str, ...]]:
        """List for each rule set the kinds that still lack puzzles."""
        return {rules: tuple(sort for sort in SHARES if self.counts[rules, sort] < self.each[sort]) for rules in RULES}


def search_game(seed: int, wanted: Mapping[str, tuple[str, ...]], number: int) -> list[tuple[str, str]]:
    """Find one game's puzzles as lines with their motifs; runs in a worker process.

    ``wanted``: kinds by rule set; games of rule sets without any are not played.
    """
    from lab.puzzles import finding, games  # noqa: PLC0415 - the parent needs no kernels

    rules = RULES[number % len(RULES)]
    if not wanted[rules]:
        return []
    game = games.play(rules, seed * 1_000_003 + number)
    return [(found.puzzle.line(), found.motif) for found in finding.find(game, wanted[rules])]


def make(path: Path, total: int, seed: int, processes: int, only: Collection[str] = RULES) -> Iterator[str]:
    """Extend the file to ``total`` puzzles of all rule sets, with new ones of ``only`` these, yielding progress
    messages.

    Raises BadPuzzle for a file of another seed or format.
    """
    first, lines = _resume(path, seed)
    stock = Stock(total)
    for puzzle in map(read, lines):
        stock.add(puzzle, motif_of(puzzle))
    began, before = time.monotonic(), stock.total
    with get_context("spawn").Pool(processes) as pool:
        for number in count(first, AT_ONCE):
            wanted = {rules: sorts if rules in only else () for rules, sorts in stock.wanted().items()}
            if not any(wanted.values()):
                return
            numbers = range(number, number + AT_ONCE)
            for found in pool.imap(partial(search_game, seed, wanted), numbers):
                lines += [line for line, motif in found if stock.take(read(line), motif)]
            _write(path, seed, numbers.stop, lines)
            yield f"game {numbers.stop}: {stock.total} ({stock.total - before} in {time.monotonic() - began:.0f} s)"


def _resume(path: Path, seed: int) -> tuple[int, list[str]]:
    """Return the number of the next game, and the lines so far."""
    if not path.exists():
        return 0, []
    head, *lines = path.read_text(encoding="ascii").splitlines()
    found = HEAD.fullmatch(head)
    if found is None or int(found["seed"]) != seed:
        raise BadPuzzle(f"{path} was not made with seed {seed}: {head[:80]}")
    return int(found["games"]), lines


def _write(path: Path, seed: int, games: int, lines: Sequence[str]) -> None:
    fresh = path.with_suffix(".fresh")
    head = f"# Made by: python -m lab.puzzles.generate --seed {seed}; games: {games}"
    fresh.write_text("".join(f"{line}\n" for line in (head, *lines)), encoding="ascii")
    fresh.replace(path)


def main() -> None:
    """Parse the arguments, make puzzles, report progress."""
    parser = argparse.ArgumentParser(prog="python -m lab.puzzles.generate", description="Make puzzles.")
    parser.add_argument("--out", type=Path, default=PUZZLES)
    parser.add_argument("--count", type=int, default=2500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--rules", nargs="+", choices=RULES, default=RULES, help="rule sets of new puzzles (default: all)"
    )
    options = parser.parse_args()
    for said in make(options.out, options.count, options.seed, options.processes, options.rules):
        print(said, file=sys.stderr, flush=True)


if __name__ == "__main__":
    main()
