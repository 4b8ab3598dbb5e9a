"""The rank of the saving move in lost games held out, after tables were fitted to so many others.

A *value* table corrects the quick score of each scored move at the end of its expected line; an *order* table corrects
today's order of all the moves that the search would try. A placebo is fitted to scores that are shuffled among the
moves of each position: mistakes are positions where today's first move loses, so any change of it seems to help.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bots.engine import Limits
from bots.json_lines import Row
from bots.registry import engine
from bots.search.alphabeta.iterative_deepening import Deepening
from bots.search.alphabeta.negamax import WON
from bots.search.board.weights import FITTED, SCALE, Weights, from_numbers
from bots.tuning.training_games import TrainingGame
from bots.tuning.weight_fit import teach
from gomoku.board import Board, Color
from gomoku.rulesets import ruleset
from lab.learning.intervals import Table, estimate
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.point_tables import BOTH, LINES, SIZES, SORTS, Features, Reader, list_places, value_features
from lab.learning.ranking_fit import Choices, Floats, fit, share
from lab.learning.saving_moves import MEMORY, QUICK, Labeller, ScoredMove
from lab.tuning.selfplay import WINNERS, openings

SEED: Final = 1  # of the openings
HELD_OUT: Final = 4  # one opening in so many
MARKS: Final = (100, 200, 400, 800, 1600, 4000)  # lost games that a table is fitted to
FIRST: Final = 3
MORE: Final = (2, 4, 8)
BOUND: Final = 600  # scores beyond it count as this
SHARP: Final = 100, 50  # score difference that multiplies a move's share by e: by value, in an order
BY_VALUE: Final = 0.3
FEWEST: Final = 12  # moves of a position whose order is measured: with fewer the search is forced
VALUE, ORDER = "value", "order"
_NONE: Final = np.zeros(0, np.int64)
_ONE: Final = np.zeros(1, np.int64)


@dataclass(frozen=True, slots=True)
class Model:
    """A table to fit, and how much it is shrunk."""

    use: str
    table: str
    shrink: float
    placebo: bool = False

    def __str__(self) -> str:
        return f"{self.use}, {self.table}{', placebo' if self.placebo else ''}"


MODELS: Final = (
    Model(VALUE, SORTS, 300),
    Model(VALUE, SORTS, 300, placebo=True),
    Model(VALUE, BOTH, 1000),
    Model(VALUE, LINES, 3000),
    Model(ORDER, SORTS, 10),
    Model(ORDER, LINES, 10),
    Model(ORDER, LINES, 10, placebo=True),
)


class LabelledPosition(NamedTuple):
    """A labelled position of a lost game; ``loss`` numbers the lost games of its part."""

    opening: int
    loss: int
    back: int
    moves: tuple[int, ...]
    scored: tuple[ScoredMove, ...]

    @property
    def points(self) -> list[int]:
        """The scored moves."""
        return [move.point for move in self.scored]


class MovesToRank(NamedTuple):
    """A position's moves for a model: what each has in the table, and the fields of `Choices`."""

    features: list[tuple[NDArray[np.int64], Floats]]
    base: Floats
    wanted: Floats
    values: Floats
    saves: NDArray[np.bool_]


class Measured(NamedTuple):
    """The ranks of the saving moves of held-out mistakes, each with its opening, and the mean loss of a position."""

    openings: list[int]
    ranks: list[int]
    loss: float


def list_openings(count: int) -> list[tuple[int, ...]]:
    """List the first openings; whether they are even is found out later."""
    return list(islice(openings(SEED), count))


def terms(plan: Plan) -> dict[str, object]:
    """Return what the rows of a file depend on."""
    return {"measure": "ranks", "nodes": plan.nodes, "attacker": plan.attacker, "search": engine("search").version}


def split(rows: Sequence[Row]) -> tuple[list[LabelledPosition], list[LabelledPosition], int]:
    """Return the labelled positions to fit to, those held out, and the number of lost games to fit to."""
    parts: tuple[list[LabelledPosition], list[LabelledPosition]] = ([], [])
    losses = [0, 0]
    by_opening = {int(row["opening"]): row["games"] for row in rows}
    for opening, game in [(number, game) for number in sorted(by_opening) for game in by_opening[number]]:
        out = opening % HELD_OUT == 0
        for each in game["positions"]:
            scored = tuple(ScoredMove(point, deep, quick, tuple(line)) for point, deep, quick, line in each["scored"])
            moves = tuple(game["moves"][: each["ply"]])
            parts[out].append(LabelledPosition(opening, losses[out], each["back"], moves, scored))
        losses[out] += game["lost"]
    return *parts, losses[0]


