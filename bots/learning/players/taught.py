"""A player improved by knowledge from other games: lost positions, proofs and experience.

The first of these sources that decides a move decides it:

1. a five, or the block of one: the player's own move;
2. a stored proof of a win that replays here;
3. proven positions: never a move into a position won for the opponent, nor one that has lost here before, while another
   is left; if all lose, the one that lasts longest;
4. experience: results of other games with the remaining moves;
5. the player's own search among the remaining moves.

No source searches for wins: at equal time more nodes of the player's search are worth more (see LEARNING.md).
"""

import threading
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from bots.engine import Advice, AdvisedPlayer, Choice, Limits, Player, Stop
from bots.immediate_wins import find_wins
from bots.learning.players import published
from bots.learning.players.advisor import NODES, AdviceRequest, Advisor
from bots.learning.players.parts import EVERYTHING, Parts
from bots.learning.players.published import LearnedPositions
from bots.learning.proofs.known_positions import NOTHING
from bots.learning.proofs.last_chances import Memory, Recalled
from bots.learning.proofs.proven_moves import Stored
from bots.learning.proofs.proven_positions import Proofs
from bots.reasons import MoveReason, ProofReason
from bots.search.solver.solver import POSITIONS, Solver
from bots.search.solver.workspace import Workspace
from gomoku.board import EMPTY
from gomoku.game import Game
from gomoku.ruleset import RuleSet

ENTRIES = 1 << 14  # of a solver's memory
NO_LIMITS = Limits()
FIRST = 0.6  # of the time, for the first search where experience may ask for another
OWN = ("search", "defend")  # reasons of moves that no learned knowledge has chosen

_solvers = threading.local()  # a solver replays one proof at a time: each thread has one for all its seats


@dataclass(frozen=True, slots=True)
class Learned:
    """Sources of learned knowledge by rule set, read anew at each move."""

    positions: Callable[[str], LearnedPositions | None] = published.positions_for
    experience: Callable[[str], Advisor | None] = published.experience_for


CURRENT = Learned()
"""The knowledge published in this process."""
UNTAUGHT = LearnedPositions("", 0, Memory(), {})


class TaughtPlayer:
    """Plays another player's moves unless they are known to lose or experience is against them.

    ``parts`` selects the knowledge used. A player that takes advice is given it. ``usual`` are the limits of a move
    without limits. Compiles or loads the kernels if needed.
    """

    def __init__(
        self,
        player: Player,
        rules: RuleSet,
        size: int,
        learned: Learned = CURRENT,
        parts: Parts = EVERYTHING,
        seed: int = 0,
        usual: Limits = NO_LIMITS,
    ) -> None:
        self._player = player
        self._rules = rules
        self._size = size
        self._learned = learned
        self._parts = parts
        self._seed = seed
        self._usual = usual
        _solver(rules, size)

    def choose(self, game: Game, limits: Limits, stop: Stop) -> Choice:
        """Choose a move; ``why`` is of the kind "remembered" where another move is known to lose here.

        ``limits.nodes`` bounds each search of the wrapped player; ``limits.time_ms`` and stop end all of them. Raises
        NoMove when the game is over or no point may be played.
        """
        limits = limits if limits != NO_LIMITS else self._usual
        if game.outcome is not None or find_wins(game, game.to_move) or find_wins(game, game.to_move.other):
            return self._player.choose(game, limits, stop)
        begun = time.perf_counter()
        positions = self._positions()
        stored = _read_stored(game, positions)
        win = next(stored.wins(), None)
        if win is not None:
            line = win.line()
            return Choice(line[0], None, ((line[0], None),), ProofReason("proof", "vct", line))
        recalled = positions.memory.recall(game.board, game.to_move)
        losing = dict.fromkeys(recalled.lost, 0) | stored.losing
        won = positions.memory.won(self._size)

        def search(refused: Collection[int], share: float = 1) -> Choice:
            if isinstance(self._player, AdvisedPlayer):
                lost = sorted({*refused, *losing}, key=lambda point: losing.get(point, 0))
                self._player.advise(Advice(*won, tuple(lost)))
            return self._player.choose(game, _left(limits, begun, share), stop)

        def other(refused: Collection[int]) -> Choice | None:
            found = search(refused)
            return None if found.point in refused or found.point in losing else found

        def is_allowed(point: int) -> bool:
            return point not in losing and _is_playable(game, point)

        experience = self._learned.experience(self._rules.name) if Parts.EXPERIENCE in self._parts else None
        known = experience is not None and experience.knows(game)
        own = search((), FIRST if known else 1)
        if own.point in losing:
            return replace_choice(_find_sound(game, own, recalled, losing), own, MoveReason("remembered"))
        if experience is not None and known:
            shallow = limits.nodes is not None and limits.nodes < NODES
            advised = experience.advise(AdviceRequest(game, own, self._seed, is_allowed, other, shallow))
            if advised is not None and is_allowed(advised.point):
                own = advised
        if losing and own.kind in OWN:
            return replace_choice(own.point, own, MoveReason("remembered"))
        return own

    def _positions(self) -> LearnedPositions:
        """Return the positions that this player's parts allow."""
        found = self._learned.positions(self._rules.name) if Parts.PROVEN in self._parts else None
        return found or UNTAUGHT

    def close(self) -> None:
        """Close the wrapped player."""
        self._player.close()


