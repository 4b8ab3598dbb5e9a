"""The command ``tengen learn grow``."""

import argparse
import os
import sys
from pathlib import Path
from time import monotonic
from typing import Any, Final

from bots.arguments import positive_number
from bots.errors import ArenaError

UNFINISHED: Final = 75  # EX_TEMPFAIL of sysexits.h: try again
INTERRUPTED: Final = 130
SIZES: Final = ("toy", "short", "quick", "long", "medium", "full")
ARMS: Final = (
    "frozen",
    "more search",
    "proven",
    "weights",
    "experience",
    "whole",
    "practice",
    "experience + practice",
    "placebo",
)
MEASURES: Final = (
    "regulars",
    "strangers",
    "away",
    "foreign",
    "outside",
    "classic",
    "attack",
    "again",
    "rematches",
    "poison",
    "cost",
)


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command ``grow`` to ``learn``."""
    grow: argparse.ArgumentParser = commands.add_parser(
        "grow",
        help="measure whether lost games make the learner stronger",
        description="Play the learner against attackers, study the games it loses, and print in Markdown its score "
        "after so many lost games, with and without its parts, where it trained and elsewhere; whether a won game can "
        "be repeated; and the cost. Intervals are of 95 % over training seeds and openings. A run stopped with Ctrl-C "
        "or by --minutes resumes when the same command is repeated.",
        allow_abbrev=False,
    )
    grow.add_argument("out", type=Path, metavar="FILE", help="file of games, one line each as they finish")
    grow.add_argument(
        "--size",
        default="quick",
        choices=SIZES,
        help="size of the run: toy is a smoke test, short has 25 lost games and little practice, quick 100 lost games "
        "and rehearsals alone, one to two hours on two cores for two measures, long has a third seed and 400 lost "
        "games, medium takes many hours (default: quick)",
    )
    grow.add_argument(
        "--measure", nargs="+", default=list(MEASURES), choices=MEASURES, help="what to measure (default: all)"
    )
    grow.add_argument(
        "--games",
        type=Path,
        metavar="FILE",
        help="other players' games, JSON lines, to start from before their mistakes",
    )
    grow.add_argument(
        "--arms",
        nargs="+",
        default=list(ARMS),
        choices=ARMS,
        help="arms that play (default: all)",
    )
    grow.add_argument(
        "--attacker",
        metavar="COMMAND",
        help="program that speaks the Gomocup protocol, for the measure outside (default: an engine that shares "
        "nothing with the learner)",
    )
    grow.add_argument(
        "--minutes", type=float, metavar="N", help="start nothing after N minutes, and exit with status 75"
    )
    jobs = os.cpu_count() or 1
    grow.add_argument("--jobs", type=positive_number, default=jobs, metavar="N", help=f"processes (default: {jobs})")
    grow.set_defaults(func=_grow)


def _grow(options: argparse.Namespace, _db: object) -> int:
    from bots.json_lines import JsonLines  # noqa: PLC0415 - numpy and numba are not loaded for --help
    from bots.workers.process_pool import open_pool  # noqa: PLC0415
    from gomoku.rulesets import ruleset  # noqa: PLC0415
    from lab.learning.decided_games import DecidedGame, read  # noqa: PLC0415
    from lab.learning.measures import measure, terms  # noqa: PLC0415
    from lab.learning.plan import PLANS, RULES  # noqa: PLC0415
    from lab.learning.run import OutOfTime, Run  # noqa: PLC0415

    plan = PLANS[options.size]
    deadline = None if options.minutes is None else monotonic() + 60 * options.minutes
    try:
        text = "" if options.games is None else options.games.read_text(encoding="utf-8")
        games = [game for game in read(text.encode(), ruleset(RULES)) if isinstance(game, DecidedGame)]
        lines = JsonLines(options.out, terms(dict(plan.terms()), text))
    except (OSError, UnicodeDecodeError, ArenaError) as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    try:
        with open_pool(options.jobs) as pool:
            run = Run(plan, lines, pool, options.jobs, deadline)
            for line in measure(run, options.out, games, options.measure, options.arms, options.attacker):
                print(line, flush=True)
    except OutOfTime:
        print(f"tengen: {len(run.rows)} rows done, not all: the same command resumes", file=sys.stderr)
        return UNFINISHED
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        lines.close()
    return 0
