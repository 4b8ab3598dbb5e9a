"""The command ``tengen worker``: its arguments."""

import argparse
from dataclasses import dataclass
from typing import Any

from bots.levels import LEVELS


@dataclass(frozen=True, slots=True)
class WorkWishes:
    """The work that a worker shall take: ``levels`` by number (None: all), on ``cores`` (0: all of this machine)."""

    levels: frozenset[int] | None = None
    cores: int = 0
    studies: bool = True


def parse_levels(text: str) -> frozenset[int]:
    """Return the levels of a text like "1-6,9"; raises ArgumentTypeError."""
    known = {level.number for level in LEVELS}
    found: set[int] = set()
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        if not low.isdecimal() or (dash and not high.isdecimal()):
            raise argparse.ArgumentTypeError(f"{text!r} is not like 1-6,9")
        found |= {int(low), int(high or low)} | {number for number in known if int(low) <= number <= int(high or low)}
    if found - known:
        raise argparse.ArgumentTypeError(f"there are the levels {min(known)} to {max(known)}")
    return frozenset(found)


def parse_cores(text: str) -> int:
    """Return a number of cores; raises ArgumentTypeError."""
    if not text.isdecimal() or not 0 <= int(text) <= 256:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 to 256")
    return int(text)


def add_command(commands: "argparse._SubParsersAction[Any]") -> argparse.ArgumentParser:
    """Add the command ``worker``; return its parser, which takes settings as well."""
    parser: argparse.ArgumentParser = commands.add_parser(
        "worker",
        help="choose moves and study games for servers on other machines",
        description="Choose moves and do other work for the servers of an installation. The settings are those of the "
        "servers: the same bus and the same database.",
        allow_abbrev=False,
    )
    parser.add_argument("--levels", type=parse_levels, metavar="1-9", help="levels to play (default: all)")
    parser.add_argument(
        "--cores", type=parse_cores, default=0, metavar="N", help="moves at once (default: one for each core)"
    )
    parser.add_argument(
        "--studies",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="study games, and read and write large files (default: yes)",
    )
    return parser


def read_wishes(options: argparse.Namespace) -> WorkWishes:
    """Return the wishes of the command line."""
    return WorkWishes(options.levels, options.cores, options.studies)
