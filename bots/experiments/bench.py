"""Measurements of ``tengen learn bench``: does learning work? A report in Markdown."""

import random
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from statistics import mean, median
from time import process_time

from bots.experiments.cluster_shares import Share, share
from bots.experiments.duels import Dueled, pairs, play
from bots.experiments.trials import Cost, Judge, LessonTrial, Trial, critical, images, playable
from bots.learning.patterns.table import PatternTable
from bots.learning.players.learner import Learner
from bots.learning.players.parts import NOTHING, Parts
from bots.learning.players.taught import Learned
from bots.learning.proofs.last_chances import LastChance, Memory
from bots.learning.study.decided_games import DecidedGame
from bots.learning.study.study import teach
from bots.openings import FREESTYLE, load
from gomoku.ruleset import RuleSet
from gomoku.rulesets import ruleset

SIZE = 15
SAME, ALONE, MOVED = "where it was", "where it was, by patterns alone", "moved over the board"
MEASURES = ("real", "same", "match")


@dataclass(frozen=True, slots=True)
class Terms:
    """What a run depends on besides the games. ``nodes`` bound each proof when games are learned; each position is
    tried on so many ``shifts``; the attacker plays ``attacker_rules`` with ``attacker_nodes`` a move, on
    ``training`` openings to learn from and on ``openings`` others in the match."""

    rules: str
    nodes: int
    seed: int
    shifts: int
    attacker_rules: str
    attacker_nodes: int
    training: int
    openings: int


def learn(rules: str, game: DecidedGame, *, nodes: int) -> LessonTrial:
    """Lesson and patterns of a decided game."""
    winner = game.outcome.winner
    if winner is None:
        return LessonTrial(game, None, (), 0.0)
    begun = process_time()
    lesson, patterns = teach(rules, game.size, game.moves, winner, game.outcome.reason, nodes)
    return LessonTrial(game, lesson, tuple(each.pattern() for each in patterns), process_time() - begun)


def table_of(rules: str, taught: Iterable[LessonTrial]) -> PatternTable:
    """Table of what games taught."""
    patterns = list({pattern.key: pattern for one in taught for pattern in one.patterns}.values())
    chances = (LastChance.of(one.game.size, one.game.moves, one.lesson) for one in taught if one.lesson)
    return PatternTable(rules, patterns, memory=Memory(filter(None, chances)))


def half(game: DecidedGame) -> int:
    """0 or 1, by a hash of the game's id."""
    return sha256(game.id.encode()).digest()[0] & 1


def report(
    terms: Terms, games: Sequence[DecidedGame], pool: Executor, measure: Sequence[str] = MEASURES
) -> Iterator[str]:
    """Lines of the report, each measurement as soon as it is done."""
    taught: list[LessonTrial] = []
    if "real" in measure or "same" in measure:
        taught = list(pool.map(partial(learn, terms.rules, nodes=terms.nodes), games, chunksize=4))
        yield from describe_learned(taught)
    if "real" in measure:
        yield from real_test(terms, taught)
    if "same" in measure:
        yield from same_trap(terms, taught, pool)
    if "match" in measure:
        yield from match(terms, pool)


def describe_learned(taught: Sequence[LessonTrial]) -> Iterator[str]:
    """What the games taught, and what that cost."""
    seconds = [one.seconds for one in taught]
    patterns = {pattern.key: pattern for one in taught for pattern in one.patterns}
    lengths = [pattern.length for pattern in patterns.values()] or [0]
    yield "## What was learned"
    yield ""
    yield (
        f"{len(taught)} games: {sum(one.lesson is not None for one in taught)} with a lesson, {len(critical(taught))} "
        f"with a mistake, {len(patterns)} patterns (length: median {median(lengths):g}, most {max(lengths)}). "
        f"Processor time a game: median {median(seconds):.2f} s, mean {mean(seconds):.2f} s, most {max(seconds):.1f} s."
    )
    yield ""


def same_trap(terms: Terms, taught: Sequence[LessonTrial], pool: Executor) -> Iterator[str]:
    """Every lesson's position again, in all orientations and moved over the board.

    Where it was the trained bot remembers the position itself, so that it is also tried with the patterns alone.
    """
    table = table_of(terms.rules, taught)
    tried = list(pool.map(partial(_again, terms, table), critical(taught)))
    yield "## The same trap again"
    yield ""
    yield "Each lesson's position in 8 orientations, where it was and moved whole; trained on all lessons."
    yield ""
    yield from _compare({name: [one.outcomes[name] for one in tried] for name in (SAME, ALONE, MOVED)})
    yield from _cost([one.cost for one in tried])


@dataclass(frozen=True, slots=True)
class _Tried:
    """What came of one trial's images, by rows of the report, and what the players' moves cost."""

    outcomes: dict[str, list[list[bool]]]
    cost: Cost


def _again(terms: Terms, table: PatternTable, trial: Trial) -> _Tried:
    rules, chance = ruleset(terms.rules), random.Random(f"{terms.seed}:{trial.game}")
    judge = _judge(terms, rules, table)
    forgetful = PatternTable(table.rules, table.patterns, compiled=table.compiled)
    alone = _judge(terms, rules, forgetful)
    outcomes: dict[str, list[list[bool]]] = {SAME: [], ALONE: [], MOVED: []}
    for image, moved in images(trial, rules, SIZE, terms.shifts, chance):
        for row, by in ((MOVED, judge),) if moved else ((SAME, judge), (ALONE, alone)):
            outcome = by.outcomes(image, moved=moved)
            if outcome is not None:
                outcomes[row].append(outcome)
    return _Tried(outcomes, judge.cost)


