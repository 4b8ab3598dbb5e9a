"""The command ``tengen learn ranks``."""

import argparse
import os
import sys
from functools import partial
from itertools import chain
from pathlib import Path
from time import monotonic
from typing import Any, Final

from bots.arguments import positive_number
from bots.errors import ArenaError
from lab.learning.grow import INTERRUPTED, SIZES, UNFINISHED

OPENINGS: Final = 1_000


def add_command(commands: "argparse._SubParsersAction[Any]") -> None:
    """Add the command ``ranks`` to ``learn``."""
    ranks: argparse.ArgumentParser = commands.add_parser(
        "ranks",
        help="measure whether weights learned from lost games rank the saving move higher",
        description="Play the frozen learner against a stronger search, label the positions that lost with a deep "
        "search, fit tables of weights to some of the lost games, and print in Markdown the rank of the saving move in "
        "the others. Intervals are of 95 % over openings. A run stopped with Ctrl-C or by --minutes resumes when the "
        "same command is repeated.",
        allow_abbrev=False,
    )
    ranks.add_argument("out", type=Path, metavar="FILE", help="file of games, one line each as they finish")
    ranks.add_argument(
        "--size", default="quick", choices=SIZES, help="size whose nodes are played with (default: quick)"
    )
    ranks.add_argument(
        "--openings",
        type=positive_number,
        default=OPENINGS,
        metavar="N",
        help=f"random openings: a fifth of them are even and give two games each (default: {OPENINGS})",
    )
    ranks.add_argument(
        "--minutes", type=float, metavar="N", help="start nothing after N minutes, and exit with status 75"
    )
    ranks.add_argument(
        "--weights",
        type=Path,
        metavar="FILE",
        help="write today's weights, with the sorts of points fitted to the lost games as a value, for tengen arena",
    )
    ranks.add_argument(
        "--losses", type=positive_number, default=sys.maxsize, metavar="N", help="fit them to the first N lost games"
    )
    ranks.add_argument(
        "--fit",
        default="ranks",
        choices=("ranks", "placebo", "today", "shuffled"),
        help="fit them to the labels, to scores shuffled among the moves of a position, to all games as the learner "
        "does today, or so with shuffled results (default: ranks)",
    )
    jobs = os.cpu_count() or 1
    ranks.add_argument("--jobs", type=positive_number, default=jobs, metavar="N", help=f"processes (default: {jobs})")
    ranks.set_defaults(func=_ranks)


def _ranks(options: argparse.Namespace, _db: object) -> int:
    from bots.json_lines import JsonLines  # noqa: PLC0415 - numpy and numba are not loaded for --help
    from bots.search.board.weights import format_weights  # noqa: PLC0415
    from bots.workers.process_pool import open_pool  # noqa: PLC0415
    from lab.learning import ordinary  # noqa: PLC0415
    from lab.learning.plan import PLANS  # noqa: PLC0415
    from lab.learning.ranks import learn_weights, list_openings, report, teach_weights, terms  # noqa: PLC0415
    from lab.learning.run import OutOfTime, Run  # noqa: PLC0415
    from lab.learning.saving_moves import play_both  # noqa: PLC0415

    plan = PLANS[options.size]
    deadline = None if options.minutes is None else monotonic() + 60 * options.minutes
    try:
        lines = JsonLines(options.out, terms(plan))
    except ArenaError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    try:
        with open_pool(options.jobs) as pool:
            run = Run(plan, lines, pool, options.jobs, deadline)
            known = {row["opening"] for row in run.rows}
            drawn = enumerate(list_openings(options.openings))
            run.do(partial(play_both, plan, number, opening) for number, opening in drawn if number not in known)
        rows = [row for row in run.rows if row["opening"] < options.openings]
        if options.weights is not None:
            if options.fit in ("today", "shuffled"):
                learned = teach_weights(rows, options.losses, shuffled=options.fit == "shuffled")
            else:
                learned = learn_weights(rows, options.losses, placebo=options.fit == "placebo")
            options.weights.write_text(format_weights(learned), encoding="ascii")
        for line in chain(report(rows), [""], ordinary.report(rows)):
            print(line, flush=True)
    except OutOfTime:
        print(f"tengen: {len(run.rows)} rows done, not all: the same command resumes", file=sys.stderr)
        return UNFINISHED
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        lines.close()
    return 0
