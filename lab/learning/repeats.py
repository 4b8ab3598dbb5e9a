"""A won game repeated: move for move, in all orientations, and its lost position among other stones."""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from sys import maxsize
from typing import Final

from bots.engine import Limits, Stop
from bots.json_lines import Row, read
from bots.learning.study.backward_replay import to_move
from gomoku.board import EMPTY, Color
from gomoku.errors import GomokuError
from gomoku.game import Game
from gomoku.point import at, xy
from gomoku.rulesets import ruleset
from gomoku.symmetry import maps
from lab.learning.arms import FROZEN, WHOLE, Arm
from lab.learning.attackers import DEEP
from lab.learning.knowledge import UNTAUGHT
from lab.learning.learner_game import play_game
from lab.learning.plan import RULES, SIZE, Plan
from lab.learning.run import Run
from lab.learning.schooling import Learning, moves
from lab.learning.starts import HOME, Start, Starts

BATCH: Final = 8
FAR: Final = 5  # fewest lines between a far stone and every other
DRAWS: Final = 3  # draws for each way of changing a position
AS_IT_WAS, FAR_STONES, MOVED, SWAPPED = "as it was", "two far stones more", "moved whole", "colours swapped"
WAYS: Final = (AS_IT_WAS, FAR_STONES, MOVED, SWAPPED)
TAUGHT: Final = (FROZEN, WHOLE)
LostPosition = tuple[tuple[int, ...], int]
"""Moves, and the losing move after them."""


def play(run: Run, path: Path, starts: Starts) -> None:
    """Make the rows: lost games of the untaught learner, then their repetitions."""
    run.do_batches(
        "met",
        "number",
        BATCH,
        lambda number: partial(_meet, run.plan, starts[HOME], number),
        lambda: len(_lost(run.plan, run.rows)) >= run.plan.again,
        maxsize,
    )
    done = {(row["arm"], row["game"]) for row in run.of_kind("again")}
    wanted = [(arm, game) for arm in TAUGHT for game in range(run.plan.again)]
    run.do(partial(_again, run.plan, path, arm.name, game) for arm, game in wanted if (arm.name, game) not in done)


def lines(run: Run) -> Iterator[str]:
    """Yield the section of the report."""
    yield "## The same game again"
    yield ""
    rows = run.of_kind("again")
    tries = 8 * run.plan.again
    yield (
        f"{run.plan.again} games that the learner lost with nothing learned, of {len(run.of_kind('met'))} played, all "
        "of them studied; the knowledge is stored and read by another process. Then the winner repeats its game in all "
        "orientations. Losses by identical moves:"
    )
    yield ""
    yield "| | tries | identical losses |"
    yield "| --- | ---: | ---: |"
    for arm in TAUGHT:
        yield f"| {_name_of(arm)} | {tries} | {sum(sum(row['same']) for row in rows if row['arm'] == arm.name)} |"
    yield ""
    same = sum(sum(row["same"]) for row in rows if row["arm"] == WHOLE.name)
    yield f"Aim: 0 after the study, also after a restart: {'met' if same == 0 else 'missed'}."
    yield ""
    yield from _among_others(rows)


def _among_others(rows: Sequence[Row]) -> Iterator[str]:
    yield "How often the losing move is played in its position, and among other stones:"
    yield ""
    yield "| | positions | " + " | ".join(map(_name_of, TAUGHT)) + " |"
    yield "| --- | ---: |" + " ---: |" * len(TAUGHT)
    met = []
    for way in WAYS:
        found = {arm.name: [hit for row in rows if row["arm"] == arm.name for hit in row[way]] for arm in TAUGHT}
        count = max(1, len(found[WHOLE.name]))
        shares = [sum(found[arm.name]) / count for arm in TAUGHT]
        yield f"| {way} | {len(found[WHOLE.name])} | " + " | ".join(f"{100 * share:.0f} %" for share in shares) + " |"
        if way != AS_IT_WAS and found[WHOLE.name]:
            met.append(shares[1] < shares[0] / 2)
    yield ""
    told = "no mistake was named" if not met else "met" if all(met) else "missed"
    yield f"Aim: whole below half of frozen, which has learned nothing: {told}."
    yield ""


def _name_of(arm: Arm) -> str:
    return arm.name if arm.school is None else f"{arm.name}, taught"


def _meet(plan: Plan, starts: Sequence[Start], number: int) -> list[Row]:
    """Play one game of the untaught learner and return its row."""
    cases = [(start, color) for start in starts for color in start.colors]
    start, color = cases[number % len(cases)]
    seed = Random(f"again:{number}").getrandbits(32)
    opponent = DEEP.open(ruleset(RULES), SIZE, plan.attacker, seed)
    met = play_game("", start.moves, color, FROZEN.open(UNTAUGHT, 0), plan.nodes, opponent)
    row = Learning(plan, ()).lesson(met, f"winner {number}", len(start.moves), color)
    return [{"kind": "met", "number": number, **row}]


