"""The defender's turn against a threat: which moves lose, and are any left?"""

from __future__ import annotations

from dataclasses import dataclass

from bots.learning.proofs.prover import Prover, canonical
from bots.learning.proofs.trace import fives_through
from bots.learning.proofs.verdicts import METHODS, PRESSURE, QUICK, Attack, OpenMove, Standing, Verdict
from bots.search.solver.proof import Unknown, Win
from gomoku import symmetry
from gomoku.board import Board, Color

FEW = 4  # undecided defences
MOST_UNDECIDED = FEW + 1  # defences, at which a search that need not be whole is given up
NAMED = 4  # defences at most
ENOUGH = 1  # of them, if it has to be asked with many nodes
PRESSED = 8  # defences at most that are asked by the strongest method
SPITE = 2  # fours that a defender may throw in, one after the other, before the threat is looked at again


@dataclass(frozen=True, slots=True)
class DefenceResult:
    """The defender, to move, faces ``threat``: what the attacker has after each defence that disturbs it.

    ``after`` is whole where all were asked for or WON, that every defence loses, is what it tells. ``refuted`` is the
    strongest method all attacks of which were tried and none wins.
    """

    standing: Standing
    threat: Attack | None
    after: dict[int, Verdict]
    refuted: str | None

    def withstanding(self, method: str) -> tuple[tuple[int, str], ...]:
        """Defences that withstand a method, each with the strongest method that was tried to its end after it."""
        return tuple((p, v.refuted) for p, v in self.after.items() if v.refuted is not None and v.withstands(method))

    def undecided(self, method: str) -> tuple[int, ...]:
        """Defences that neither lose nor, within the limits, withstand the method."""
        found = self.after.items()
        return tuple(p for p, v in found if v.standing is not Standing.WON and not v.withstands(method))

    def open(self) -> tuple[OpenMove, ...]:
        """Defences that `press` found nothing against."""
        return tuple(OpenMove(p, METHODS[-1], v.pressed) for p, v in self.after.items() if v.pressed is not None)

    def left(self) -> tuple[int, ...]:
        """Defences that neither lose nor were pressed: nothing is known against them, and nothing said for them."""
        return tuple(p for p, v in self.after.items() if v.standing is not Standing.WON and v.pressed is None)

    def wins(self) -> list[tuple[int, Win]]:
        """Defences that lose, each with what wins then."""
        return [(point, found.attack.win) for point, found in sorted(self.after.items()) if found.attack is not None]

    def win_by(self, move: int) -> Win:
        """Proof for the attacker's move that led here; the standing must be WON."""
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
    """What a board comes to, the defender to move; ``whole`` asks for every defence, else ``most_undecided`` end it.

    ``hint`` is an attack that may be the threat where the solver finds none. ``patient``: a few defences that are left
    undecided are worth many more nodes. A defence that is not among `Solver.defences` leaves the threat as it is and
    loses. Once what the solver heeds has ended it, all that was not asked yet is undecided.
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
    image = symmetry.maps(board.size)[by]  # so that the images of a position are given up at the same defence
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
    """Whether the defender, to move, is proven to lose whatever it plays.

    One defence that is not proven to lose ends the question. So one is guessed before all that disturbs the threat is
    found out, which takes longer than to ask about a few: where the attacker would play.
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
    """The same after some defences that withstood the quick methods were asked about by the strongest.

    What is named has to be asked harder than what is not. Those against which there was least to try come first; those
    against which that method, too, ends with nothing are the best. Where there are none, one of the others is asked
    with PRESSURE times the nodes, or ``nodes``, the stones that refuted the move played. A four only puts the question
    off, and is not asked about.
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
    if named == 0 and len(left) <= FEW:  # to see whether the mistake lies further back
        for point in left:
            found = _press_after(prover, board, attacker, point, PRESSURE * prover.nodes)
            if found is not None and (found.standing is Standing.WON or found.withstands(METHODS[-1])):
                after[point] = found
    pressed = _sum_up(result.threat, after)
    if pressed.standing is Standing.WON and result.standing is not Standing.WON:
        prover.note_loss(board, attacker.other, result.threat, pressed.wins(), prover.spent - before)
    return pressed


def _press_after(prover: Prover, board: Board, attacker: Color, point: int, nodes: int) -> Verdict | None:
    """What the attacker has after a defence, asked with so many nodes; None after a four that can be stopped."""
    board.place(point, attacker.other)
    found: Verdict | None = None
    if prover.rules.winning_line(board, point) is not None:
        found = Verdict(Standing.OPEN, None, METHODS[-1], 0, nodes)
    elif not _stops(prover, board, attacker, fives_through(prover.rules, board, attacker.other, point)):
        found = prover.press(board, attacker, nodes)
    board.remove(point)
    return found


def _take_known(lost: Attack) -> DefenceResult:
    """What is said of a position that is known to be lost."""
    assert lost.win.threat is not None
    after = {point: Verdict(Standing.WON, Attack(_method(win), win)) for point, win in lost.win.answers}
    return DefenceResult(Standing.WON, Attack(lost.method, lost.win.threat), after, None)


def _method(win: Win) -> str:
    """By fours alone, or by any threats."""
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
    """What the attacker has after a defence on ``point`` against ``threat``; ``patient`` asks with many more nodes.

    The board is left as it was.
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
    """The same with the defence on the board.

    A four need not be met by a threat of one's own: it is stopped, and the defender is where it was.
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
    """Where the attacker may stop the defender's fives: one stone may end two of them, as an enclosed row is none."""
    stops = []
    for point in fives:
        if prover.rules.forbidden(board, point, attacker) is None:
            board.place(point, attacker)
            if prover.five(board, attacker.other) is None:
                stops.append(point)
            board.remove(point)
    return stops
