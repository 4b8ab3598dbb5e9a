"""The programs ``tengen engine`` and ``pbrain-tengen``: one of our players on stdin and stdout.

Imports for players happen on demand, so a command line that includes this starts fast.
"""

import argparse
import os
import secrets
import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

from bots.interrupt import leaving_at_once

if TYPE_CHECKING:
    from bots.levels import Level

DESCRIPTION = (
    "Play by the Gomocup (Piskvork) protocol on stdin and stdout, under any manager that speaks it. "
    "Without a level or an engine the strongest level plays; on its very first start it compiles its search for up to "
    "a minute, after that it is there at once."
)


def add_command(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command ``engine`` to a program."""
    parser = commands.add_parser("engine", help="play under a Gomocup manager", description=DESCRIPTION)
    add_arguments(parser)
    parser.set_defaults(func=lambda options, _: run(options))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `run` to a parser."""
    who = parser.add_mutually_exclusive_group()
    who.add_argument("--level", type=int, metavar="N", help="a level of the ladder, with its slips and its guard")
    who.add_argument("--engine", metavar="NAME", help="an engine bare, as it was published")
    parser.add_argument("--seed", type=int, metavar="N", help="what chance is drawn from; by default another each time")


def run(options: argparse.Namespace) -> int:
    """Play until the manager says END or is gone; return the exit status: 0, or 2 for an unknown player."""
    with leaving_at_once():
        from bots.errors import BotError  # noqa: PLC0415
        from bots.gomocup.brain import Brain  # noqa: PLC0415
        from bots.gomocup.loading import Loading, takes_long  # noqa: PLC0415
        from bots.gomocup.reader import LineReader  # noqa: PLC0415
        from bots.workers.child import take_pipes  # noqa: PLC0415

        try:
            level = _level(options)
        except BotError as error:
            print(f"tengen: {error}", file=sys.stderr)
            return 2
    source, sink = take_pipes()

    def say(line: str) -> None:
        os.write(sink.fileno(), line.encode("ascii", "replace") + b"\n")  # unbuffered, so nothing is left to flush

    reader, loading = LineReader(source), Loading(level) if takes_long(level) else None
    reader.start()
    if loading is not None:
        loading.start()
    seed = secrets.randbits(31) if options.seed is None else options.seed
    brain = Brain(level, seed, version("tengen"), say, loading)
    try:
        for line in reader:
            brain.handle(*line)
    except (BrokenPipeError, KeyboardInterrupt):
        pass  # the manager has closed the pipe or interrupted us
    finally:
        reader.finish()
        brain.close()
    if loading is not None and not loading.done:
        os._exit(0)  # a thread in the middle of the compiler cannot be ended
    return 0


def _level(options: argparse.Namespace) -> "Level":
    """Return the requested level, or one made of a bare engine; raises UnknownLevel or UnknownEngine."""
    from bots.levels import Level, level  # noqa: PLC0415
    from bots.registry import ENGINES, engine  # noqa: PLC0415

    if options.engine is not None:
        if options.engine not in ENGINES:  # those are known without the time that an import takes
            engine(options.engine)
        return Level(-1, options.engine, {"en": options.engine}, {"en": "Bare."})
    return find_strongest() if options.level is None else level(options.level)


def find_strongest() -> "Level":
    """Return the level with the greatest measured strength, not necessarily the last one."""
    from bots.levels import LEVELS  # noqa: PLC0415

    return max(LEVELS, key=lambda found: found.elo or 0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program ``pbrain-tengen``, which needs no arguments."""
    parser = argparse.ArgumentParser(prog="pbrain-tengen", description=DESCRIPTION)
    add_arguments(parser)
    return run(parser.parse_args(arguments))
