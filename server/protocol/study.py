"""Bodies of the HTTP API about what the solver has read out of stored games: analyses, learned traps, puzzles."""

from typing import Any, Literal

from msgspec import Struct

from server.protocol.values import ColorName, PuzzleKind, PuzzleTheme, Rules, Size

MoveLabel = Literal["missed_win", "lost_here", "not_proven_lost", "forced"]
"""What the solver says about a move: ``lost_here`` loses, by a proof, and some other move wins, or withstood more than
that; ``not_proven_lost`` loses, too, and whether every other move does is not known."""
Before = Literal["won", "lost", "held"]
"""What is known of the position before a move, for who made it: that it wins, or that every move loses, each by a
proof; or that some moves withstood all that was asked of them (``open`` says how much that was)."""
ForcedBy = Literal["five", "four", "vcf", "vct"]
"""What a move had to answer: passing instead would have lost to it."""
Method = Literal["five", "four", "vcf", "vct", "fukumi"]
"""How a win is proven: at once, by a four that nothing stops, by continuous fours, by fours and open threes, or by
these and quiet moves that prepare them. The later is the stronger."""


class ProvenWin(Struct, frozen=True, omit_defaults=True):
    """A win by force. ``line`` alternates attacker and defender; ``proof`` is the tree with every defence.

    A node of the tree is a list: the attacker's move, then the node of what it threatens (null where it is a four or a
    five itself), then each answer and the node of what wins after it, in turn. Any other answer runs into the five or
    into the threat. A move that nothing stops is ``[move]``.
    """

    method: Method
    line: list[int]
    proof: Any


class OpenMoveInfo(Struct, frozen=True):
    """A move after which no forced win was found: looked for up to ``method``, with at most so many ``nodes`` (stones
    put on the board). It proves nothing: who looks harder may find one.
    """

    point: int
    method: Method
    nodes: int


class LostMove(Struct, frozen=True):
    """A move that loses, by a proof; ``line`` is how, with the opponent's answer first."""

    point: int
    line: list[int]


class SuspectInfo(Struct, frozen=True):
    """The loser's last free move of a game in which no mistake can be named: nothing forced it, and after it, too, no
    forced win was found, looked for as with an `OpenMoveInfo`. The game will be looked at harder.
    """

    ply: int
    point: int
    method: Method
    nodes: int


class MoveReview(Struct, frozen=True, omit_defaults=True):
    """One move of a game. ``eval`` is the engine's estimate after it, from black's side: 10000 is a proven win of
    black's, -10000 one of white's, and what is only estimated stays between.

    ``win`` is what the mover could have forced. ``threat`` is what the opponent would have forced after a pass, or
    under the labels ``lost_here`` and ``not_proven_lost`` what it can force after the move. ``open`` are then moves
    that withstood what refuted the one played, and all that was asked beyond it; ``undecided`` those that are not
    proven to lose, and did not withstand as much. ``lost`` are others that lose, too, ``forbidden`` those that were not
    to be had, and all that neither these lists nor ``win`` name lose by the line ``rest``; without it nothing is known
    of them. ``before`` is null where a better move is neither named nor ruled out.
    """

    label: MoveLabel | None = None
    eval: int | None = None
    forced: ForcedBy | None = None
    win: ProvenWin | None = None
    threat: ProvenWin | None = None
    open: list[OpenMoveInfo] = []
    undecided: list[int] = []
    lost: list[LostMove] = []
    rest: list[int] | None = None
    forbidden: list[int] = []
    before: Before | None = None


class LessonOf(Struct, frozen=True, omit_defaults=True):
    """What a lost game teaches: from ply ``entry`` on the winner had a proven win at every turn.

    ``mistake`` is the ply of the loser's move that allowed it, null where no move is left that wins by a proof or
    withstood all that was asked of it; ``open`` and ``undecided`` are as with its review. ``line`` are the points from
    the entry to the end of the proof, ``led`` the loser's plies that changed nothing.
    """

    winner: ColorName
    entry: int
    line: list[int]
    led: list[int] = []
    mistake: int | None = None
    open: list[OpenMoveInfo] = []
    undecided: list[int] = []


class TrapAt(Struct, frozen=True):
    """A learned trap and the ply at which the game showed it; `PatternInfo` has it by its key."""

    key: str
    ply: int


class GameAnalysis(Struct, frozen=True, omit_defaults=True):
    """The analysis of one game, one review a ply; ``at`` is when it was made.

    ``nodes`` bounded each search, ``effort`` is how many times more than usual that is. ``suspect`` stands where a game
    was lost and no mistake is named.
    """

    game: str
    version: int
    at: int
    nodes: int
    moves: list[MoveReview]
    effort: int = 1
    lesson: LessonOf | None = None
    suspect: SuspectInfo | None = None
    traps: list[TrapAt] = []


class PatternCell(Struct, frozen=True):
    """What a point of a trap must hold, ``x`` and ``y`` from its top left corner.

    ``other`` is anything but the attacker's stone, and the edge of the board will do.
    """

    x: int
    y: int
    kind: Literal["attacker", "empty", "other", "defender"]


class BlockingPoint(Struct, frozen=True):
    """An empty point of a trap on which a defender's stone breaks this line of attack; a larger ``weight`` is better.

    The attacker may win by another line.
    """

    x: int
    y: int
    weight: int


class PatternSource(Struct, frozen=True):
    """A game that taught a trap, and the ply before which it stood on the board."""

    game: str
    ply: int


class PatternInfo(Struct, frozen=True, omit_defaults=True):
    """A learned trap: stones from which the attacker, to move, wins by force.

    ``attacker`` is null where either colour may have it. ``length`` counts the attacker's moves to the five in the
    longest line. ``met`` is in how many games a bot stood before it, ``not_lost`` how many of these it did not lose;
    ``taught`` is how many games taught it, and ``sources`` names the latest of them. Only public games and the reader's
    own count in any of it. An operator may have brought a trap that no game has taught.
    """

    key: str
    rules: Rules
    width: int
    height: int
    cells: list[PatternCell]
    blocking: list[BlockingPoint]
    length: int
    met: int
    not_lost: int
    taught: int
    learned_at: int
    sources: list[PatternSource]
    attacker: ColorName | None = None


class PatternPage(Struct, frozen=True, omit_defaults=True):
    """A page of traps; ``next`` is the cursor of the page after it, null on the last.

    ``total`` counts all that the filter lets through.
    """

    patterns: list[PatternInfo]
    total: int
    next: str | None = None


class PuzzleInfo(Struct, frozen=True, omit_defaults=True):
    """A position to solve: ``stones`` in the order in which they were played, black's first.

    ``solved`` and ``failed`` count players by their first attempt; ``yours`` is the reader's own. ``game`` and ``ply``
    say where it comes from, a public game, if that is still there. The solution is not told, but how many of the
    winner's moves the longest line has, where that is known.

    ``rating`` is on the scale of Elo, with a standard ``deviation``: what the proof suggests until players have tried
    it. Who had the solution shown before the first attempt had ended has failed, as ``yours`` says.
    """

    id: int
    kind: PuzzleKind
    rules: Rules
    size: Size
    stones: list[int]
    to_move: ColorName
    rating: int
    deviation: int
    solved: int
    failed: int
    themes: list[PuzzleTheme] = []
    length: int | None = None
    yours: Literal["solved", "failed", "shown"] | None = None
    game: str | None = None
    ply: int | None = None
