"""The authority over a move: the first of these sources that decides it.

1. an own win: a five, a win by fours, or a stored proof that still replays;
2. a forced defence against a five;
3. proven positions: a move into a position lost for the opponent; never a move into one won for the opponent, nor one
   that has lost here before, while another is not proven to lose; if all lose, the one that lasts longest;
4. experience: results of other games with the remaining moves;
5. the player's own search.

A player that asks puts two questions to the solver at every move: does the opponent threaten a win, and does the
opponent win after the intended move? The answers veto moves and order them; the player searches the remaining moves as
usual. Learned patterns are advisory: they direct the questions, set their effort, order moves, and explain the result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, partial
from itertools import islice

from bots.engine import Choice, Limits
from bots.learning.patterns.table import PatternTable
from bots.learning.patterns.traps import Block, Watch
from bots.learning.players.advisor import AdviceRequest, Advisor
from bots.learning.players.parts import Parts
from bots.learning.proofs.defence_search import judge_defence
from bots.learning.proofs.known_positions import NOTHING
from bots.learning.proofs.proven_moves import Stored
from bots.learning.proofs.proven_positions import Proofs
from bots.learning.proofs.prover import Prover
from bots.learning.proofs.verdicts import Attack, Standing
from bots.reasons import BlockReason, MoveReason, ProofReason
from bots.search.solver.proof import Defences, Proof, Win
from bots.search.solver.solver import Solver
from gomoku.board import EMPTY
from gomoku.game import Game

OWN_NODES = 4000  # nodes of the search for an own win by fours
NODES = 1000  # nodes of each question about the opponent's wins, for each method
MOST_NODES = 20_000  # nodes of all questions at one move
MOST_ASKED = 40  # most moves asked about when looking for a replacement
HARDER = 10
"""Factor on the nodes where a move is known to lose, where the same stones lost elsewhere on the board, or where a
complete pattern lies on the board: such wins may take long to find."""
OWN = ("search", "defend")  # reasons of moves that no learned knowledge has chosen
MOST_VETOED = 6  # own moves vetoed before other moves are considered

Searching = Callable[[Collection[int]], Choice]
"""Returns the player's move with these points excluded. The player may still return one of them if nothing else is
left."""


class Authority:
    """Decides one move of a running game. When a heeded flag ends the questions, the knowledge so far decides."""

    def __init__(self, game: Game, table: PatternTable, solver: Solver, parts: Parts) -> None:
        self._game = game
        self._me = game.to_move
        self._table = table
        self._solver = solver
        self._asking = Parts.ASKING in parts
        known = table.known.get(game.size, NOTHING)
        self.proofs = Proofs(solver, known.shelf)
        self._stored = Stored(game, known, solver, self.proofs)
        self._board = game.board.copy()
        self._open = set[int]()  # moves found not to lose in this position
        self._recalled = table.memory.recall(self._board, self._me)
        self._warned = bool(self._recalled.lost or self._stored.losing)
        harder = self._warned or table.memory.resembles(self._board, self._me)
        usual = Prover(solver, NODES, MOST_NODES, proofs=self.proofs)
        hard = Prover(solver, HARDER * NODES, HARDER * MOST_NODES, proofs=self.proofs)
        self._prover = hard if harder else usual
        self.watch = Watch(usual, table, self._board, self._me.other)
        """Learned patterns on the board."""
        self._patient = self._asking and not harder and self.watch.sees_whole
        if self._patient:
            self._prover.allow(HARDER * MOST_NODES)

    @cached_property
    def losing(self) -> dict[int, int]:
        """Known losing moves, and the length of the opponent's win in its moves."""
        lost = dict.fromkeys(self._recalled.lost, 0)
        return lost | self._stored.losing

    @cached_property
    def threat(self) -> Attack | None:
        """The opponent's win if it could move now; None if there is none or questions are off."""
        return self._attack() if self._asking else None

    @cached_property
    def defences(self) -> tuple[int, ...]:
        """Points at which the opponent's threat does not replay unchanged."""
        if self.threat is None:
            return ()
        found = self._solver.defences(self._board, self._me.other, self.threat.win)
        return found.points if isinstance(found, Defences) else ()

    def decide(self, search: Searching, experience: Advisor | None, seed: int, *, shallow: bool = False) -> Choice:
        """Choose the move when there is neither a five to make nor one to stop; ``shallow`` as in AdviceRequest."""
        win = self.win()
        if win is not None:
            return win
        own = self._choose_sound(search, ())
        if own.point in self.losing:
            return replace_choice(self._longest(own.point), own, MoveReason("remembered"))
        block = self._set_up(own)
        if block is not None:
            return own if block.point == own.point else _blocking(block, own)
        if experience is not None:
            without = partial(self._other, search)
            request = AdviceRequest(self._game, own, seed, self._is_allowed, without, shallow)
            advised = experience.advise(request)
            if advised is not None and self._is_allowed(advised.point):
                own = advised
        return self._explain(own)

    def win(self) -> Choice | None:
        """Return a winning move: by fours, by a stored proof, or into a position lost for the opponent; None if
        unknown."""
        if self._asking:
            proof = self._solver.prove(self._board, self._me, Limits(nodes=OWN_NODES))
            if isinstance(proof, Proof):
                return _choose_proof(proof.win, "vcf")
        stored = next(self._stored.wins(), None)
        return None if stored is None else _choose_proof(stored, "vct")

    def loses(self, point: int) -> bool:
        """Tell whether a move is known to lose or, for a player that asks, found to lose."""
        if point in self.losing:
            return True
        if not self._asking or point in self._open:
            return False
        attack = self._against(point)
        if attack is None:
            self._open.add(point)
            return False
        self.losing[point] = attack.win.length()
        return True

    def _against(self, point: int) -> Attack | None:
        """Find the opponent's win after a move. If the opponent already threatens to win, fours only delay the
        threat."""
        if self.threat is not None:
            if point not in self.defences:
                return self.threat
            return judge_defence(
                self._prover, self._board, self._me.other, point, self.threat, patient=self._patient
            ).attack
        self._board.place(point, self._me)
        attack = self._attack()
        self._board.remove(point)
        return attack

    def _attack(self) -> Attack | None:
        """Find the win of the opponent, to move; if undecided, search again on the cells of learned patterns only."""
        if self._patient:
            self._prover.insist(self._board, self._me.other)
        found = self._prover.attack(self._board, self._me.other)
        if found.standing is Standing.UNKNOWN and self.watch.region:
            found = self._prover.attack_here(self._board, self._me.other, self.watch.region)
        return found.attack

    def _choose_sound(self, search: Searching, refused: Collection[int]) -> Choice:
        """Return the player's best move not known to lose, or a losing one when all lose."""
        own = search((*refused, *self.losing))
        for _ in range(MOST_VETOED):
            if self._solver.ended or not self.loses(own.point):
                return own
            other = search((*refused, *self.losing))
            if other.point in self.losing:
                break
            own = other
        if not self.loses(own.point):
            return own
        liked = [*self._recalled.open, *(point for point, _ in own.candidates)]
        left = self._left([point for point in liked if point not in refused])
        return own if left is None else replace_choice(left, own, MoveReason("defend"))

    def _other(self, search: Searching, refused: Collection[int]) -> Choice | None:
        """Return the best sound move without some points; None when no move is left."""
        found = self._choose_sound(search, refused)
        return None if found.point in refused or found.point in self.losing else found

    def _set_up(self, own: Choice) -> Block | None:
        """Find the answer to a learned trap that one more stone would complete."""
        if not self._asking or self.threat is not None or not self._table.patterns:
            return None
        order = [own.point, *(point for point, _ in own.candidates)]
        block = self.watch.against_set_up(order, self.losing)
        return None if block is None or self.loses(block.point) else block

    def _explain(self, own: Choice) -> Choice:
        """Attach the reason: the traps that the move stops, or that another move has lost here."""
        if self.threat is not None and own.point in self.defences:
            traps = self.watch.find_met(self.threat.win)
            if traps:
                return _blocking(Block(own.point, traps), own)
        if own.kind in OWN and self._warned:
            return replace_choice(own.point, own, MoveReason("remembered"))
        return own

    def _left(self, liked: Iterable[int]) -> int | None:
        """Return a move not found to lose, preferring ``liked`` ones; None when all lose.

        When there are too many moves to ask about, returns one that is not known to lose.
        """
        moves = list(dict.fromkeys([*liked, *self.defences, *self._near()]))
        for point in islice((point for point in moves if self._playable(point)), MOST_ASKED):
            if self._solver.ended:
                break
            if not self.loses(point):
                return point
        return next((point for point in moves if point not in self.losing and self._playable(point)), None)

    def _near(self) -> Iterator[int]:
        """Yield all points, those near stones first."""
        size, stones = self._game.size, [point for point, cell in enumerate(self._board.cells) if cell]

        def far(point: int) -> int:
            return min(max(abs(point % size - s % size), abs(point // size - s // size)) for s in stones)

        yield from sorted(range(size * size), key=far) if stones else ()

    def _longest(self, own: int) -> int:
        """Return the losing move that lasts longest."""
        return max(self.losing, key=lambda point: (self._playable(point), self.losing[point], point == own))

    def _is_allowed(self, point: int) -> bool:
        return self._playable(point) and not self.loses(point)

    def _playable(self, point: int) -> bool:
        return self._board[point] == EMPTY and self._game.rules.forbidden(self._board, point, self._me) is None


def _choose_proof(win: Win, method: str) -> Choice:
    line = win.line()
    return Choice(line[0], None, ((line[0], None),), ProofReason("proof", method, line))


def _blocking(block: Block, own: Choice) -> Choice:
    """Build the choice of a block, followed by the other candidates."""
    first = block.traps[0]
    met = list(dict.fromkeys(trap.pattern.key for trap in block.traps))
    blocked = list(first.places.get(block.point, ()))
    why = BlockReason("trap", first.pattern.key, block.point, list(first.cells), met, blocked)
    return replace_choice(block.point, own, why)


def replace_choice(point: int, own: Choice, why: MoveReason) -> Choice:
    """Build the choice of another point, followed by the other candidates."""
    scores = dict(own.candidates)
    score = scores.pop(point, None)
    return Choice(point, score, ((point, score), *scores.items())[: max(1, len(own.candidates))], why)
