"""The command line of the arena."""

import argparse
from typing import Any


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add ``arena``. The parsed arguments have ``func(args, db) -> int``, which prints and returns the exit status."""
    arena: argparse.ArgumentParser = commands.add_parser(
        "arena",
        help="measure the strength of levels and engines",
        description="Play players against each other over paired openings and print their Elo. With --out, a run "
        "stopped with Ctrl-C resumes when the same command is repeated.",
        allow_abbrev=False,
    )
    arena.add_argument(
        "--players",
        required=True,
        metavar="LIST",
        help="names separated by commas: engines (vector; search@1000 for 1000 nodes a move, search@300ms for 300 "
        "milliseconds), programs that speak the Gomocup protocol (gomocup:COMMAND@300ms, such as an older checkout's "
        "'.venv/bin/tengen engine --engine search'), levels as people meet them (level:3), or levels for all; "
        "NAME:weights=FILE plays with learned weights",
    )
    arena.add_argument("--rules", default="freestyle", metavar="NAME", help="rule set (default: freestyle)")
    arena.add_argument("--size", type=int, default=15, metavar="N", help="board (default: 15)")
    arena.add_argument("--games", type=int, default=100, metavar="N", help="for every two players (default: 100)")
    arena.add_argument("--openings", metavar="FILE", help="file of openings (default: Tengen's own)")
    arena.add_argument("--seed", type=int, default=1, metavar="N", help="random seed (default: 1)")
    arena.add_argument("--anchor", metavar="NAME=ELO", help="fix the Elo of one player (default: the mean is 0)")
    arena.add_argument(
        "--sprt",
        metavar="LOW,HIGH",
        help="for two players: stop once it is decided whether the first is HIGH or only LOW Elo above the second "
        "(GSPRT over pairs of games, 5 %% of errors either way); --games is then the maximum",
    )
    arena.add_argument("--jobs", type=int, default=1, metavar="N", help="games played at once (default: 1)")
    arena.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of the dask scheduler there (tcp://HOST:8786), as many games at once as they have "
        "threads, instead of --jobs; their network must be trusted; every worker needs the same sources of Tengen, and "
        "the programs of gomocup: by the same commands in its folder, but no files of weights, which are read here",
    )
    arena.add_argument(
        "--out", metavar="DIR", help="write games here as they finish, and table.md and table.json at the end"
    )
    arena.add_argument("--json", action="store_true", help="print JSON instead of Markdown")
    arena.set_defaults(func=_run)


def _run(args: argparse.Namespace, _db: object) -> int:
    from lab.arena.run import run  # noqa: PLC0415 - numpy and the engines are not loaded for --help

    return run(args)
