"""The command ``tengen solve``: reads positions and writes proofs, one line of JSON each."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from bots.arguments import positive_number
from gomoku.board import Board, Color
from gomoku.errors import BadNotation, GomokuError
from gomoku.point import name, parse
from gomoku.ruleset import RuleSet
from gomoku.rulesets import RULESETS, ruleset

if TYPE_CHECKING:
    from bots.search.solver.solver import Method

POSITIONS = 1 << 22  # positions in the tree of a threat search: up to about 440 MB when full
INTERRUPTED = 130  # exit status after Ctrl-C
RESULTS = {"Proof": "proof", "Refuted": "refuted", "Unknown": "unknown"}


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command ``solve`` to a program."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "solve",
        help="prove forced wins",
        description="Read positions from stdin, a line of JSON each with black, white (names of points), to_move and, "
        "other than 15, size; write for each whether to_move wins: result (proof, refuted, unknown), line, proof_size, "
        "nodes and ms, and its id if it had one.",
        allow_abbrev=False,
    )
    names = [rules.name for rules in RULESETS.values() if rules.length == 5]
    parser.add_argument("--rules", default="freestyle", choices=names, help="rule set (default: freestyle)")
    parser.add_argument(
        "--method",
        default="vcf",
        choices=["vcf", "vct", "fukumi"],
        help="vcf: victory by continuous fours (default); vct: by continuous threats, fours or threes; fukumi: "
        "quiet moves that threaten fours among them",
    )
    parser.add_argument(
        "--nodes", type=positive_number, metavar="N", help="most stones to put on the board (default: no limit)"
    )
    parser.set_defaults(func=_run)


def _run(options: argparse.Namespace, _db: object) -> int:
    try:
        for answer in solve(sys.stdin, options.rules, options.method, options.nodes):
            print(json.dumps(answer), flush=True)
    except GomokuError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


def solve(lines: Iterable[str], rules: str, method: "Method", nodes: int | None) -> Iterator[dict[str, Any]]:
    """Yield the answer to each position; raises BadNotation with the line number for one that cannot be read."""
    from bots.engine import Limits, Stop  # noqa: PLC0415 - numpy and numba are not loaded for --help
    from bots.search.solver.proof import Proof  # noqa: PLC0415
    from bots.search.solver.solver import Solver  # noqa: PLC0415

    solvers: dict[int, Solver] = {}
    stop = Stop()
    # compiled code does not handle signals, but the thread waiting for it does
    with ThreadPoolExecutor(1) as thread:
        try:
            for number, line in enumerate(lines, start=1):
                if not line.strip():
                    continue
                row, board, to_move = _read(line, number, ruleset(rules))
                if board.size not in solvers:
                    solvers[board.size] = Solver(ruleset(rules), board.size, positions=POSITIONS)
                prove = partial(solvers[board.size].prove, board, to_move, Limits(nodes=nodes), stop, method=method)
                found = thread.submit(prove).result()
                answer: dict[str, Any] = {} if row.id is None else {"id": row.id}
                answer["result"] = RESULTS[type(found).__name__]
                if isinstance(found, Proof):
                    answer["line"] = [name(point, board.size) for point in found.win.line()]
                    answer["proof_size"] = found.size
                yield answer | {"nodes": found.nodes, "ms": round(found.ms, 3)}
        finally:
            stop.set()


class _Row(msgspec.Struct):
    black: list[str]
    white: list[str]
    to_move: Literal["black", "white"]
    size: int = 15
    id: int | str | None = None


def _read(line: str, number: int, rules: RuleSet) -> tuple[_Row, Board, Color]:
    try:
        row = msgspec.json.decode(line, type=_Row)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadNotation(number, str(error)) from error
    if row.size not in rules.sizes:
        raise BadNotation(number, f"{rules.name} is not played on a board of size {row.size}")
    try:
        black, white = ([parse(point, row.size) for point in points] for points in (row.black, row.white))
        board = Board.from_stones(row.size, black, white)
    except (ValueError, GomokuError) as error:
        raise BadNotation(number, str(error)) from error
    if any(rules.winning_line(board, point) for point in (*black, *white)):
        raise BadNotation(number, "the game is over: somebody has won")
    return row, board, Color[row.to_move.upper()]