def _read_stored(game: Game, positions: LearnedPositions) -> Stored:
    """Return what is proven about the position."""
    known, solver = positions.known.get(game.size, NOTHING), _solver(game.rules, game.size)
    return Stored(game, known, solver, Proofs(solver, known.shelf))


def _find_sound(game: Game, own: Choice, recalled: Recalled, losing: dict[int, int]) -> int:
    """Return the first move that is not known to lose: one that withstood, a candidate of the player's, or the nearest
    to the stones. If all lose, return the one that lasts longest."""
    liked = [*recalled.open, *(point for point, _ in own.candidates)]
    for point in (*liked, *_list_nearest(game)):
        if point not in losing and _is_playable(game, point):
            return point
    return max(losing, key=lambda point: (_is_playable(game, point), losing[point], point == own.point))


def _list_nearest(game: Game) -> Iterator[int]:
    """Yield all points, those near stones first."""
    size, stones = game.size, game.moves

    def far(point: int) -> int:
        return min(max(abs(point % size - s % size), abs(point // size - s // size)) for s in stones)

    yield from sorted(range(size * size), key=far) if stones else ()


def _is_playable(game: Game, point: int) -> bool:
    return game.board[point] == EMPTY and game.rules.forbidden(game.board, point, game.to_move) is None


def replace_choice(point: int, own: Choice, why: MoveReason) -> Choice:
    """Build the choice of another point, followed by the other candidates."""
    scores = dict(own.candidates)
    score = scores.pop(point, None)
    return Choice(point, score, ((point, score), *scores.items())[: max(1, len(own.candidates))], why)


def _left(limits: Limits, begun: float, share: float) -> Limits:
    """Return the limits left for the wrapped player's next search, which gets a share of the time."""
    if limits.time_ms is None:
        return limits
    gone = (time.perf_counter() - begun) * 1000
    return replace(limits, time_ms=max(1, int(share * (limits.time_ms - gone))))


def _solver(rules: RuleSet, size: int) -> Solver:
    """Return this thread's solver for a rule set and size; all of a thread's solvers share a workspace."""
    if not hasattr(_solvers, "known"):
        _solvers.known, _solvers.workspace = {}, Workspace(ENTRIES, POSITIONS)
    known: dict[tuple[str, int], Solver] = _solvers.known
    if (rules.name, size) not in known:
        known[rules.name, size] = Solver(rules, size, workspace=_solvers.workspace)
    return known[rules.name, size]
