"""The defender's turn against a threat: which moves lose, and are any left?"""

from __future__ import annotations

from dataclasses import dataclass

from bots.learning.lesson import METHODS, QUICK, Attack, Standing, Verdict
from bots.learning.prover import Prover, canonical
from bots.learning.trace import fives_through
from bots.search.proof import Unknown, Win
from gomoku import symmetry
from gomoku.board import Board, Color

FEW = 4  # undecided defences
MOST_UNDECIDED = FEW + 1  # defences, beyond which a siege that need not be whole is given up
SPITE = 2  # fours that a defender may throw in, one after the other, before the threat is looked at again


@dataclass(frozen=True, slots=True)
class Siege:
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

    def wins(self) -> list[tuple[int, Win]]:
        """Defences that lose, each with what wins then."""
        return [(point, found.attack.win) for point, found in sorted(self.after.items()) if found.attack is not None]

    def win_by(self, move: int) -> Win:
        """Proof for the attacker's move that led here; the standing must be WON."""
        assert self.threat is not None
        return Win(move, tuple(self.wins()), self.threat.win)


def besiege(
    prover: Prover,
    board: Board,
    attacker: Color,
    hint: Attack | None = None,
    *,
    whole: bool = False,
    patient: bool = False,
    spite: int = SPITE,
) -> Siege:
    """Siege of a board, the defender to move; ``whole`` asks for every defence.

    ``hint`` is an attack that may be the threat where the solver finds none. ``patient``: a few defences that are left
    undecided are worth many more nodes. A defence that is not among `Solver.defences` leaves the threat as it is and
    loses. Once what the solver heeds has ended it, all that was not asked yet is undecided.
    """
    known = prover.lost(board, attacker.other)
    if known is not None:
        return _known(known)
    before = prover.spent
    five = prover.five(board, attacker.other)
    found = prover.attack(board, attacker)
    threat = found.attack
    if five is not None:
        return _summed(threat, {five: Verdict(Standing.OPEN, None, METHODS[-1])})
    if threat is None and hint is not None and prover.solver.replays(board, attacker, hint.win):
        threat = hint
    if threat is None:
        return Siege(found.standing, None, {}, found.refuted)
    defences = prover.solver.defences(board, attacker, threat.win)
    if isinstance(defences, Unknown):
        return Siege(Standing.UNKNOWN, threat, {}, None)
    after: dict[int, Verdict] = {}
    undecided = 0
    _, by = canonical(board)
    image = symmetry.maps(board.size)[by]  # so that the images of a position are given up at the same defence
    for point in sorted(defences.points, key=image.__getitem__):
        ended = prover.solver.ended
        after[point] = Verdict(Standing.UNKNOWN) if ended else defended(prover, board, attacker, point, threat, spite)
        undecided += after[point].standing is Standing.UNKNOWN
        if not whole and (after[point].standing is Standing.OPEN or undecided == MOST_UNDECIDED):
            break
    left = [point for point, verdict in after.items() if verdict.standing is Standing.UNKNOWN]
    if patient and len(left) <= FEW and (whole or not any(v.standing is Standing.OPEN for v in after.values())):
        for point in left:
            after[point] = defended(prover, board, attacker, point, threat, spite, patient=True)
    siege = _summed(threat, after)
    if siege.standing is Standing.WON:
        prover.lose(board, attacker.other, threat, siege.wins(), prover.spent - before)
    return siege


def _known(lost: Attack) -> Siege:
    """The siege of a position that is known to be lost."""
    assert lost.win.threat is not None
    after = {point: Verdict(Standing.WON, Attack(_method(win), win)) for point, win in lost.win.answers}
    return Siege(Standing.WON, Attack(lost.method, lost.win.threat), after, None)


def _method(win: Win) -> str:
    """By fours alone, or by any threats."""
    return QUICK[-1] if any(step.threat is not None for step in win) else QUICK[0]


def _summed(threat: Attack | None, after: dict[int, Verdict]) -> Siege:
    standings = {verdict.standing for verdict in after.values()}
    standing = next((s for s in (Standing.OPEN, Standing.UNKNOWN) if s in standings), Standing.WON)
    methods = [verdict.refuted for verdict in after.values() if verdict.refuted is not None]
    return Siege(standing, threat, dict(sorted(after.items())), max(methods, key=METHODS.index, default=None))


def defended(
    prover: Prover,
    board: Board,
    attacker: Color,
    point: int,
    threat: Attack,
    spite: int = SPITE,
    *,
    patient: bool = False,
) -> Verdict:
    """What the attacker has after a defence on ``point`` against ``threat``; ``patient`` asks with many more nodes.

    The board is left as it was.
    """
    board.place(point, attacker.other)
    if patient:
        prover.insist(board, attacker)
    found = _answered(prover, board, attacker, point, threat, spite)
    board.remove(point)
    return found


def _answered(prover: Prover, board: Board, attacker: Color, point: int, threat: Attack, spite: int) -> Verdict:
    """The same with the defence on the board.

    A four need not be met by a threat of one's own: it is stopped, and the defender is where it was.
    """
    found = prover.attack(board, attacker)
    fives = fives_through(prover.rules, board, attacker.other, point)
    if found.standing is Standing.WON or not fives:
        return found
    if len(fives) > 1 or prover.rules.forbidden(board, fives[0], attacker) is not None:
        return Verdict(Standing.OPEN, None, METHODS[-1])
    if spite == 0:
        return Verdict(Standing.UNKNOWN)
    before = prover.spent
    board.place(fives[0], attacker)
    siege = besiege(prover, board, attacker, threat, spite=spite - 1)
    board.remove(fives[0])
    if siege.standing is Standing.WON:
        attack = Attack(QUICK[-1], siege.win_by(fives[0]))
        prover.won(board, attacker, attack, prover.spent - before)
        return Verdict(Standing.WON, attack)
    return Verdict(siege.standing, None, siege.refuted)
