"""A run of the arena, from its arguments to its tables."""

import argparse
import hashlib
import json
import shlex
import sys
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from pathlib import Path

from bots.errors import ArenaError
from bots.match.pairing import Pairing, schedule
from bots.match.pairing_game import PairingResult
from bots.match.sequential import SequentialTest
from bots.openings import FREESTYLE, BadOpenings, load
from gomoku.errors import GomokuError
from gomoku.rulesets import ruleset
from lab.arena import cluster, entrants, report
from lab.arena.ledger import Ledger
from lab.arena.progress import Progress
from lab.arena.standings import standings
from lab.arena.workers import Setting, play_all
from lab.cluster import open_cluster

MOST_JOBS = 256
MOST_ELO = 500  # largest Elo difference of a test
INTERRUPTED = 130

Playing = Callable[[list[Pairing]], Generator[PairingResult, None, None]]
"""A way to play matches: here, or on the workers of a cluster."""


@dataclass(frozen=True, slots=True)
class RunPlan:
    """A planned run. ``terms`` are all that its games depend on; ``test`` may end it early."""

    players: tuple[str, ...]
    matches: list[Pairing]
    setting: Setting
    terms: dict[str, object]
    anchor: str | None
    anchor_elo: float
    test: SequentialTest | None


def run(args: argparse.Namespace) -> int:
    """Play and print; return the exit status: 0 done, 1 failed, 2 bad arguments, 130 stopped with Ctrl-C."""
    with ExitStack() as stack:
        try:
            plan = _plan(args)
            playing = _open_playing(args, plan.setting, stack)
            ledger = None if args.out is None else Ledger(Path(args.out) / "games.jsonl", plan.terms, args.size)
        except ArenaError as error:
            print(f"tengen: {error.detail}", file=sys.stderr)
            return 2
        if ledger is not None:
            stack.callback(ledger.close)
        try:
            played = _play(plan, ledger, playing)
        except KeyboardInterrupt:
            again = "; the same command resumes" if ledger else "; the games are lost without --out"
            print(f"\ntengen: stopped{again}", file=sys.stderr)
            return INTERRUPTED
        except ArenaError as error:
            print(f"tengen: {error.detail}", file=sys.stderr)
            return 1
    _print(plan, args, played)
    return 0


def _open_playing(args: argparse.Namespace, setting: Setting, stack: ExitStack) -> Playing:
    if args.cluster is None:
        return partial(play_all, setting=setting, jobs=args.jobs)
    return partial(cluster.play_all, setting=setting, client=stack.enter_context(open_cluster(args.cluster)))


def _plan(args: argparse.Namespace) -> RunPlan:
    try:
        rules = ruleset(args.rules)
    except GomokuError as error:
        raise ArenaError(f"--rules: unknown rules {args.rules!r}") from error
    if args.size not in rules.sizes:
        raise ArenaError(f"--size: {args.rules} is played on {', '.join(str(size) for size in rules.sizes)}")
    if not 1 <= args.jobs <= MOST_JOBS:
        raise ArenaError(f"--jobs: {args.jobs} is not from 1 to {MOST_JOBS}")
    try:
        openings = load(FREESTYLE if args.openings is None else Path(args.openings), rules, args.size)
    except BadOpenings as error:
        raise ArenaError(f"--openings: {error}") from error
    players = entrants.entrants(args.players, args.rules, args.size)
    terms: dict[str, object] = {
        "rules": args.rules,
        "size": args.size,
        "games": args.games,
        "seed": args.seed,
        "openings": hashlib.sha256(repr(openings).encode()).hexdigest(),
        "players": {name: entrants.check(name, rules, args.size) for name in players},
    }
    matches = schedule(players, len(openings), args.games, args.seed)
    setting, test = Setting(args.rules, args.size, openings), _test(args.sprt, players)
    return RunPlan(players, matches, setting, terms, *_anchor(args.anchor, players), test)


