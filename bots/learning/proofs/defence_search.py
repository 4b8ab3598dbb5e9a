"""Search of the defences against a threat: which of them lose, and whether any is left."""

from __future__ import annotations

from dataclasses import dataclass

from bots.learning.proofs.prover import Prover, canonical
from bots.learning.proofs.trace import fives_through
from bots.learning.proofs.verdicts import METHODS, PRESSURE, QUICK, Attack, OpenMove, Standing, Verdict
from bots.search.solver.proof import Unknown, Win
from gomoku import symmetry
from gomoku.board import Board, Color

FEW = 4  # number of undecided defences still worth a patient search
MOST_UNDECIDED = FEW + 1  # undecided defences that end a search that need not be complete
NAMED = 4  # most defences named
ENOUGH = 1  # defences named, if they take a search with many nodes
PRESSED = 8  # most defences asked about by the strongest method
SPITE = 2  # consecutive fours that the defender may insert before the threat is examined again


@dataclass(frozen=True, slots=True)
class DefenceResult:
    """The defender, to move, faces ``threat``: ``after`` has the attacker's verdict after each defence that disturbs
    it.

    ``after`` is complete if all were asked for or if the standing is WON, where every defence loses. ``refuted`` is the
    strongest method whose attacks were all tried and failed.
    """

    standing: Standing
    threat: Attack | None
    after: dict[int, Verdict]
    refuted: str | None

    def withstanding(self, method: str) -> tuple[tuple[int, str], ...]:
        """List the defences that withstand a method, each with the strongest method refuted after it."""
        return tuple((p, v.refuted) for p, v in self.after.items() if v.refuted is not None and v.withstands(method))

    def undecided(self, method: str) -> tuple[int, ...]:
        """List the defences that neither lose nor, within the limits, withstand the method."""
        found = self.after.items()
        return tuple(p for p, v in found if v.standing is not Standing.WON and not v.withstands(method))

    def open(self) -> tuple[OpenMove, ...]:
        """List the defences against which `press` found nothing."""
        return tuple(OpenMove(p, METHODS[-1], v.pressed) for p, v in self.after.items() if v.pressed is not None)

    def left(self) -> tuple[int, ...]:
        """List the defences that neither lose nor were pressed: nothing is known either way."""
        return tuple(p for p, v in self.after.items() if v.standing is not Standing.WON and v.pressed is None)

    def wins(self) -> list[tuple[int, Win]]:
        """List the losing defences, each with the win after it."""
        return [(point, found.attack.win) for point, found in sorted(self.after.items()) if found.attack is not None]

    def win_by(self, move: int) -> Win:
        """Return the proof of the attacker's move that led here; the standing must be WON."""
        assert self.threat is not None
        return Win(move, tuple(self.wins()), self.threat.win)


