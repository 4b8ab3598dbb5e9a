"""The command ``tengen learn lessons``."""

import argparse
import os
import sys
from functools import partial
from pathlib import Path
from typing import Any, Final

from bots.arguments import positive_number
from bots.errors import ArenaError
from lab.learning.grow import INTERRUPTED
from server.config import Config

GAMES: Final = 60


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command ``lessons`` to ``learn``."""
    lessons: argparse.ArgumentParser = commands.add_parser(
        "lessons",
        help="measure how often a lost game teaches the loser something",
        description="Have weaker opponents of several kinds lose to levels 7 to 10, which have learned nothing, study "
        "the lost games as a server does, check the studies, and print in Markdown how many name a better move, or "
        "else show the threat that had to be stopped. Intervals are of 95 %. A run stopped with Ctrl-C resumes when "
        "the same command is repeated.",
        allow_abbrev=False,
    )
    lessons.add_argument("out", type=Path, metavar="FILE", help="file of games, one line each as they finish")
    defaults = Config()
    for flag, number, what in (
        ("--games", GAMES, "games to lose"),
        ("--checked", GAMES, "games of them to check"),
        ("--nodes", defaults.study_nodes, "stones put on the board a proof"),
        ("--check-nodes", defaults.lesson_check_nodes, "stones put on the board a search of the check"),
        ("--jobs", os.cpu_count() or 1, "processes"),
    ):
        lessons.add_argument(
            flag, type=positive_number, default=number, metavar="N", help=f"{what} (default: {number})"
        )
    lessons.set_defaults(func=_lessons)


def _lessons(options: argparse.Namespace, _db: object) -> int:
    from bots.json_lines import JsonLines  # noqa: PLC0415 - numpy and numba are not loaded for --help
    from bots.workers.process_pool import open_pool  # noqa: PLC0415
    from lab.learning.lessons import check, lose, report  # noqa: PLC0415

    try:
        lines = JsonLines(options.out, {"nodes": options.nodes})
    except ArenaError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    games = {row["number"]: row for row in lines.rows if "first" in row}
    checks = {row["number"]: row for row in lines.rows if row.get("check_nodes") == options.check_nodes}
    try:
        with open_pool(options.jobs) as pool:
            missing = [number for number in range(options.games) if number not in games]
            for row in pool.map(partial(lose, nodes=options.nodes), missing):
                lines.add(row)
                games[row["number"]] = row
            for line in report((games[number] for number in range(options.games)), "first"):
                print(line, flush=True)
            wanted = range(min(options.checked, options.games))
            unchecked = [games[number] for number in wanted if number not in checks]
            for row in pool.map(partial(check, nodes=options.check_nodes), unchecked):
                lines.add(row)
                checks[row["number"]] = row
        for line in ["", *report((games[number] | checks[number] for number in wanted), "checked")]:
            print(line, flush=True)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        lines.close()
    return 0
