"""Puzzle search in a game: wins with one or two first moves, and positions with one holding move.

At each turn the solver searches for a win by fours, then by threats. Candidates are the turns where a win begins, where
a win by fours begins, and where the opponent could have stopped the longest win by fours but did not. The proof of a
candidate is shortened, and other first moves are tried with limited nodes; if more than two win, it is no puzzle. Where
a side is about to lose, every move is tried: the position is a puzzle if all moves but one are proven to lose, and
after that one the quick methods are refuted and the strongest finds no win.
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
from bots.puzzles.themes import look, themes_of_defence, themes_of_win
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

EARLIEST = 6  # number of stones before which nothing is searched
FIRST_NODES = 3_000  # of the first search for a win at a turn
LONG_NODES = 10_000  # of the search whether a win began a turn earlier
OTHER_NODES = 400, 2_000, 20_000
"""Stones for each proof that another first move wins. A few suffice, at first, to see that too many moves win."""
MOST_ANSWERS = 2
SHORTEST = 3  # attacking moves
LARGEST = 300  # most moves of the winner's in a proof
A_GAME = 4  # most wins whose beginning is tried
FOURS = 5  # most later turns with a win by fours that are tried
DEFENCES = 2  # most turns before a win that are tried for a defence
SEEN_LATE, LAPSES = 3, 4  # turns, and moves at each, at which a side might have overlooked a win by fours
ENTRIES, POSITIONS = 1 << 18, 1 << 16
METHODS: tuple[Method, ...] = ("vcf", "vct")
SORTS = (*METHODS, "defence")


class FoundPuzzle(NamedTuple):
    """A puzzle and its motif, by which duplicates are recognised."""

    puzzle: MadePuzzle
    motif: str


def find(game: Game, wanted: Collection[str] = SORTS) -> Iterator[FoundPuzzle]:
    """Yield a game's puzzles of the wanted kinds, in no particular order."""
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
    """Yield only the first puzzle: those of one stretch of a game are much alike."""
    return islice((found for found in tried if found is not None), 1)


def _at(game: Game, ply: int) -> Game:
    return Game.replay(game.rules, SIZE, game.moves[:ply])


def _won(solver: Solver, game: Game) -> dict[int, Method]:
    """Map the turns at which the side to move wins to the method."""
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
    """List the turns where the opponent would have the longest wins by fours if the side to move overlooked them."""
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
    """Yield the game with the best-scored moves that fail to stop the win."""
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
    """Return the method by which the side to move wins, or None; also None where either side can make five."""
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
    """Find the win by fours with the fewest fours, else the shortest win by threats found."""
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
    """List the first moves proven to win with ``nodes`` for each proof, that of ``attack`` first.

    Stops at one more than ``most``.
    """
    answers = [attack.win.move]
    used = trace(solver.position.rules, board, color, attack.win).points
    prover = Prover(solver, nodes)
    likely = {point: number for number, point in enumerate(attack.win.longest()[::2])}  # the same win in another order
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
    """Return the empty points of fives in which a side has at least ``stones`` stones and the other none."""
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
    """Count the defences that withstand all attacks of the quick methods, stopping at two."""
    held = 0
    for point in points:
        held += judge_defence(prover, board, attacker, point, threat, most_undecided=1).standing is Standing.OPEN
        if held > 1:
            break
    return held


@cache
def solver_of(rules: str) -> Solver:
    """Return this process's solver for a rule set; one search at a time."""
    return Solver(ruleset(rules), SIZE, workspace=_workspace())


@cache
def _workspace() -> Workspace:
    return Workspace(ENTRIES, POSITIONS)
