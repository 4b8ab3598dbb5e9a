"""How often can no verdict be given on an answer to a puzzle? ``python -m tests.benchmarks.puzzles [--json]``.

Every so many-th game between people is studied as the server does it, and the wins among its puzzles are tried: with
moves near the stones, drawn by lot, and with those that look best to the search. What is right counts for nothing
here: of the others, the share that is neither right nor wrong is told, and the processor time of all verdicts. Verdicts
are the same every time. Reads ``../shared/data``.
"""

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from time import thread_time

from bots.engine import Limits, Stop
from bots.learning.study.study import study
from bots.search.alphabeta.iterative_deepening import Deepening
from gomoku.board import EMPTY
from gomoku.game import Game
from gomoku.point import parse
from gomoku.rulesets import ruleset
from server.config import Config
from server.puzzles.judge import judge
from server.puzzles.question import AttemptRejected, Question
from tests.benchmarks.relay import percentile
from tests.data import OUTSIDE

RULES = "renju"
NEAR = 2


def questions(step: int) -> Iterator[Question]:
    """The wins to be found in every so many-th game."""
    nodes = Config().study_nodes
    for line in (OUTSIDE / "human_games.jsonl").read_text().splitlines()[::step]:
        row = json.loads(line)
        moves = [parse(name, 15) for name in row["moves"].split()]
        winner = row["result"] if row["result"] in ("black", "white") else None
        found = study(RULES, 15, moves, winner, "resigned" if winner else "agreed_draw", nodes)
        for puzzle in found.puzzles:
            if puzzle.kind == "win":
                yield Question("win", puzzle.method, RULES, 15, nodes, tuple(moves[: puzzle.ply]))


def answers(question: Question, chance: random.Random, search: Deepening) -> Iterator[tuple[str, Sequence[int]]]:
    """Moves to try, and where they come from."""
    game = Game.replay(ruleset(RULES), 15, question.moves)
    near = [
        point
        for point, cell in enumerate(game.board.cells)
        if cell == EMPTY
        and any(max(abs(point % 15 - at % 15), abs(point // 15 - at // 15)) <= NEAR for at in question.moves)
    ]
    yield "near the stones", chance.sample(near, 6)
    found = search.search(game.board, game.to_move, question.moves[-1], Limits(nodes=2000), Stop())
    yield "best to the search", [point for point, _ in found.moves[:4]]


def measure(step: int) -> dict[str, float]:
    """Counts of verdicts by where the moves come from, and seconds."""
    chance, search = random.Random(1), Deepening(ruleset(RULES), 15, 1 << 20)
    counts: Counter[str] = Counter()
    times: list[float] = []
    for question in questions(step):
        counts["puzzles"] += 1
        counts[question.method] += 1
        for source, points in answers(question, chance, search):
            for point in points:
                began = thread_time()
                verdict = judge(lambda _: None, question, [point])
                times.append(thread_time() - began)
                said = verdict.code if isinstance(verdict, AttemptRejected) else "right" if verdict.right else "wrong"
                counts[f"{source}, {said}"] += 1
    return {**counts, "s_50": percentile(times, 50), "s_90": percentile(times, 90), "s_most": max(times)}


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.puzzles", description=__doc__)
    parser.add_argument("--games", type=int, default=12, metavar="STEP", help="take every so many-th game")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    found = measure(options.games)
    print(f"{found['puzzles']} wins, {found.get('vcf', 0)} of them by fours alone")
    for source in ("near the stones", "best to the search"):
        right, wrong, undecided = (found.get(f"{source}, {said}", 0) for said in ("right", "wrong", "undecided"))
        share = undecided / max(1, wrong + undecided)
        print(f"{source:<20} right {right:4}  wrong {wrong:4}  undecided {undecided:4}, of those not right {share:.1%}")
    print(f"seconds of processor: p50 {found['s_50']:.2f}, p90 {found['s_90']:.2f}, at most {found['s_most']:.2f}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
