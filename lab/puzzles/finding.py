"""Puzzles in a game: a win that begins with one move or two, or the one move that holds.

At each turn the solver is asked for a win by fours, then by threats. Candidates are where one begins, where its fours
begin, and where the other side could have stopped the longest win by fours and here has not. The proof of each is made
short, the moves that might win as well are tried, each with at most so many stones a proof, and where more than two win
it is no puzzle. Where a side is about to lose, every move is tried: the position is a puzzle where all lose by proofs
but one, after which all attacks of the quick methods were tried to their end and the strongest found none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from bots.engine import Limits, Stop
from bots.immediate_wins import find_wins
from bots.learning.proofs.defence_search import judge_defence, loses, press, search_defences
from bots.learning.proofs.proven_positions import NO_MOVE
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.trace import trace
from bots.learning.proofs.verdicts import Attack, Standing
from bots.puzzles.puzzle import NODES, SIZE, MadePuzzle
from bots.puzzles.stone_shapes import look
from bots.puzzles.themes import themes_of_defence, themes_of_win
from bots.search.solver import proof_check
from bots.search.solver.proof import Proof, Unknown, Win
from bots.search.solver.solver import Method, Solver
from bots.search.solver.workspace import Workspace
from gomoku.board import EMPTY, Board, Color
from gomoku.game import Game
from gomoku.lines import lines
from gomoku.rulesets import ruleset
from lab.puzzles.games import search
from lab.puzzles.motif import motif

EARLIEST = 6  # stones before which nothing is looked for
FIRST_NODES = 3_000  # for whether there is anything at all
LONG_NODES = 10_000  # for whether a win that is found began a turn earlier
OTHER_NODES = 400, 2_000, 20_000
"""Stones for each proof that another first move wins: a few for all moves first, which is mostly enough to see that too
many win."""
MOST_ANSWERS = 2
SHORTEST = 3  # attacking moves
LARGEST = 300  # of the winner's moves in a proof
A_GAME = 4  # beginnings of wins that are tried
FOURS = 5  # later turns at which fours win that are tried, until one is a puzzle
DEFENCES = 2  # the same for turns before a win begins
SEEN_LATE, LAPSES = 3, 4  # turns, and moves at each, with which a side might have lost to fours
ENTRIES, POSITIONS = 1 << 18, 1 << 16
METHODS: tuple[Method, ...] = ("vcf", "vct")
SORTS = (*METHODS, "defence")


class FoundPuzzle(NamedTuple):
    """A puzzle, and what makes it another one than those before."""

    puzzle: MadePuzzle
    motif: str


def find(game: Game, wanted: Collection[str] = SORTS) -> Iterator[FoundPuzzle]:
    """Puzzles of a game, of the sorts that are wanted, in no order."""
    solver = solver_of(game.rules.name)
    won = _won(solver, game)
    begun = [ply for ply in sorted(won) if ply - 2 not in won]
    for ply in begun[-A_GAME:]:
        if won[ply] in wanted and (found := _win(solver, _at(game, ply))) is not None:
            yield found
    if "vcf" in wanted:
        fours = [ply for ply, method in won.items() if method == "vcf" and ply not in begun]
        yield from _first(_win(solver, _at(game, ply)) for ply in sorted(fours)[:FOURS])
        lapses = (lapse for ply in _unseen(solver, game, won) for lapse in _lapses(solver, game, ply))
        yield from _first(_win(solver, lapse) for lapse in lapses)
    if "defence" in wanted:
        yield from _first(_defence(solver, _at(game, ply - 1)) for ply in begun[-DEFENCES:] if ply > EARLIEST)


def _first(tried: Iterable[FoundPuzzle | None]) -> Iterator[FoundPuzzle]:
    """The first that is one, if any: those of one stretch of a game are much alike."""
    return islice((found for found in tried if found is not None), 1)


def _at(game: Game, ply: int) -> Game:
    return Game.replay(game.rules, SIZE, game.moves[:ply])


def _won(solver: Solver, game: Game) -> dict[int, Method]:
    """The turns at which the side to move wins, and by what."""
    won = {
        ply: method for ply in range(EARLIEST, len(game.moves)) if (method := _method(solver, game, ply, FIRST_NODES))
    }
    for ply in sorted(won):
        before = ply - 2
        while before >= EARLIEST and before not in won and (method := _method(solver, game, before, LONG_NODES)):
            won[before] = method
            before -= 2
    return won


def _unseen(solver: Solver, game: Game, won: Mapping[int, Method]) -> list[int]:
    """Turns at which the other side would have the longest wins by fours, should this one see them too late."""
    found = []
    for ply in range(EARLIEST, len(game.moves)):
        before = _at(game, ply)
        if ply in won or find_wins(before, Color.BLACK) or find_wins(before, Color.WHITE):
            continue
        proof = solver.prove(before.board, before.to_move.other, Limits(nodes=FIRST_NODES))
        if isinstance(proof, Proof) and proof.win.length() >= SHORTEST:
            found.append((proof.win.length(), ply))
    return [ply for _, ply in sorted(found, reverse=True)[:SEEN_LATE]]


def _lapses(solver: Solver, game: Game, ply: int) -> Iterator[Game]:
    """The game with other moves of the side to move, those that look best of all that do not disturb the win."""
    before = _at(game, ply)
    color = before.to_move
    proof = solver.prove(before.board, color.other, Limits(nodes=FIRST_NODES))
    assert isinstance(proof, Proof)
    defences = solver.defences(before.board, color.other, proof.win)
    if isinstance(defences, Unknown):
        return
    found = search(game.rules.name).search(before.board, color, before.moves[-1], Limits(nodes=FIRST_NODES), Stop())
    for point in [point for point, _ in found.moves if point not in defences.points][:LAPSES]:
        after = before.copy()
        after.play(point)
        if not find_wins(after, color):
            yield after


def _method(solver: Solver, game: Game, ply: int, nodes: int) -> Method | None:
    """By which the side to move wins, None for not; nothing where either side has a five to make."""
    before = _at(game, ply)
    if find_wins(before, Color.BLACK) or find_wins(before, Color.WHITE):
        return None
    for method in METHODS:
        if isinstance(solver.prove(before.board, before.to_move, Limits(nodes=nodes), method=method), Proof):
            return method
    return None


def _win(solver: Solver, game: Game) -> FoundPuzzle | None:
    board, color = game.board, game.to_move
    attack = _shortest(solver, board, color)
    if attack is None or attack.win.length() < SHORTEST or sum(1 for _ in attack.win) > LARGEST:
        return None
    for nodes in OTHER_NODES:
        answers = list_answers(solver, board, color, attack, nodes)
        if len(answers) > MOST_ANSWERS:
            return None
    try:
        proof_check.check(game.rules, board, color, attack.win)
    except proof_check.Unsound:
        return None
    tempting = sum(_tempts(board, game, point) for point in _open_points(board, color, 2) if point not in answers)
    puzzle = MadePuzzle(
        game.rules.name,
        "win",
        attack.method,
        tempting,
        tuple(answers),
        themes_of_win(game.rules, board, color, attack.win),
        tuple(game.moves),
        attack.win,
    )
    return FoundPuzzle(puzzle, motif(game.rules, board, color, attack.win, attack.win.move))


def _shortest(solver: Solver, board: Board, color: Color) -> Attack | None:
    """The win by fours with the fewest of them, else the shortest win by threats that is found."""
    found = solver.prove(board, color, Limits(nodes=NODES))
    if isinstance(found, Proof):
        win = found.win
        for fours in range(1, win.length()):
            fewer = solver.prove(board, color, Limits(nodes=NODES), fours=fours)
            if isinstance(fewer, Proof):
                win = fewer.win
                break
        return Attack("vcf", win)
    wins = []
    for most in (None, 1, 2, 3):
        found = solver.prove(board, color, Limits(nodes=LONG_NODES), fours=most, method="vct")
        if isinstance(found, Proof):
            wins.append(found.win)
    return Attack("vct", min(wins, key=lambda win: (win.length(), sum(1 for _ in win)))) if wins else None


def list_answers(
    solver: Solver, board: Board, color: Color, attack: Attack, nodes: int, most: int = MOST_ANSWERS
) -> list[int]:
    """First moves that are proven to win, each proof with so many nodes, the ``attack``'s first.

    One more than ``most`` ends it.
    """
    answers = [attack.win.move]
    used = trace(solver.position.rules, board, color, attack.win).points
    prover = Prover(solver, nodes)
    likely = {point: number for number, point in enumerate(attack.win.longest()[::2])}  # the same in another order
    points = used | _open_points(board, color, 2)
    order = sorted(points, key=lambda at: (likely.get(at, len(likely)), at not in used, at))
    for point in order:
        if point == attack.win.move or solver.position.rules.forbidden(board, point, color) is not None:
            continue
        board.place(point, color)
        if not prover.five(board, color.other) and loses(prover, board, color):
            answers.append(point)
        board.remove(point)
        if len(answers) > most:
            break
    return answers


def _open_points(board: Board, color: Color, stones: int) -> set[int]:
    """Empty points of the fives in which a side has so many stones or more, and the other none."""
    found: set[int] = set()
    for row in lines(board.size, 5):
        cells = [board[point] for point in row]
        if cells.count(color) >= stones and not cells.count(color.other):
            found.update(point for point, cell in zip(row, cells, strict=True) if cell == EMPTY)
    return found


def _tempts(board: Board, game: Game, point: int) -> bool:
    if game.rules.forbidden(board, point, game.to_move) is not None:
        return False
    made = look(game.rules, board, point, game.to_move)
    return made.fours > 0 or made.threes > 0


def _defence(solver: Solver, game: Game) -> FoundPuzzle | None:
    board, color = game.board, game.to_move
    attacker = color.other
    if find_wins(game, Color.BLACK) or find_wins(game, Color.WHITE):
        return None
    quick = Prover(solver, OTHER_NODES[-1])
    threat = quick.attack(board, attacker).attack
    if threat is None or quick.attack(board, color).standing is Standing.WON:
        return None
    points = solver.defences(board, attacker, threat.win)
    if isinstance(points, Unknown) or _holding(quick, board, attacker, threat, points.points) > 1:
        return None
    prover = Prover(solver, NODES)
    held = search_defences(prover, board, attacker, whole=True)
    if sum(verdict.standing is not Standing.WON for verdict in held.after.values()) != 1:
        return None
    result = press(prover, board, attacker, held)
    left = [point for point, verdict in result.after.items() if verdict.standing is not Standing.WON]
    if result.threat is None or len(left) != 1 or not result.after[left[0]].withstands("vct"):
        return None
    win = Win(NO_MOVE, tuple(result.wins()), result.threat.win)
    if sum(1 for _ in win) > LARGEST or not win.answers:
        return None
    puzzle = MadePuzzle(
        game.rules.name,
        "defence",
        "vct",
        len(win.answers),
        (left[0],),
        themes_of_defence(game.rules, board, color, left[0], result.threat.win),
        tuple(game.moves),
        win,
    )
    return FoundPuzzle(puzzle, motif(game.rules, board, attacker, result.threat.win, left[0]))


def _holding(prover: Prover, board: Board, attacker: Color, threat: Attack, points: Sequence[int]) -> int:
    """How many defences withstand all attacks of the quick methods; two are enough to know."""
    held = 0
    for point in points:
        held += judge_defence(prover, board, attacker, point, threat, most_undecided=1).standing is Standing.OPEN
        if held > 1:
            break
    return held


@cache
def solver_of(rules: str) -> Solver:
    """The solver of this process for a rule set; one search at a time."""
    return Solver(ruleset(rules), SIZE, workspace=_workspace())


@cache
def _workspace() -> Workspace:
    return Workspace(ENTRIES, POSITIONS)
