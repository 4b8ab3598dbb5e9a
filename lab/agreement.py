"""Compares the moves of players with those of a stronger program, position by position:

    python -m lab.agreement POSITIONS --players search@200000,search@50000 [--rules freestyle] [--jobs 2]

POSITIONS has a line of JSON for each position: its ``rules``, its ``moves`` in order (names of points, black first),
the program's ``best`` move, and either its ``score`` for the side to move or ``mate``, the plies to the five, negative
for a loss. Positions in which a side can make five at once are left out, since nobody errs there. A match between two
versions of one engine shows what they gain against each other; this shows whether a stranger would say so too.
"""

import argparse
import sys
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from bots.arguments import positive_number
from bots.engine import Limits, Player, Stop
from bots.errors import ArenaError
from bots.immediate_wins import find_wins
from bots.match.rating import NORMAL_95
from bots.search.alphabeta.negamax import WON
from gomoku.errors import GomokuError, IllegalMove
from gomoku.game import Game
from gomoku.point import parse
from gomoku.rulesets import ruleset
from lab.arena import entrants
from lab.machines import open_machines

SIZE: Final = 15


class Judged(msgspec.Struct, frozen=True):
    """A position with a program's word on it: its best move, and a score or the plies to the end."""

    rules: str
    moves: str
    best: str
    score: int | None = None
    mate: int | None = None


class MoveAnswer(msgspec.Struct, frozen=True):
    """A player's move, and its score for the side to move if it tells one."""

    point: int
    score: int | None


@lru_cache(8)
def _open(name: str, rules: str) -> tuple[Player, Limits]:
    return entrants.open_entrant(name, ruleset(rules), SIZE, 0)


def ask(name: str, position: Judged) -> MoveAnswer:
    """Return a player's answer in a position; its process keeps the player for the next one."""
    player, limits = _open(name, position.rules)
    choice = player.choose(replay(position), limits, Stop())
    return MoveAnswer(choice.point, choice.score)


def replay(position: Judged) -> Game:
    """Return the game up to a position; raises GomokuError."""
    return Game.replay(ruleset(position.rules), SIZE, tuple(parse(name, SIZE) for name in position.moves.split()))


def read_positions(path: Path, rules: str) -> tuple[list[Judged], list[str]]:
    """Read the positions of one rule set that are not over and in which neither side can make five at once.

    Return them, and a line about each one left out because its moves are not legal here. Raises ArenaError for a line
    that is no position.
    """
    found, refused = list[Judged](), list[str]()
    for number, line in enumerate(path.read_bytes().splitlines(), start=1):
        try:
            position = msgspec.json.decode(line, type=Judged)
            if position.rules != rules:
                continue
            parse(position.best, SIZE)
            game = replay(position)
        except IllegalMove as error:
            refused.append(f"line {number}: {error}")
            continue
        except (msgspec.DecodeError, GomokuError) as error:
            raise ArenaError(f"{path}, line {number}: {error}") from error
        if (position.score is None) == (position.mate is None):
            raise ArenaError(f"{path}, line {number}: a position has either a score or a mate")
        if game.outcome is None and not find_wins(game, game.to_move) and not find_wins(game, game.to_move.other):
            found.append(position)
    return found, refused


def agreement(positions: Sequence[Judged], answers: Iterable[MoveAnswer]) -> NDArray[np.bool_]:
    """Tell for each position whether the answer is the program's move, shape (positions,)."""
    return np.array([parse(each.best, SIZE) == answer.point for each, answer in zip(positions, answers, strict=True)])


def correlation(positions: Sequence[Judged], answers: Iterable[MoveAnswer]) -> float:
    """Return the correlation of the ranks of the scores (Spearman's); nan where they do not differ."""
    pairs = [
        (each.score, answer.score)
        for each, answer in zip(positions, answers, strict=True)
        if each.score is not None and answer.score is not None
    ]
    if any(len(set(column)) < 2 for column in zip(*pairs, strict=True)) or not pairs:
        return float("nan")
    theirs, ours = (_rank(np.array(column)) for column in zip(*pairs, strict=True))
    return float(np.corrcoef(theirs, ours)[0, 1])


