"""The command ``tengen solve``: positions in, proofs out, a line of JSON each."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from gomoku.board import Board, Color
from gomoku.errors import BadNotation, GomokuError
from gomoku.point import name, parse
from gomoku.rulesets import RULESETS, ruleset

if TYPE_CHECKING:
    from bots.search.solver import Method

POSITIONS = 1 << 22  # in the tree of a search for threats: up to some 440 MB, as it fills
RESULTS = {"Proof": "proof", "Refuted": "refuted", "Unknown": "unknown"}


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Give a program the command ``solve``."""
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
        "--nodes", type=_count, metavar="N", help="stones to put on the board at most (default: no limit)"
    )
    parser.set_defaults(func=_run)


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise ValueError
    return count


def _run(options: argparse.Namespace, _db: object) -> int:
    try:
        for answer in solve(sys.stdin, options.rules, options.method, options.nodes):
            print(json.dumps(answer), flush=True)
    except GomokuError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # nobody reads on
    return 0


def solve(lines: Iterable[str], rules: str, method: "Method", nodes: int | None) -> Iterator[dict[str, Any]]:
    """Answer to each position; raises BadNotation, which names the line, for one that cannot be read."""
    from bots.engine import Limits  # noqa: PLC0415 - numpy and numba are not loaded for --help
    from bots.search.proof import Proof  # noqa: PLC0415
    from bots.search.solver import Solver  # noqa: PLC0415

    solvers: dict[int, Solver] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        row, board, to_move = _read(line, number)
        try:
            if board.size not in solvers:
                solvers[board.size] = Solver(ruleset(rules), board.size, positions=POSITIONS)
            solver = solvers[board.size]
        except GomokuError as error:
            raise BadNotation(number, str(error)) from error
        found = solver.prove(board, to_move, Limits(nodes=nodes), method=method)
        answer: dict[str, Any] = {"id": row["id"]} if "id" in row else {}
        answer["result"] = RESULTS[type(found).__name__]
        if isinstance(found, Proof):
            answer["line"] = [name(point, board.size) for point in found.win.line()]
            answer["proof_size"] = found.size
        yield answer | {"nodes": found.nodes, "ms": round(found.ms, 3)}


def _read(line: str, number: int) -> tuple[dict[str, Any], Board, Color]:
    try:
        row = json.loads(line)
        size = row.get("size", 15)
        black, white = ([parse(point, size) for point in row[color]] for color in ("black", "white"))
        return row, Board.from_stones(size, black, white), Color[row["to_move"].upper()]
    except KeyError as error:
        raise BadNotation(number, f"{error} is missing or unknown") from error
    except (ValueError, TypeError, AttributeError, GomokuError) as error:
        raise BadNotation(number, str(error)) from error