def _test(text: str | None, players: tuple[str, ...]) -> SequentialTest | None:
    if text is None:
        return None
    if len(players) != 2:
        raise ArenaError(f"--sprt: needs two players, not {len(players)}")
    try:
        lower, higher = map(float, text.split(","))
    except ValueError:
        raise ArenaError(f"--sprt: {text!r} is not like -15,5") from None
    if not -MOST_ELO <= lower < higher <= MOST_ELO:
        raise ArenaError(f"--sprt: {text} is not ascending or exceeds {MOST_ELO} Elo")
    return SequentialTest(lower, higher)


def _anchor(text: str | None, players: tuple[str, ...]) -> tuple[str | None, float]:
    if text is None:
        return None, 0.0
    name, _, elo = text.partition("=")
    if name not in players:
        raise ArenaError(f"--anchor: {name!r} does not play")
    try:
        return name, float(int(elo))
    except ValueError:
        raise ArenaError(f"--anchor: {text!r} is not like {name}=1000") from None


def _play(plan: RunPlan, ledger: Ledger | None, playing: Playing) -> list[PairingResult]:
    played = [] if ledger is None else ledger.played
    known = {game.number for game in played}
    left = [match for match in plan.matches if match.number not in known]
    decided = _cut_at_decision(plan, played)
    if decided is not None:
        return decided
    progress = Progress(len(plan.matches), len(known), sys.stderr)
    try:
        with closing(playing(left)) as games:
            for game in games:
                if ledger is not None:
                    ledger.add(game)
                played.append(game)
                progress.step()
                decided = _cut_at_decision(plan, played)
                if decided is not None:
                    return decided
    finally:
        progress.end()
    return played


def _cut_at_decision(plan: RunPlan, played: list[PairingResult]) -> list[PairingResult] | None:
    """Return the games up to the decision of the test; None while undecided or without a test.

    Only the pairs before the first incomplete one count, so that quick games do not come first.
    """
    if plan.test is None:
        return None
    decision = plan.test.decide(_pairs(plan, played))
    if decision.accepted is None:
        return None
    return [game for game in played if game.number < 2 * decision.pairs]


def _pairs(plan: RunPlan, played: list[PairingResult]) -> list[float]:
    """Return the first player's points in each pair of games, up to the first incomplete pair."""
    points = {game.number: 0.5 if game.winner is None else float(game.winner == plan.players[0]) for game in played}
    pairs = takewhile(lambda n: n in points and n + 1 in points, range(0, len(plan.matches), 2))
    return [points[n] + points[n + 1] for n in pairs]


def _print(plan: RunPlan, args: argparse.Namespace, played: list[PairingResult]) -> None:
    found = standings(plan.players, plan.matches, played, plan.anchor, plan.anchor_elo)
    command = _command(args)
    scale = "with a mean of 0" if plan.anchor is None else f"with {plan.anchor} at {plan.anchor_elo:.0f}"
    decision = None if plan.test is None else plan.test.decide(_pairs(plan, played))
    markdown = report.as_markdown(found, plan.terms, command, scale, plan.test, decision)
    data = json.dumps(report.as_json(found, plan.terms, command, plan.test, decision), indent=2) + "\n"
    if args.out is not None:
        Path(args.out, "table.md").write_text(markdown, encoding="utf-8")
        Path(args.out, "table.json").write_text(data, encoding="utf-8")
    sys.stdout.write(data if args.json else markdown)


def _command(args: argparse.Namespace) -> str:
    """Return the command that reproduces these results, without where they are computed and written."""
    words = ["tengen", "arena", "--players", args.players, "--rules", args.rules, "--size", str(args.size)]
    words += ["--games", str(args.games), "--seed", str(args.seed)]
    if args.openings is not None:
        words += ["--openings", args.openings]
    if args.anchor is not None:
        words += ["--anchor", args.anchor]
    if args.sprt is not None:
        words.append(f"--sprt={args.sprt}")
    return shlex.join(words)