def _rank(values: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the ranks of values, shape (values,); equal ones share the mean of theirs."""
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: NDArray[np.float64] = (last - (counts - 1) / 2)[where]
    return ranks


def mean(values: NDArray[Any]) -> str:
    """Describe the mean of values in per cent with its 95 % interval."""
    half = NORMAL_95 * float(values.std(ddof=1)) / sqrt(len(values)) if len(values) > 1 else float("inf")
    return f"{100 * float(values.mean()):.1f} ± {100 * half:.1f}"


def report(positions: Sequence[Judged], answers: Sequence[Sequence[MoveAnswer]], names: Sequence[str]) -> list[str]:
    """Return a Markdown table: a row for each player, whose answers are in the order of the positions."""
    kinds = [
        [n for n, each in enumerate(positions) if each.mate is None],
        [n for n, each in enumerate(positions) if each.mate is not None and each.mate > 0],
        [n for n, each in enumerate(positions) if each.mate is not None and each.mate < 0],
    ]
    even, won, lost = kinds
    lines = [
        f"| player | plays the move in {len(even)} undecided, % | more than the first | rank correlation of scores "
        f"| claims {len(won)} wins, % | claims {len(lost)} losses, % | claims undecided ones as decided, % |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    undecided = [positions[n] for n in even]
    agreed = [agreement(undecided, [each[n] for n in even]) for each in answers]
    for name, told, agrees in zip(names, answers, agreed, strict=True):
        more = "" if agrees is agreed[0] else mean(agrees.astype(float) - agreed[0])
        told_scores = any(answer.score is not None for answer in told)
        claims = [
            f"{100 * np.mean([_claims(told[n], signs) for n in some]):.1f}" if told_scores and some else ""
            for some, signs in ((won, (1,)), (lost, (-1,)), (even, (1, -1)))
        ]
        ranked = f"{correlation(undecided, [told[n] for n in even]):.3f}" if told_scores else ""
        lines.append(f"| {name} | {mean(agrees)} | {more} | {ranked} | {' | '.join(claims)} |")
    return lines


def _claims(answer: MoveAnswer, signs: Sequence[int]) -> bool:
    return answer.score is not None and any(answer.score * sign >= WON for sign in signs)


def main() -> int:
    """Print the table; return the exit status."""
    parser = argparse.ArgumentParser(description="Compare players with a stronger program.", allow_abbrev=False)
    parser.add_argument("positions", type=Path)
    parser.add_argument("--players", required=True, metavar="LIST", help="as of the arena")
    parser.add_argument("--rules", default="freestyle", metavar="NAME", help="rule set (default: freestyle)")
    parser.add_argument("--first", type=positive_number, metavar="N", help="only the first positions")
    parser.add_argument("--jobs", type=positive_number, default=1, metavar="N", help="processes (default: 1)")
    args = parser.parse_args()
    try:
        names = entrants.entrants(args.players, args.rules, SIZE)
        for name in names:
            entrants.check(name, ruleset(args.rules), SIZE)
        positions, refused = read_positions(args.positions, args.rules)
        for each in refused:
            print(f"lab.agreement: left out: {args.positions}, {each}", file=sys.stderr)
        positions = positions[: args.first]
        if not positions:
            raise ArenaError(f"{args.positions} has no such position")
        answers: list[list[MoveAnswer]] = [[MoveAnswer(-1, None)] * len(positions) for _ in names]
        with open_machines(args.jobs, None) as compute:
            asked = [(player, n) for player in range(len(names)) for n in range(len(positions))]
            for number, answer in compute(ask, ((names[player], positions[n]) for player, n in asked)):
                player, n = asked[number]
                answers[player][n] = answer
    except (ArenaError, GomokuError, OSError) as error:
        told = error.detail if isinstance(error, ArenaError) else error
        print(f"lab.agreement: {told}", file=sys.stderr)
        return 1
    print("\n".join(report(positions, answers, names)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
