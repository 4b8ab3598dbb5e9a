"""Is what studies say true? ``python -m tests.benchmarks.lessons [--json]``.

Games made by our own engines are studied one after the other, each with what those before have proven, as a server does
it; a game whose study is behind what became known since is studied again. Then all that they say is held against all
that they have proven: no move that is named may lead to a position, up to symmetry, that is proven lost anywhere. And
some of the named moves, drawn from all of them, are asked again, by all methods and with so many times the nodes that
they withstood, by a solver that knows nothing of the studies: the share that falls is told. So are suspects.

Then the named moves are asked about as a server does when it is idle, games where some fall are studied again, and what
is still named is asked in the same way: with so many times the nodes of the first studies, and, some of it, with so
many times those that it withstood at last.

Games, studies and answers are the same every time, and kept in ``--cache`` as they come: the same command goes on from
there.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice
from math import sqrt
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any

import msgspec

from bots.engine import Limits
from bots.learning.proofs.lesson import Suspect
from bots.learning.proofs.proven_positions import Proofs, Row
from bots.learning.proofs.verdicts import PRESSURE, OpenMove
from bots.learning.study.effort import find_unasked, recheck_nodes
from bots.learning.study.findings import Study
from bots.learning.study.recheck import recheck
from bots.learning.study.statements import (
    CanonicalPosition,
    Move,
    key_moves,
    list_named,
    list_undecided,
    place,
    read_looked,
    with_looked,
    without,
)
from bots.learning.study.study import solver, study
from bots.search.solver.proof import Proof
from bots.search.solver.solver import METHODS, Solver
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from server.config import Config
from tests.benchmarks.made_games import SIZE, made
from tests.benchmarks.relay import percentile
from tests.bots.learning.contradictions import StudiedGame, contradictions, list_won

AGAIN = 3  # rounds in which games are studied again for what became known

_decoder = msgspec.json.Decoder(Study)

Said = tuple[StudiedGame, int, OpenMove | Suspect]
"""A study, the ply of a move of its game, and a move named instead of it."""


class Rows:
    """Proofs so far, in memory, and the end of each game: its winner and the reason."""

    def __init__(self) -> None:
        self._of_key: dict[tuple[str, int, int], list[Row]] = {}
        self.ended: dict[str, tuple[str, str]] = {}

    def rows(self, rules: str, size: int, key: int) -> list[Row]:
        """Return the rows of a key."""
        return self._of_key.get((rules, size, key), [])

    def add(self, rows: Sequence[Row]) -> None:
        """Keep more of them."""
        for row in rows:
            self._of_key.setdefault(row[:3], []).append(row)

    def wins(self) -> Iterator[CanonicalPosition]:
        """Positions whose side to move wins."""
        return (CanonicalPosition(*row[:4]) for rows in self._of_key.values() for row in rows if row.won)


def studies(games: int, nodes: int, seed: int, cache: Path | None, rows: Rows) -> Iterator[tuple[StudiedGame, float]]:
    """Studies and the seconds of processor time that each took; ``rows`` gets what they prove."""
    kept = iter(_kept(cache))
    for rules, game in islice(made(seed), games):
        assert game.outcome.winner is not None
        rows.ended[game.id] = game.outcome.winner.name.lower(), game.outcome.reason.value
        asked: dict[str, Any] = {"id": game.id, "nodes": nodes}
        line = next(kept, None)
        if line is None or {name: line[name] for name in asked} != asked:
            kept, line = iter(()), asked | _studied(rules, list(game.moves), rows.ended[game.id], nodes, rows)
            if cache is not None:
                with cache.open("a") as file:
                    file.write(json.dumps(line) + "\n")
        else:
            rows.add([_row(each) for each in line["proven"]])
        yield StudiedGame(game.id, rules, SIZE, game.moves, _decoder.decode(line["study"])), line["seconds"]


def _kept(cache: Path | None) -> list[Any]:
    if cache is None or not cache.exists():
        return []
    return [json.loads(line) for line in cache.read_text().splitlines()]


def _studied(rules: str, moves: list[int], ended: tuple[str, str], nodes: int, rows: Rows) -> dict[str, Any]:
    began = process_time()
    proofs = Proofs(solver(rules, SIZE), rows)
    found = study(rules, SIZE, moves, *ended, nodes, proofs=proofs)
    seconds = process_time() - began
    rows.add(list(proofs.fresh.values()))
    return {"study": msgspec.json.encode(found).decode(), "seconds": seconds, "proven": _proven(proofs)}


def _proven(proofs: Proofs) -> list[list[Any]]:
    return [[value.hex() if isinstance(value, bytes) else value for value in row] for row in proofs.fresh.values()]


def _row(values: list[Any]) -> Row:
    rules, size, key, position, is_won, method, length, nodes, seal, proof = values
    told = method, length, nodes, bytes.fromhex(seal), bytes.fromhex(proof)
    return Row(rules, size, key, bytes.fromhex(position), is_won, *told)


def again(studied: StudiedGame, nodes: int, rows: Rows) -> StudiedGame:
    """A game studied anew, knowing all that is proven by now."""
    proofs = Proofs(solver(studied.rules, SIZE), rows)
    found = study(studied.rules, SIZE, list(studied.moves), *rows.ended[studied.game], nodes, proofs=proofs)
    rows.add(list(proofs.fresh.values()))
    return studied._replace(study=with_looked(found, read_looked(studied.study)))


def known(found: Sequence[StudiedGame], rows: Rows) -> set[CanonicalPosition]:
    """Every position whose side to move is proven to win, by a row or by what a study says."""
    wins = set(rows.wins())
    wins.update(place(each.rules, SIZE, each.moves[:ply]) for each in found for ply in list_won(each.study))
    return wins


def as_read(studied: StudiedGame, wins: set[CanonicalPosition]) -> StudiedGame:
    """Return a study as readers see it, given all later proofs."""
    _, rules, size, moves, found = studied
    asked = key_moves(moves, size, [*list_named(found), *list_undecided(found)])
    keys = {each.key for each in wins if each.rules == rules}
    lost = {
        move for key, some in asked.items() if key in keys
        for move in some if place(rules, size, [*moves[: move[0]], move[1]]) in wins
    }  # fmt: skip
    return studied._replace(study=without(found, lost))


def sample(all_studies: Sequence[StudiedGame], count: int, seed: int) -> list[Said]:
    """Named moves, drawn from all that are."""
    said: list[Said] = [
        (each, ply, move)
        for each in all_studies
        for ply, studied in enumerate(each.study.moves)
        for move in studied.open
    ]
    return random.Random(seed).sample(said, min(count, len(said)))


class Asker:
    """Asks about moves, once about each, with a solver that knows nothing of the studies."""

    def __init__(self, times: int, positions: int, cache: Path | None) -> None:
        self._times = times
        self._positions = positions
        self._solvers: dict[str, Solver] = {}
        self._cache = cache
        self._known: dict[Any, str | None] = {tuple(key): method for key, method in _kept(cache)}

    def falls(self, said: Said, most: int | None = None) -> str | None:
        """The method by which the other side wins after a named move, asked with so many times the nodes that it
        withstood, of which ``most`` count."""
        studied, ply, move = said
        nodes = self._times * min(move.nodes, most or move.nodes)
        key = studied.game, ply, move.point, nodes
        if key not in self._known:
            self._known[key] = self._asked(studied.rules, [*studied.moves[:ply], move.point], nodes)
            if self._cache is not None:
                with self._cache.open("a") as file:
                    file.write(json.dumps([key, self._known[key]]) + "\n")
        return self._known[key]

    def _asked(self, rules: str, moves: list[int], nodes: int) -> str | None:
        if rules not in self._solvers:
            self._solvers = {rules: Solver(ruleset(rules), SIZE, positions=self._positions)}
        board = Board.from_stones(SIZE, moves[::2], moves[1::2])
        attacker = Color.WHITE if len(moves) % 2 else Color.BLACK
        if ruleset(rules).winning_line(board, moves[-1]):
            return None
        for method in METHODS:
            found = self._solvers[rules].prove(board, attacker, Limits(nodes=nodes), method=method)
            if isinstance(found, Proof):
                return method
        return None


def share(fallen: Sequence[str | None]) -> dict[str, Any]:
    """How many of some fell, by what, and the interval of 95 % (Wilson's) of their share."""
    n, k, z = max(1, len(fallen)), sum(method is not None for method in fallen), 1.96
    middle, half = (k / n + z * z / (2 * n)), z * sqrt(k / n * (1 - k / n) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    by = {method: fallen.count(method) for method in METHODS}
    return {"asked": len(fallen), "fallen": k, "share": k / n, "by": by} | {
        "low": max(0.0, (middle - half) / scale),
        "high": (middle + half) / scale,
    }


def in_line(told: dict[str, Any]) -> str:
    """The same as words."""
    interval = f"of 95 %: {told['low']:.1%} to {told['high']:.1%}"
    return f"{told['fallen']} of {told['asked']} fell, {told['share']:.1%} ({interval})"


class Doubts:
    """Asks about named moves as a server does when it is idle, and counts them, those that fall, and the seconds."""

    def __init__(self, rows: Rows, cache: Path | None) -> None:
        self.asked = self.fallen = 0
        self.seconds = 0.0
        self._rows = rows
        self._cache = cache
        self._known = {_tuple(key): value for key, value in _kept(cache)}

    def ask(self, studied: StudiedGame, nodes: int) -> StudiedGame:
        """A game's study after that, made anew where some fell."""
        named, most = find_unasked(studied.study), recheck_nodes(studied.study)
        withstood, proven, seconds = self._answer(studied, named, most)
        self._rows.add([_row(row) for row in proven])
        fallen = {*named}.difference(withstood)
        self.asked += len(named)
        self.fallen += len(fallen)
        self.seconds += seconds
        told = without(with_looked(studied.study, dict.fromkeys(withstood, most)), fallen)
        return again(studied._replace(study=told), nodes, self._rows) if fallen else studied._replace(study=told)

    def _answer(self, studied: StudiedGame, named: list[Move], most: int) -> tuple[list[Move], list[list[Any]], float]:
        key = _tuple((studied.game, named, most))
        if key not in self._known:
            began = process_time()
            withstood, proofs = recheck(studied.rules, SIZE, studied.moves, named, most, shelf=self._rows)
            self._known[key] = withstood, _proven(proofs), process_time() - began
            if self._cache is not None:
                with self._cache.open("a") as file:
                    file.write(json.dumps([key, self._known[key]]) + "\n")
        withstood, proven, seconds = self._known[key]
        return [(ply, point) for ply, point in withstood], proven, seconds


def _tuple(value: Any) -> Any:
    return tuple(map(_tuple, value)) if isinstance(value, list | tuple) else value


def settled(found: list[StudiedGame], nodes: int, rows: Rows) -> list[StudiedGame]:
    """The studies once those that became known to be wrong were made again."""
    for _ in range(AGAIN):
        behind = {each.game for each in contradictions(found, known(found, rows))}
        found = [again(each, nodes, rows) if each.game in behind else each for each in found]
    return found


def told_of(found: list[StudiedGame], rows: Rows) -> tuple[list[StudiedGame], dict[str, Any]]:
    """The studies as they are read, and how many statements there are, and of those against one another."""
    wins = known(found, rows)
    read = [as_read(each, wins) for each in found]
    stored, against = contradictions(found, wins), contradictions(read, wins)
    return read, {
        "lessons": sum(each.study.lesson is not None for each in read),
        "mistakes": sum(each.study.lesson is not None and each.study.lesson.mistake is not None for each in read),
        "suspects": sum(each.study.suspect is not None for each in read),
        "named": sum(len(move.open) for each in read for move in each.study.moves),
        "proven_positions": len(wins),
        "contradictions": len(stored),
        "contradictions_as_read": len(against),
        "contradicting": [each.text for each in (*stored, *against)],
    }


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    rows, found, seconds = Rows(), list[StudiedGame](), list[float]()
    if options.cache is not None:
        options.cache.mkdir(parents=True, exist_ok=True)

    def cache(name: str) -> Path | None:
        return None if options.cache is None else Path(options.cache, f"{name}-{options.seed}-{options.nodes}.jsonl")

    for each, took in studies(options.games, options.nodes, options.seed, cache("lessons"), rows):
        found.append(each)
        seconds.append(took)
    at_first = len(contradictions(found, known(found, rows)))
    read, before = told_of(found := settled(found, options.nodes, rows), rows)
    asker = Asker(options.times, 1 << 21, cache("asked"))
    said = sample(read, options.ask, options.seed)
    suspects: list[Said] = [(each, one.ply, one) for each in read if (one := each.study.suspect) is not None]
    figures = before | {
        "games": len(found),
        "contradictions_at_first": at_first,
        "fallen": share([asker.falls(each) for each in said]),
        "fallen_suspects": share([asker.falls(each) for each in suspects[: options.ask_suspects]]),
        "s_50": median(seconds),
        "s_mean": mean(seconds),
        "s_95": percentile(seconds, 95),
    }
    doubts = Doubts(rows, cache("doubts"))
    while any(find_unasked(each.study) for each in found):
        found = [doubts.ask(each, options.nodes) if find_unasked(each.study) else each for each in found]
        found = settled(found, options.nodes, rows)
    read, after = told_of(found, rows)
    said = sample(read, options.ask, options.seed)
    last = Asker(options.times, 1 << 24, cache("asked"))
    return figures | {
        "asking": {
            "asked": doubts.asked,
            "fallen": doubts.fallen,
            "s_a_move": doubts.seconds / max(1, doubts.asked),
        },
        "after": after
        | {
            "fallen": share([asker.falls(each, PRESSURE * options.nodes) for each in said]),
            "fallen_at_last": share([last.falls(each) for each in said[: options.ask_last]]),
        },
    }


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.lessons", description=__doc__)
    parser.add_argument("--games", type=int, default=300, metavar="N", help="games to make and to study")
    parser.add_argument("--ask", type=int, default=200, metavar="N", help="named moves that are asked again")
    parser.add_argument("--ask-last", type=int, default=50, metavar="N", help="of them with many more nodes at last")
    parser.add_argument("--ask-suspects", type=int, metavar="N", help="suspects that are asked again (all)")
    parser.add_argument("--times", type=int, default=20, metavar="N", help="so many times the nodes they withstood")
    parser.add_argument("--nodes", type=int, default=Config().study_nodes, metavar="N", help="nodes of each proof")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="what chance is drawn from")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="where studies are kept as they come")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    found = measure(options)
    for when, some in (("at first", found), ("once the named moves were asked about", found["after"])):
        print(
            f"{found['games']} games, {when}: {some['lessons']} with a lesson, {some['mistakes']} with a mistake, "
            f"{some['suspects']} with a suspect, {some['named']} named moves, {some['proven_positions']} positions "
            f"proven; contradictions: {some['contradictions']}, {some['contradictions_as_read']} as read"
        )
        print(f"asked again with {options.times} times the nodes of the first study: {in_line(some['fallen'])}")
    at_last = in_line(found["after"]["fallen_at_last"])
    print(f"with {options.times} times the nodes that they withstood at last: {at_last}")
    print(f"suspects, with {options.times} times the nodes: {in_line(found['fallen_suspects'])}")
    asking = found["asking"]
    print(f"a server asks about {asking['asked']} moves, {asking['s_a_move']:.2f} s each: {asking['fallen']} fall")
    print(f"seconds a study: p50 {found['s_50']:.2f}, mean {found['s_mean']:.2f}, p95 {found['s_95']:.2f}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