def _lost(plan: Plan, rows: Sequence[Row]) -> list[Row]:
    met = sorted((row for row in rows if row["kind"] == "met"), key=lambda row: int(row["number"]))
    return [row for row in met if row["points"] == 0][: plan.again]


def _again(plan: Plan, path: Path, name: str, number: int) -> list[Row]:
    """Repeat one lost game with an arm and return the row."""
    arm = next(arm for arm in TAUGHT if arm.name == name)
    rows = _lost(plan, read(path))
    knowledge = UNTAUGHT if arm.school is None else Learning(plan, rows).knowledge()
    played, color = moves(rows[number]), Color[rows[number]["color"]]
    same = []
    for seed, turn in enumerate(maps(SIZE)):
        turned = [turn[point] for point in played]
        plies = [ply for ply in range(rows[number]["start"], len(played)) if to_move(ply) is color]
        same.append(all(choice(arm, knowledge, plan, turned[:ply], seed) == turned[ply] for ply in plies))
    row: Row = {"kind": "again", "arm": name, "game": number, "same": same}
    lesson = rows[number]["study"]["lesson"]
    for way in WAYS:
        found = [] if lesson is None or lesson["mistake"] is None else vary(played, lesson["mistake"], way)
        row[way] = [choice(arm, knowledge, plan, before, seed) == losing for seed, (before, losing) in enumerate(found)]
    return [row]


def choice(arm: Arm, knowledge: object, plan: Plan, before: Sequence[int], seed: int) -> int:
    """Return an arm's move after some moves."""
    player = arm.open(knowledge, seed)  # type: ignore[arg-type]
    game = Game.replay(ruleset(RULES), SIZE, before, forbidden_loses=True)
    point = player.choose(game, Limits(nodes=arm.nodes(plan)), Stop()).point
    player.close()
    return point


def vary(played: Sequence[int], mistake: int, way: str) -> list[LostPosition]:
    """List different random changes, of one kind, of a lost position."""
    before, losing = tuple(played[:mistake]), played[mistake]
    if way == AS_IT_WAS:
        return [(before, losing)]
    change = {FAR_STONES: far_stones, MOVED: move_position, SWAPPED: swap_colors}[way]
    chance = Random(f"{way}:{before}")
    found = {drawn for _ in range(DRAWS) if (drawn := change(before, losing, chance)) is not None and running(drawn)}
    return sorted(found)


def far_stones(before: tuple[int, ...], losing: int, chance: Random) -> LostPosition | None:
    """Add a stone of each colour far from all others; None if there is no room."""
    first = _far([*before, losing], chance)
    second = None if first is None else _far([*before, losing, first], chance)
    return None if first is None or second is None else ((*before, first, second), losing)


def move_position(before: tuple[int, ...], losing: int, chance: Random) -> LostPosition | None:
    """Move the whole position elsewhere on the board; None if there is no room."""
    xs, ys = zip(*(xy(point, SIZE) for point in (*before, losing)), strict=True)
    room = [(dx, dy) for dx in range(-min(xs), SIZE - max(xs)) for dy in range(-min(ys), SIZE - max(ys))]
    room.remove((0, 0))
    if not room:
        return None
    dx, dy = chance.choice(room)

    def there(point: int) -> int:
        x, y = xy(point, SIZE)
        return at(x + dx, y + dy, SIZE)

    return tuple(map(there, before)), there(losing)


def swap_colors(before: tuple[int, ...], losing: int, chance: Random) -> LostPosition | None:
    """Swap the colours, with one more black stone far away so that the other side is to move; None if there is no
    room."""
    far = _far([*before, losing], chance)
    if far is None:
        return None
    black, white = [*before[1::2], far], [*before[::2]]
    turns = [stone for pair in zip(black, white, strict=False) for stone in pair]
    return (*turns, *black[len(white) :]), losing


def running(position: LostPosition) -> bool:
    """Tell whether the position can arise in a game that goes on, and the losing move is on an empty point."""
    before, losing = position
    try:
        game = Game.replay(ruleset(RULES), SIZE, before)
    except GomokuError:
        return False
    return game.outcome is None and game.board[losing] == EMPTY


def _far(stones: Sequence[int], chance: Random) -> int | None:
    places = [xy(point, SIZE) for point in stones]

    def distance(point: int) -> int:
        x, y = xy(point, SIZE)
        return min(max(abs(x - a), abs(y - b)) for a, b in places)

    far = [point for point in range(SIZE * SIZE) if distance(point) >= FAR]
    return chance.choice(far) if far else None