def search_defences(
    prover: Prover,
    board: Board,
    attacker: Color,
    hint: Attack | None = None,
    *,
    whole: bool = False,
    patient: bool = False,
    spite: int = SPITE,
    most_undecided: int = MOST_UNDECIDED,
) -> DefenceResult:
    """Evaluate all defences of a board with the defender to move; unless ``whole``, stop at ``most_undecided``.

    ``hint`` is an attack that may be the threat if the solver finds none. ``patient``: search a few undecided defences
    with many more nodes. A defence not in `Solver.defences` leaves the threat intact and loses. Once a heeded flag has
    ended the solver, the remaining defences are undecided.
    """
    known = prover.find_loss(board, attacker.other)
    if known is not None:
        return _take_known(known)
    before = prover.spent
    five = prover.five(board, attacker.other)
    found = prover.attack(board, attacker)
    threat = found.attack
    if five is not None:
        return _sum_up(threat, {five: Verdict(Standing.OPEN, None, METHODS[-1])})
    if threat is None and hint is not None and prover.solver.replays(board, attacker, hint.win):
        threat = hint
    if threat is None:
        return DefenceResult(found.standing, None, {}, found.refuted)
    defences = prover.solver.defences(board, attacker, threat.win)
    if isinstance(defences, Unknown):
        return DefenceResult(Standing.UNKNOWN, threat, {}, None)
    after: dict[int, Verdict] = {}
    undecided = 0
    _, by = canonical(board)
    image = symmetry.maps(board.size)[by]  # images of a position stop at the same defence
    for point in sorted(defences.points, key=image.__getitem__):
        ended = prover.solver.ended
        after[point] = Verdict(Standing.UNKNOWN)
        if not ended:
            after[point] = judge_defence(prover, board, attacker, point, threat, spite, most_undecided=most_undecided)
        undecided += after[point].standing is Standing.UNKNOWN
        if not whole and (after[point].standing is Standing.OPEN or undecided == most_undecided):
            break
    left = [point for point, verdict in after.items() if verdict.standing is Standing.UNKNOWN]
    if patient and len(left) <= FEW and (whole or not any(v.standing is Standing.OPEN for v in after.values())):
        for point in left:
            after[point] = judge_defence(prover, board, attacker, point, threat, spite, patient=True)
    result = _sum_up(threat, after)
    if result.standing is Standing.WON:
        prover.note_loss(board, attacker.other, threat, result.wins(), prover.spent - before)
    return result


def loses(prover: Prover, board: Board, attacker: Color) -> bool:
    """Tell whether the defender, to move, is proven to lose whatever it plays.

    One defence not proven to lose decides. So the attacker's own move is tried first, before finding all defences that
    disturb the threat, which takes longer than asking about a few.
    """
    defender = attacker.other
    if prover.find_loss(board, defender) is not None:
        return True
    threat = prover.attack(board, attacker).attack
    if threat is None:
        return False
    guess = threat.win.move
    if prover.rules.forbidden(board, guess, defender) is None:
        found = judge_defence(prover, board, attacker, guess, threat, most_undecided=1)
        if found.standing is not Standing.WON:
            return False
    return search_defences(prover, board, attacker, most_undecided=1).standing is Standing.WON


def press(prover: Prover, board: Board, attacker: Color, result: DefenceResult, nodes: int = 0) -> DefenceResult:
    """Ask the strongest method about defences that withstood the quick ones; return the updated result.

    A named move must be tested harder than others. Defences with the fewest attacks to try come first, and those that
    refute this method too are best. If none does, one of the others is searched with PRESSURE times the nodes, or with
    ``nodes``, the stones that refuted the move played. A defence that makes a four only delays the question and is
    skipped.
    """
    if result.threat is None:
        return result
    _, by = canonical(board)
    image = symmetry.maps(board.size)[by]
    after, before = dict(result.after), prover.spent
    withstood = sorted((p for p in after if after[p].withstands(QUICK[-1])), key=lambda p: (after[p].nodes, image[p]))
    named, unclear = 0, []
    for point in withstood[:PRESSED]:
        found = _press_after(prover, board, attacker, point, prover.nodes)
        if found is None:
            continue
        if found.standing is Standing.WON or found.withstands(METHODS[-1]):
            after[point] = found
            named += found.standing is not Standing.WON
        else:
            unclear.append(point)
        if named == NAMED:
            break
    for point in unclear:
        if named < ENOUGH:
            found = _press_after(prover, board, attacker, point, max(nodes, PRESSURE * prover.nodes))
            after[point] = found or after[point]
            named += after[point].pressed is not None
    left = [point for point, found in after.items() if found.standing is Standing.UNKNOWN]
    if named == 0 and len(left) <= FEW:  # tells whether the mistake lies further back
        for point in left:
            found = _press_after(prover, board, attacker, point, PRESSURE * prover.nodes)
            if found is not None and (found.standing is Standing.WON or found.withstands(METHODS[-1])):
                after[point] = found
    pressed = _sum_up(result.threat, after)
    if pressed.standing is Standing.WON and result.standing is not Standing.WON:
        prover.note_loss(board, attacker.other, result.threat, pressed.wins(), prover.spent - before)
    return pressed