def real_test(terms: Terms, taught: Sequence[LessonTrial]) -> Iterator[str]:
    """Each half of the games tried with what the other half taught."""
    rules = ruleset(terms.rules)
    rows: dict[str, list[list[list[bool]]]] = {}
    judges = []
    for n in (0, 1):
        train = [one for one in taught if half(one.game) != n]
        test = [one for one in taught if half(one.game) == n]
        for name, table in (
            ("all patterns", table_of(terms.rules, train)),
            ("patterns longer than an open three", _longer(table_of(terms.rules, train))),
        ):
            judge = _judge(terms, rules, table)
            judges.append(judge)
            trials = [trial for trial in critical(test) if playable(trial, rules, SIZE)]
            found = [[outcome] for trial in trials if (outcome := judge.outcomes(trial, moved=False))]
            rows.setdefault(name, []).extend(found)
    yield "## The real test: other games"
    yield ""
    yield "Positions of one half of the games, by a hash of their ids, with the patterns of the other half, both ways."
    yield ""
    yield from _compare(rows)
    yield from _cost([judge.cost for judge in judges[::2]])


def match(terms: Terms, pool: Executor) -> Iterator[str]:
    """Against one attacker: untrained, and trained on earlier losses over other openings."""
    rules = ruleset(terms.attacker_rules)
    openings = list(enumerate(load(FREESTYLE, rules, SIZE)))
    random.Random(terms.seed).shuffle(openings)
    untrained = PatternTable(terms.attacker_rules)
    duels = pairs(terms.attacker_rules, SIZE, openings[: terms.training], terms.attacker_nodes)
    early = list(pool.map(partial(play, table=untrained), duels, chunksize=4))
    lost = [dueled.game for dueled in early if dueled.points == 0]
    taught = list(pool.map(partial(learn, terms.attacker_rules, nodes=terms.nodes), lost, chunksize=2))
    table = table_of(terms.attacker_rules, taught)
    rest = openings[terms.training : terms.training + terms.openings]
    duels = pairs(terms.attacker_rules, SIZE, rest, terms.attacker_nodes)
    players = [list(pool.map(partial(play, table=table), duels, chunksize=4)) for table in (table, untrained)]
    yield f"## A match against the search at {terms.attacker_nodes} nodes, {terms.attacker_rules}"
    yield ""
    yield (
        f"{len(early)} games over {terms.training} openings, {len(lost)} of them lost, taught {len(table.patterns)} "
        f"patterns. Then {len(duels)} games each over {len(rest)} other openings, each with either colour:"
    )
    yield ""
    trained, plain = (_by_opening(games) for games in players)
    gains = [[a - b for a, b in zip(*both, strict=True)] for both in zip(trained, plain, strict=True)]
    yield "| | points | 95 % |"
    yield "| --- | ---: | ---: |"
    for name, points in (("trained", trained), ("untrained", plain), ("gain", gains)):
        yield _row(name, share(points))
    yield ""


def _longer(table: PatternTable) -> PatternTable:
    return PatternTable(table.rules, [pattern for pattern in table.patterns if pattern.length > 2])


def _judge(terms: Terms, rules: RuleSet, table: PatternTable) -> Judge:
    """Judge of the trained bot, the control, and the untrained twin."""
    return Judge(
        rules,
        SIZE,
        [Learner(Learned(lambda _: table)), Learner(parts=Parts.ASKING), Learner(parts=NOTHING)],
        terms.nodes,
    )


def _compare(rows: dict[str, list[list[list[bool]]]]) -> Iterator[str]:
    """A table of shares; a row's outcomes are given by game, and for each trial as [trained, asking, untrained]."""
    yield "| | positions | games | trained | asking | untrained | gain | gain over asking |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, games in rows.items():
        if not any(games):
            yield f"| {name} | 0 | 0 | | | | | |"
            continue
        players = [share([[float(outcome[n]) for outcome in game] for game in games]) for n in range(3)]
        gains = [share([[float(outcome[0]) - float(outcome[n]) for outcome in game] for game in games]) for n in (2, 1)]
        cells = [players[0].count, players[0].clusters, *players, *gains]
        yield f"| {name} | {' | '.join(map(str, cells))} |"
    yield ""


def _cost(costs: Sequence[Cost]) -> Iterator[str]:
    moves = max(sum(cost.moves for cost in costs), 1)
    trained, asking, untrained = (1000 * sum(cost.seconds[n] for cost in costs) / moves for n in range(3))
    yield (
        f"Processor time a move: {trained:.1f} ms trained, {asking:.1f} ms asking, {untrained:.1f} ms untrained, in "
        "these positions."
    )
    yield ""


def _by_opening(games: Sequence[Dueled]) -> list[list[float]]:
    """Points of the two games over each opening."""
    points: dict[int, list[float]] = {}
    for dueled in games:
        points.setdefault(dueled.duel.number, []).append(dueled.points)
    return list(points.values())


def _row(name: str, found: Share) -> str:
    return f"| {name} | {100 * found.value:.1f} % | ± {100 * found.margin:.1f} |"
