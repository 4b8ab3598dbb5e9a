"""Checks puzzles: ``python -m lab.puzzles.check [--sample 100 --times 20]``.

The independent checker replays every proof on the rules alone. For a random sample, the solver is asked with many times
the generator's nodes whether a first move outside the answers wins, and whether the holding move still holds.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from bots.immediate_wins import find_wins
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Attack, Standing
from bots.puzzles.puzzle import NODES, PUZZLES, SIZE, MadePuzzle, read_all
from bots.search.solver.proof_check import Unsound, check
from gomoku.board import EMPTY, Color
from gomoku.game import Game

BANDS = (1400, 1800)
"""Rating bounds of easy, medium and hard puzzles, the same as on the page."""


def check_puzzle(puzzle: MadePuzzle, points: Iterable[int] | None = None) -> None:
    """Replay the proof of a puzzle; raises Unsound when it does not hold.

    ``points``: the defender's moves tried in a puzzle of defence, all of them by default.
    """
    game = Game.replay(puzzle.ruleset, SIZE, puzzle.moves)
    if game.outcome is not None or find_wins(game, Color.BLACK) or find_wins(game, Color.WHITE):
        raise Unsound("there is a five, or one can be made at once")
    board = game.board
    for answer in puzzle.answers:
        if board[answer] != EMPTY or puzzle.ruleset.forbidden(board, answer, puzzle.color) is not None:
            raise Unsound("an answer is not a legal move")
    if puzzle.kind == "win":
        if puzzle.answers[0] != puzzle.win.move:
            raise Unsound("the first answer is not the proof's")
        return check(puzzle.ruleset, board, puzzle.attacker, puzzle.win)
    (holding,), threat, answers = puzzle.answers, puzzle.win.threat, dict(puzzle.win.answers)
    if threat is None or holding in answers:
        raise Unsound("there is no threat, or the holding move loses")
    for point in range(SIZE * SIZE) if points is None else points:
        if point == holding or board[point] != EMPTY or puzzle.ruleset.forbidden(board, point, puzzle.color):
            continue
        board.place(point, puzzle.color)
        check(puzzle.ruleset, board, puzzle.attacker, answers.get(point, threat))
        board.remove(point)
    return None


def find_others(puzzle: MadePuzzle, times: int) -> list[int]:
    """Search with ``times`` the nodes for first moves that win beside the answers, or for a refutation of the holding
    move."""
    from lab.puzzles import finding  # noqa: PLC0415 - loads the kernels

    solver, board = finding.solver_of(puzzle.rules), puzzle.board()
    if puzzle.kind == "win":
        nodes, attack = times * finding.OTHER_NODES[-1], Attack(puzzle.method, puzzle.win)
        found = finding.list_answers(solver, board, puzzle.color, attack, nodes, most=SIZE * SIZE)
        return [point for point in found if point not in puzzle.answers]
    board.place(puzzle.answers[0], puzzle.color)
    lost = Prover(solver, times * NODES).attack(board, puzzle.attacker).standing is Standing.WON
    return list(puzzle.answers) if lost else []


def count(puzzles: Sequence[MadePuzzle]) -> dict[str, dict[str, int]]:
    """Count the puzzles of each kind."""
    names = "rules", "sort", "color", "length", "band", "answers"
    found: dict[str, Counter[str]] = {name: Counter() for name in names}
    found["theme"] = Counter(theme for puzzle in puzzles for theme in puzzle.themes)
    for puzzle in puzzles:
        found["rules"][puzzle.rules] += 1
        found["sort"]["defence" if puzzle.kind == "defence" else puzzle.method] += 1
        found["color"][puzzle.color.name.lower()] += 1
        found["length"][f"{puzzle.measure.length:02}"] += 1
        found["band"][("easy", "medium", "hard")[sum(puzzle.rating >= band for band in BANDS)]] += 1
        found["answers"][str(len(puzzle.answers))] += 1
    ratings = sorted(puzzle.rating for puzzle in puzzles)
    quarters = {f"{part}/4": ratings[(len(ratings) - 1) * part // 4] for part in range(5)}
    return {name: dict(sorted(counts.items())) for name, counts in found.items()} | {"rating": quarters}


def main() -> int:
    """Check the file and print a report; return 1 if a puzzle does not hold, else 0."""
    parser = argparse.ArgumentParser(prog="python -m lab.puzzles.check", description="Check the puzzles of a file.")
    parser.add_argument("--file", type=Path, default=PUZZLES)
    parser.add_argument(
        "--sample", type=int, default=0, help="number of puzzles whose other first moves are tried again"
    )
    parser.add_argument("--times", type=int, default=20, help="multiple of the generator's nodes (default: 20)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    puzzles = list(read_all(options.file.read_text(encoding="ascii").splitlines()))
    print(json.dumps(count(puzzles), indent=1))
    wrong = 0
    for number, puzzle in enumerate(puzzles):
        try:
            check_puzzle(puzzle)
        except Unsound as error:
            wrong += 1
            print(f"puzzle {number}: {error}", file=sys.stderr)
    print(f"{len(puzzles)} replayed, {wrong} do not hold", flush=True)
    sample = random.Random(options.seed).sample(puzzles, min(options.sample, len(puzzles)))
    others = 0
    for tried, puzzle in enumerate(sample, 1):
        found = find_others(puzzle, options.times)
        others += bool(found)
        print(f"{tried}: {puzzle.rules} {puzzle.kind} {puzzle.method}: {len(found)}; {others} failures", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
