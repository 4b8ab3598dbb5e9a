"""The command ``tengen learn``: what can be learned from games, on the command line."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.arguments import positive_number
from bots.errors import BotError
from gomoku.errors import GomokuError
from gomoku.rulesets import RULESETS
from lab.learning.grow import add_command as add_grow
from lab.learning.lessons_command import add_command as add_lessons
from lab.learning.ranks_command import add_command as add_ranks

NODES = 20_000
INTERRUPTED = 130


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Give a program the command ``learn``."""
    learn: argparse.ArgumentParser = commands.add_parser(
        "learn", help="what bots learn from lost games", description="What bots learn from lost games."
    )
    below = learn.add_subparsers(dest="learn_command", metavar="COMMAND", required=True)
    replay = below.add_parser(
        "replay",
        help="walk decided games back to where they were lost",
        description="Read decided games, lines of JSON with moves and result, or files of SGF, Piskvorky (.psq) or "
        "RenLib (.lib), and write a line of JSON for each: entry (the ply from which on the win is proven), mistake, "
        "open moves, with how "
        "hard a win was looked for after each, the proven line, the pattern and its blocking points with weights; no "
        "entry where nothing is proven within the limits. At the end a summary goes to stderr.",
        allow_abbrev=False,
    )
    names = [rules.name for rules in RULESETS.values() if rules.length == 5]
    replay.add_argument("files", nargs="*", type=Path, metavar="FILE", help="games (default: stdin)")
    replay.add_argument("--rules", default="freestyle", choices=names, help="rule set (default: freestyle)")
    replay.add_argument(
        "--nodes",
        type=positive_number,
        default=NODES,
        metavar="N",
        help=f"stones put on the board a proof (default: {NODES})",
    )
    replay.set_defaults(func=_replay)
    add_grow(below)
    add_lessons(below)
    add_ranks(below)


def _replay(options: argparse.Namespace, _db: object) -> int:
    from lab.learning.lesson_report import Account  # noqa: PLC0415 - numpy and numba are not loaded for --help

    account, bad = Account(options.rules, options.nodes), False
    try:
        for file, data in _files(options.files):
            games = 0
            for row in account.rows(data):
                print(json.dumps(row), flush=True)
                games += 1
                if "error" in row:
                    bad = True
                    print(f"tengen: {file}: {row['error']}", file=sys.stderr)
            if not games:
                bad = True
                print(f"tengen: {file}: there is no game in it", file=sys.stderr)
    except BrokenPipeError:
        raise  # nobody reads on: not a fault of a file
    except (GomokuError, BotError, OSError) as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    print(account.summary(), file=sys.stderr)
    return 1 if bad else 0


def _files(files: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file, of the standard input where there is none."""
    if not files:
        yield "stdin", sys.stdin.buffer.read()
    for file in files:
        yield str(file), file.read_bytes()