def teach_weights(rows: Sequence[Row], losses: int, *, shuffled: bool = False) -> Weights:
    """Return the weights that the learner's own fit makes of the games, won ones too, up to the same lost games."""
    games, lost = [], 0
    for row in sorted(rows, key=lambda row: int(row["opening"])):
        for game in row["games"] if row["opening"] % HELD_OUT else ():
            if lost < losses:
                winner = None if game["winner"] is None else WINNERS[Color[game["winner"]]]
                games.append(TrainingGame(RULES, SIZE, tuple(game["moves"]), winner))
            lost += game["lost"]
    return from_numbers(teach(games, shuffled=shuffled))


def learn_weights(rows: Sequence[Row], losses: int, *, placebo: bool = False) -> Weights:
    """Return today's weights with the value of the sorts fitted to the first lost games that are not held out."""
    known, _, _ = split(rows)
    model, reader = MODELS[0], Reader(Deepening(ruleset(RULES), SIZE, MEMORY))
    asked = [_ask_value(reader, model.table, position) for position in known if position.loss < losses]
    questions = [question for question in asked if question is not None]
    if not questions:
        return FITTED
    if placebo:
        chance = np.random.default_rng(SEED)
        questions = [_shuffle(question, chance) for question in questions]
    table = fit(_join(questions, model), model.shrink)
    moved = SCALE * (table[: len(FITTED.points)] - table[len(FITTED.points) :])
    return replace(FITTED, points=tuple(np.round(np.array(FITTED.points) + moved, 2).tolist()))


def report(rows: Sequence[Row]) -> Iterator[str]:
    """Fit all models at all marks and yield the report."""
    known, out, losses = split(rows)
    marks = (0, *(mark for mark in MARKS if mark < losses), losses)
    told = sum(position.back == 0 for position in out)
    yield f"{losses} lost games to learn from; {told} mistakes in others, held out."
    yield ""
    if not known or not told:
        return
    found = {model: _measure(model, known, out, marks) for model in MODELS}
    for head, most in (("the saving move is among the first three", FIRST), ("the saving move is the first", 1)):
        yield f"| {head} | {' | '.join(map(str, marks))} | last above 0 |"
        yield "| --- |" + " ---: |" * (len(marks) + 1)
        for model, each in found.items():
            tables = [_tabulate(one.openings, one.ranks, most) for one in each]
            yield f"| {model} | {' | '.join(map(_show, [*tables, tables[-1] - tables[0]]))} |"
        yield ""
    yield from _search_more(out)
    yield f"| loss of a position | {' | '.join(map(str, marks))} |"
    yield "| --- |" + " ---: |" * len(marks)
    for model, each in found.items():
        yield f"| {model} | {' | '.join(f'{one.loss:.3f}' for one in each)} |"


def _search_more(out: Sequence[LabelledPosition]) -> Iterator[str]:
    """Yield the ranks by a quick search with more nodes and nothing learned."""
    mistakes = [position for position in out if _tells(position.back, _saves(position))]
    heads = [f"{QUICK:,} nodes", *(f"{times} times" for times in MORE)]
    yield f"| search with nothing learned | {' | '.join(heads)} |"
    yield "| --- |" + " ---: |" * len(heads)
    labeller = Labeller(QUICK)
    ranks = []
    for times in (1, *MORE):
        limits = Limits(nodes=times * QUICK)
        scores = [labeller.score_moves(_board(each.moves), each.points, limits) for each in mistakes]
        ranks.append([_rank(_saves(each), np.array(found)) for each, found in zip(mistakes, scores, strict=True)])
    for head, most in (("among the first three", FIRST), ("the first", 1)):
        openings = [position.opening for position in mistakes]
        yield f"| {head} | {' | '.join(_show(_tabulate(openings, each, most)) for each in ranks)} |"
    yield ""


def _measure(
    model: Model, known: Sequence[LabelledPosition], out: Sequence[LabelledPosition], marks: Sequence[int]
) -> list[Measured]:
    ask = _ask_value if model.use == VALUE else _ask_order
    reader = Reader(Deepening(ruleset(RULES), SIZE, MEMORY))
    chance = np.random.default_rng(SEED)
    questions = [(position.loss, ask(reader, model.table, position)) for position in known]
    held = [(position, ask(reader, model.table, position)) for position in out]
    choices = _join([question for _, question in held if question is not None], model)
    found = []
    for mark in marks:
        taught = [question for loss, question in questions if loss < mark and question is not None]
        if model.placebo:
            taught = [_shuffle(question, chance) for question in taught]
        table = fit(_join(taught, model), model.shrink) if taught else np.zeros(SIZES[model.table])
        scores = np.split(choices.scores(table), choices.starts[1:])
        asked = [(position, question) for position, question in held if question is not None]
        ranked = [
            (position.opening, _rank(question.saves, each))
            for (position, question), each in zip(asked, scores, strict=True)
            if _tells(position.back, question.saves)
        ]
        lost = choices.loss(table)[0] / len(asked)
        found.append(Measured([opening for opening, _ in ranked], [rank for _, rank in ranked], lost))
    return found


