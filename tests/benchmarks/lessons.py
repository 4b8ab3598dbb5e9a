"""Is what studies say true? ``python -m tests.benchmarks.lessons [--json]``.

Games made by our own engines are studied one after the other, each with what those before have proven, as a server does
it; a game whose study is behind what became known since is studied again. Then all that they say is held against all
that they have proven: no move that is named may lead to a position, up to symmetry, that is proven lost anywhere. And
some of the named moves, drawn from all of them, are asked again, by all methods and with so many times the nodes that
they withstood, by a solver that knows nothing of the studies: the share that falls is told. So are all suspects.

Games and studies are the same every time, and kept in ``--cache`` as they come: the same command goes on from there.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

from bots.engine import Limits
from bots.learning.proven import Proofs, Row
from bots.learning.statements import Place, Studied, contradictions, keyed, named, place, undecided, without, won
from bots.learning.study import solver, study
from bots.search.proof import Proof
from bots.search.solver import METHODS, Solver
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from server.config import Config
from tests.benchmarks.made_games import SIZE, made
from tests.benchmarks.relay import percentile

AGAIN = 3  # rounds in which games are studied again for what became known

Said = tuple[Studied, int, dict[str, Any]]
"""A study, the ply of a move of its game, and a move named instead of it."""


class Rows:
    """What has been proven so far, in memory."""

    def __init__(self) -> None:
        self._of_key: dict[tuple[str, int, int], list[Row]] = {}

    def rows(self, rules: str, size: int, key: int) -> list[Row]:
        """Those of a key."""
        return self._of_key.get((rules, size, key), [])

    def add(self, rows: Sequence[Row]) -> None:
        """Keep more of them."""
        for row in rows:
            self._of_key.setdefault(row[:3], []).append(row)

    def wins(self) -> Iterator[Place]:
        """Positions whose side to move wins."""
        return (Place(*row[:4]) for rows in self._of_key.values() for row in rows if row.won)


def studies(games: int, nodes: int, seed: int, cache: Path | None, rows: Rows) -> Iterator[tuple[Studied, float]]:
    """Studies and the seconds of processor time that each took; ``rows`` gets what they prove."""
    kept = iter(_kept(cache))
    for rules, game in islice(made(seed), games):
        assert game.outcome.winner is not None
        asked: dict[str, Any] = {"id": game.id, "nodes": nodes}
        line = next(kept, None)
        if line is None or {name: line[name] for name in asked} != asked:
            kept, line = iter(()), asked | _studied(rules, list(game.moves), game.outcome, nodes, rows)
            if cache is not None:
                with cache.open("a") as file:
                    file.write(json.dumps(line) + "\n")
        else:
            rows.add([_row(each) for each in line["proven"]])
        yield Studied(game.id, rules, SIZE, game.moves, line["study"]), line["seconds"]


def _kept(cache: Path | None) -> list[dict[str, Any]]:
    if cache is None or not cache.exists():
        return []
    return [json.loads(line) for line in cache.read_text().splitlines()]


def _studied(rules: str, moves: list[int], outcome: Any, nodes: int, rows: Rows) -> dict[str, Any]:
    began = process_time()
    proofs = Proofs(solver(rules, SIZE), rows)
    ended = outcome.winner.name.lower(), outcome.reason.value
    found = study(rules, SIZE, moves, *ended, nodes, proofs=proofs) | {"ended": ended}
    seconds = process_time() - began
    rows.add(list(proofs.fresh.values()))
    proven = [[value.hex() if isinstance(value, bytes) else value for value in row] for row in proofs.fresh.values()]
    return {"study": found, "seconds": seconds, "proven": proven}


def _row(values: list[Any]) -> Row:
    rules, size, key, position, is_won, method, length, nodes, seal, proof = values
    told = method, length, nodes, bytes.fromhex(seal), bytes.fromhex(proof)
    return Row(rules, size, key, bytes.fromhex(position), is_won, *told)


def again(studied: Studied, nodes: int, rows: Rows) -> Studied:
    """A game studied anew, knowing all that is proven by now."""
    proofs = Proofs(solver(studied.rules, SIZE), rows)
    winner, reason = studied.study["ended"]
    found = study(studied.rules, SIZE, list(studied.moves), winner, reason, nodes, proofs=proofs)
    rows.add(list(proofs.fresh.values()))
    return studied._replace(study=found | {"ended": (winner, reason)})


def known(found: Sequence[Studied], rows: Rows) -> set[Place]:
    """Every position whose side to move is proven to win, by a row or by what a study says."""
    wins = set(rows.wins())
    wins.update(place(each.rules, SIZE, each.moves[:ply]) for each in found for ply in won(each.study))
    return wins


def as_read(studied: Studied, wins: set[Place]) -> Studied:
    """What a reader is shown of a study, given all that is proven by now."""
    _, rules, size, moves, found = studied
    asked = keyed(moves, size, [*named(found), *undecided(found)])
    keys = {each.key for each in wins if each.rules == rules}
    lost = {
        move for key, some in asked.items() if key in keys
        for move in some if place(rules, size, [*moves[: move[0]], move[1]]) in wins
    }  # fmt: skip
    return studied._replace(study=without(found, lost))


def sample(all_studies: Sequence[Studied], count: int, seed: int) -> list[Said]:
    """Named moves, drawn from all that are."""
    said = [
        (each, ply, move)
        for each in all_studies
        for ply, review in enumerate(each.study["moves"])
        for move in review["open"]
    ]
    return random.Random(seed).sample(said, min(count, len(said)))


def falls(said: Said, times: int, solvers: dict[str, Solver]) -> str | None:
    """The method by which the other side wins after a named move, asked with so many times the nodes."""
    studied, ply, move = said
    moves = [*studied.moves[:ply], move["point"]]
    if studied.rules not in solvers:
        solvers[studied.rules] = Solver(ruleset(studied.rules), SIZE, positions=1 << 21)
    board, attacker = Board.from_stones(SIZE, moves[::2], moves[1::2]), Color.WHITE if len(moves) % 2 else Color.BLACK
    if ruleset(studied.rules).winning_line(board, moves[-1]):
        return None
    for method in METHODS:
        limits = Limits(nodes=times * move["nodes"])
        if isinstance(solvers[studied.rules].prove(board, attacker, limits, method=method), Proof):
            return method
    return None


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    rows, found, seconds = Rows(), list[Studied](), list[float]()
    if options.cache is not None:
        options.cache.mkdir(parents=True, exist_ok=True)
    cache = options.cache and options.cache / f"lessons-{options.seed}-{options.nodes}.jsonl"
    for each, took in studies(options.games, options.nodes, options.seed, cache, rows):
        found.append(each)
        seconds.append(took)
    first = contradictions(found, known(found, rows))
    for _ in range(AGAIN):
        behind = {each.game for each in contradictions(found, known(found, rows))}
        found = [again(each, options.nodes, rows) if each.game in behind else each for each in found]
    wins = known(found, rows)
    stored = contradictions(found, wins)
    read = [as_read(each, wins) for each in found]
    against = contradictions(read, wins)
    solvers: dict[str, Solver] = {}
    asked = sample(read, options.ask, options.seed)
    fallen = [method for said in asked if (method := falls(said, options.times, solvers)) is not None]
    suspects = [(each, one["ply"], one) for each in read if (one := each.study["suspect"]) is not None]
    fallen_suspects = sum(falls(said, options.times, solvers) is not None for said in suspects)
    return {
        "games": len(found),
        "lessons": sum(each.study["lesson"] is not None for each in read),
        "mistakes": sum((each.study["lesson"] or {"mistake": None})["mistake"] is not None for each in read),
        "suspects": len(suspects),
        "fallen_suspects": fallen_suspects,
        "named": sum(len(review["open"]) for each in read for review in each.study["moves"]),
        "proven_positions": len(wins),
        "contradictions_at_first": len(first),
        "contradictions": len(stored),
        "contradictions_as_read": len(against),
        "contradicting": [each.text for each in (*stored, *against)],
        "asked_again": len(asked),
        "fallen": len(fallen),
        "fallen_by": {method: fallen.count(method) for method in METHODS},
        "fallen_share": len(fallen) / max(1, len(asked)),
        "s_50": median(seconds),
        "s_mean": mean(seconds),
        "s_95": percentile(seconds, 95),
    }


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.lessons", description=__doc__)
    parser.add_argument("--games", type=int, default=300, metavar="N", help="games to make and to study")
    parser.add_argument("--ask", type=int, default=200, metavar="N", help="named moves that are asked again")
    parser.add_argument("--times", type=int, default=20, metavar="N", help="so many times the nodes they withstood")
    parser.add_argument("--nodes", type=int, default=Config().study_nodes, metavar="N", help="nodes of each proof")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance is drawn from")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="where studies are kept as they come")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    found = measure(options)
    print(
        f"{found['games']} games: {found['lessons']} with a lesson, {found['mistakes']} with a mistake, "
        f"{found['suspects']} with a suspect, {found['named']} named moves, "
        f"{found['proven_positions']} positions proven"
    )
    print(
        f"contradictions: {found['contradictions_at_first']} at first, {found['contradictions']} once those games were "
        f"studied again, {found['contradictions_as_read']} as read"
    )
    print(
        f"asked again with {options.times} times the nodes: {found['asked_again']}, fallen {found['fallen']}, "
        f"{found['fallen_share']:.2%}; of the suspects {found['fallen_suspects']}"
    )
    print(f"seconds a study: p50 {found['s_50']:.2f}, mean {found['s_mean']:.2f}, p95 {found['s_95']:.2f}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
