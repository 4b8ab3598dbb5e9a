"""The command ``tengen learn``: what can be learned from games, on the command line."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bots.errors import BotError
from gomoku.errors import GomokuError
from gomoku.rulesets import RULESETS

NODES = 20_000


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Give a program the command ``learn``."""
    learn: argparse.ArgumentParser = commands.add_parser(
        "learn", help="what bots learn from lost games", description="What bots learn from lost games."
    )
    below = learn.add_subparsers(dest="learn_command", metavar="COMMAND", required=True)
    replay = below.add_parser(
        "replay",
        help="walk decided games back to where they were lost",
        description="Read decided games, lines of JSON with moves and result or a file of SGF each, and write a line "
        "of JSON for each: entry (the ply from which on the win is proven), mistake, saving moves with the method by "
        "which each holds, the proven line, the pattern and its blocking points with weights; no entry where nothing "
        "is proven within the limits. At the end a summary goes to stderr.",
        allow_abbrev=False,
    )
    names = [rules.name for rules in RULESETS.values() if rules.length == 5]
    replay.add_argument("files", nargs="*", type=Path, metavar="FILE", help="games (default: stdin)")
    replay.add_argument("--rules", default="freestyle", choices=names, help="rule set (default: freestyle)")
    replay.add_argument(
        "--nodes", type=_count, default=NODES, metavar="N", help=f"stones put on the board a proof (default: {NODES})"
    )
    replay.set_defaults(func=_replay)


def _count(text: str) -> int:
    count = int(text)
    if count < 1:
        raise ValueError
    return count


def _replay(options: argparse.Namespace, _db: object) -> int:
    from bots.learning.account import Account  # noqa: PLC0415 - numpy and numba are not loaded for --help

    account = Account(options.rules, options.nodes)
    try:
        for text in _texts(options.files):
            for row in account.rows(text):
                print(json.dumps(row), flush=True)
    except (GomokuError, BotError, OSError, UnicodeDecodeError) as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    except (BrokenPipeError, KeyboardInterrupt):
        return 0  # nobody reads on
    print(account.summary(), file=sys.stderr)
    return 0


def _texts(files: list[Path]) -> Iterator[str]:
    if not files:
        yield sys.stdin.read()
    for file in files:
        yield file.read_text()