def _ask_value(reader: Reader, table: str, position: LabelledPosition) -> MovesToRank | None:
    """Ask for the scored moves by value: None where there is no choice."""
    if len(position.scored) < 2:
        return None
    board, color = _board(position.moves), Color(1 + len(position.moves) % 2)
    features = []
    for move in position.scored:
        leaf = None if abs(move.quick) >= WON else reader.read_leaf(board, color, move.line)
        features.append((_NONE, np.zeros(0)) if leaf is None else value_features(table, *leaf))
    quick, deep = (np.clip([move[n] for move in position.scored], -BOUND, BOUND).astype(float) for n in (2, 1))
    wanted = share(deep / SHARP[0], _ONE)
    return MovesToRank(features, quick / SCALE, wanted, 1 / (1 + np.exp(-deep / SCALE)), _saves(position))


def _ask_order(reader: Reader, table: str, position: LabelledPosition) -> MovesToRank | None:
    """Ask for all moves that the search would try: None where few are, or no scored one saves."""
    board, color = _board(position.moves), Color(1 + len(position.moves) % 2)
    moves, own, opponents, base = reader.read_moves(board, color, position.moves[-1])
    scored = {move.point: move for move in position.scored if move.point in moves}
    if len(moves) < FEWEST or not scored:
        return None
    places = np.stack(list_places(table, own, opponents), axis=1)
    deep = np.array([np.clip(scored[move].deep, -BOUND, BOUND) if move in scored else -np.inf for move in moves])
    saves = np.array([move in scored and scored[move].saves for move in moves])
    features = [(row, np.ones(len(row))) for row in places]
    return MovesToRank(features, base, share(deep / SHARP[1], _ONE), np.full(len(moves), 0.5), saves)


def _tells(back: int, saves: NDArray[np.bool_]) -> bool:
    """Tell whether a position is a mistake, with a move that saves and one that does not."""
    return back == 0 and bool(saves.any()) and not saves.all()


def _rank(saves: NDArray[np.bool_], scores: Floats) -> int:
    """Return the rank of the first saving move by these scores."""
    return 1 + int(np.flatnonzero(saves[np.argsort(-scores, kind="stable")])[0])


def _saves(position: LabelledPosition) -> NDArray[np.bool_]:
    return np.array([move.saves for move in position.scored])


def _join(questions: Sequence[MovesToRank], model: Model) -> Choices:
    moves = [move for question in questions for move in question.features]
    rows = np.repeat(np.arange(len(moves)), [len(places) for places, _ in moves])
    places, counts = (np.concatenate([move[n] for move in moves]) for n in (0, 1))
    base, wanted, values = (np.concatenate([question[n] for question in questions]) for n in (1, 2, 3))
    starts = np.cumsum([0, *(len(question.base) for question in questions[:-1])])
    sharp = SCALE / SHARP[0] if model.use == VALUE else 1.0
    by_value = BY_VALUE if model.use == VALUE else 0.0
    return Choices(Features(rows, places, counts), SIZES[model.table], base, wanted, values, by_value, sharp, starts)


def _shuffle(question: MovesToRank, chance: np.random.Generator) -> MovesToRank:
    """Shuffle what is wanted among the moves that have a score."""
    scored = np.flatnonzero(question.wanted)
    dealt = np.arange(len(question.wanted))
    dealt[scored] = chance.permutation(scored)
    return question._replace(wanted=question.wanted[dealt], values=question.values[dealt])


def _tabulate(openings: Sequence[int], ranks: Sequence[int], most: int) -> Table:
    """Return the share of ranks within ``most`` in the games of each opening, as a table of one row."""
    _, at = np.unique(openings, return_inverse=True)
    found: Table = (np.bincount(at, np.array(ranks) <= most) / np.bincount(at))[None, :]
    return found


def _show(table: Table) -> str:
    return str(estimate(table)) if table.size else ""


def _board(moves: tuple[int, ...]) -> Board:
    return Board.from_stones(SIZE, moves[::2], moves[1::2])