def _press_after(prover: Prover, board: Board, attacker: Color, point: int, nodes: int) -> Verdict | None:
    """Search a defence with this many nodes; None for a four that can be stopped."""
    board.place(point, attacker.other)
    found: Verdict | None = None
    if prover.rules.winning_line(board, point) is not None:
        found = Verdict(Standing.OPEN, None, METHODS[-1], 0, nodes)
    elif not _stops(prover, board, attacker, fives_through(prover.rules, board, attacker.other, point)):
        found = prover.press(board, attacker, nodes)
    board.remove(point)
    return found


def _take_known(lost: Attack) -> DefenceResult:
    """Build the result of a position known to be lost."""
    assert lost.win.threat is not None
    after = {point: Verdict(Standing.WON, Attack(_method(win), win)) for point, win in lost.win.answers}
    return DefenceResult(Standing.WON, Attack(lost.method, lost.win.threat), after, None)


def _method(win: Win) -> str:
    """Return the method of a win: by fours alone, or by any threats."""
    return QUICK[-1] if any(step.threat is not None for step in win) else QUICK[0]


def _sum_up(threat: Attack | None, after: dict[int, Verdict]) -> DefenceResult:
    standings = {verdict.standing for verdict in after.values()}
    standing = next((s for s in (Standing.OPEN, Standing.UNKNOWN) if s in standings), Standing.WON)
    methods = [verdict.refuted for verdict in after.values() if verdict.refuted is not None]
    return DefenceResult(standing, threat, dict(sorted(after.items())), max(methods, key=METHODS.index, default=None))


def judge_defence(
    prover: Prover,
    board: Board,
    attacker: Color,
    point: int,
    threat: Attack,
    spite: int = SPITE,
    *,
    patient: bool = False,
    most_undecided: int = MOST_UNDECIDED,
) -> Verdict:
    """Judge a defence on ``point`` against ``threat``; ``patient`` searches with many more nodes.

    The board is unchanged on return.
    """
    board.place(point, attacker.other)
    if patient:
        prover.insist(board, attacker)
    found = _answer(prover, board, attacker, point, threat, spite, most_undecided)
    board.remove(point)
    return found


def _answer(
    prover: Prover, board: Board, attacker: Color, point: int, threat: Attack, spite: int, most_undecided: int
) -> Verdict:
    """Judge the defence after it is placed.

    A defender's four needs no counter-threat: the attacker stops it, and the defender is to move as before.
    """
    found = prover.attack(board, attacker)
    fives = fives_through(prover.rules, board, attacker.other, point)
    if found.standing is Standing.WON or not fives:
        return found
    if not _stops(prover, board, attacker, fives):
        return Verdict(Standing.OPEN, None, METHODS[-1])
    if len(fives) > 1:
        return found
    if spite == 0:
        return Verdict(Standing.UNKNOWN)
    before = prover.spent
    board.place(fives[0], attacker)
    result = search_defences(prover, board, attacker, threat, spite=spite - 1, most_undecided=most_undecided)
    board.remove(fives[0])
    if result.standing is Standing.WON:
        attack = Attack(QUICK[-1], result.win_by(fives[0]))
        prover.note_win(board, attacker, attack, prover.spent - before)
        return Verdict(Standing.WON, attack)
    return Verdict(result.standing, None, result.refuted)


def _stops(prover: Prover, board: Board, attacker: Color, fives: list[int]) -> list[int]:
    """List the points where the attacker may stop the defender's fives. One stone may stop two where enclosed fives do
    not win."""
    stops = []
    for point in fives:
        if prover.rules.forbidden(board, point, attacker) is None:
            board.place(point, attacker)
            if prover.five(board, attacker.other) is None:
                stops.append(point)
            board.remove(point)
    return stops
