"""The command line of the arena."""

import argparse
from typing import Any


def add_command(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Give a program the command ``arena``.

    The parsed arguments have ``func(args, db) -> int``, which prints and returns the exit status.
    """
    arena: argparse.ArgumentParser = subparsers.add_parser(
        "arena",
        help="measure the strength of levels and engines",
        description="Let players meet over paired openings, and print their Elo. Stopped with Ctrl-C, the same command "
        "goes on where it was, if it has --out.",
        allow_abbrev=False,
    )
    arena.add_argument(
        "--players",
        required=True,
        metavar="LIST",
        help="names separated by commas: engines (vector, or search@1000 for 1000 nodes a move), levels as "
        "people meet them (level:3), or levels for all; with :weights=FILE after it, a player has learned weights",
    )
    arena.add_argument("--rules", default="freestyle", metavar="NAME", help="rule set (default: freestyle)")
    arena.add_argument("--size", type=int, default=15, metavar="N", help="board (default: 15)")
    arena.add_argument("--games", type=int, default=100, metavar="N", help="for every two players (default: 100)")
    arena.add_argument("--openings", metavar="FILE", help="openings (default: those that come with Tengen)")
    arena.add_argument("--seed", type=int, default=1, metavar="N", help="what chance is drawn from (default: 1)")
    arena.add_argument("--anchor", metavar="NAME=ELO", help="fix the Elo of one player (default: the mean is 0)")
    arena.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help="of two players, end as soon as it is told whether the first is HIGH Elo above the second or only LOW "
        "(GSPRT over pairs of games, 5 %% of errors either way); --games is then the most",
    )
    arena.add_argument("--jobs", type=int, default=1, metavar="N", help="games played at once (default: 1)")
    arena.add_argument(
        "--out", metavar="DIR", help="keep the games here as they finish, and at the end table.md and table.json"
    )
    arena.add_argument("--json", action="store_true", help="print JSON and not Markdown")
    arena.set_defaults(func=_run)


def _run(args: argparse.Namespace, _db: object) -> int:
    from lab.arena.run import run  # noqa: PLC0415 - numpy and the engines are not loaded for --help

    return run(args)
