"""Bodies of the HTTP API about the solver's findings in stored games: analyses, learned traps, puzzles."""

from typing import Any, Literal

from msgspec import Struct

from server.protocol.values import ColorName, PuzzleKind, PuzzleTheme, RatingMark, Rules, Size, Who

MoveLabel = Literal["missed_win", "lost_here", "not_proven_lost", "forced"]
"""The solver's judgement of a move. ``lost_here``: it provably loses, while another move wins or withstood a stronger
search. ``not_proven_lost``: it provably loses, and whether every other move does is unknown.
"""
Before = Literal["won", "lost", "held"]
"""Knowledge about the position before a move, for the mover: a proven win; a proven loss by every move; or some moves
withstood the search (``open`` says how strong that was).
"""
ForcedBy = Literal["five", "four", "vcf", "vct"]
"""The threat that a move had to answer: a pass would have lost to it."""
Method = Literal["five", "four", "vcf", "vct", "fukumi"]
"""Method of a proven win: at once, by an unstoppable four, by continuous fours, by fours and open threes, or by these
and quiet moves that prepare them; in order of strength.
"""


class ProvenWin(Struct, frozen=True, omit_defaults=True):
    """A win by force. ``line`` alternates attacker and defender; ``proof`` is the tree with every defence.

    A node of the tree is a list: the attacker's move, the node of its threat (null if the move is itself a four or a
    five), then in turn each answer and the node of the win after it. Any other answer loses to the five or to the
    threat. An unstoppable move is ``[move]``.
    """

    method: Method
    line: list[int]
    proof: Any


class OpenMoveInfo(Struct, frozen=True, omit_defaults=True):
    """A move after which no forced win was found by methods up to ``method`` within ``nodes`` nodes (stones put on the
    board). This proves nothing: a stronger search may find one.

    ``score`` is what the check's search gave the move with ``searched`` nodes, for its side, in units of which 200 are
    odds of e to 1; null before the check.
    """

    point: int
    method: Method
    nodes: int
    searched: int = 0
    score: int | None = None


class LostMove(Struct, frozen=True):
    """A provably losing move; ``line`` shows how, with the opponent's answer first."""

    point: int
    line: list[int]


class SuspectInfo(Struct, frozen=True):
    """The loser's last free move of a game in which no mistake is known: nothing forced it, and no forced win was found
    after it, within the limits of an `OpenMoveInfo`. The game will be studied again with more effort.
    """

    ply: int
    point: int
    method: Method
    nodes: int


class MoveReview(Struct, frozen=True, omit_defaults=True):
    """Review of one move. ``eval`` is the engine's estimate after it, from black's side: 10000 is a proven win for
    black, -10000 one for white; estimates stay between.

    ``win`` is the win that the mover could have forced. ``threat`` is the win that the opponent would have forced after
    a pass; under the labels ``lost_here`` and ``not_proven_lost``, the win after the move. ``open`` are then moves that
    withstood the refutation of the played one and the further search; ``undecided`` those that are not proven to lose
    and withstood less. ``lost`` are other losing moves, ``forbidden`` those that the rules forbade; all moves in none
    of these lists and not in ``win`` lose by the line ``rest``; without it nothing is known of them. ``before`` is null
    if a better move is neither known nor excluded.
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
    """The lesson of a lost game: from ply ``entry`` on the winner had a proven win at every turn.

    ``mistake`` is the ply of the loser's move that allowed it, null if no other move provably wins or withstood the
    search; ``open`` and ``undecided`` are as in its review. ``line`` are the points from the entry to the end of the
    proof, ``led`` the loser's plies that changed nothing.
    """

    winner: ColorName
    entry: int
    line: list[int]
    led: list[int] = []
    mistake: int | None = None
    open: list[OpenMoveInfo] = []
    undecided: list[int] = []


class TurningPointInfo(Struct, frozen=True):
    """The loser's last move in a position that the search did not score as lost, at ``score`` for the loser, and the
    moves ``open`` instead of it that it did not score as lost either."""

    ply: int
    open: list[OpenMoveInfo]
    score: int


class LessonCheck(Struct, frozen=True, omit_defaults=True):
    """The check of an analysis: a search of ``nodes`` looked at each named move and at the positions where the game may
    have been lost. Moves that it scored as clearly losing are named no more. ``turn`` is null if it saw no such move.
    """

    nodes: int
    turn: TurningPointInfo | None = None


class PracticeInfo(Struct, frozen=True):
    """The practice of a learning bot after a game that it lost: ``games`` from some moves before the mistake, in idle
    time, against the person's way of playing and then a stronger search.

    Before it the bot was tested in ``tests`` such games, learning nothing from them, and did not lose ``held``; after
    it, in ``tests_after`` and ``held_after``. ``end``: it holds the position, every move that it found has lost, or its
    games or its processor time were used up.
    """

    games: int
    held: int
    tests: int
    held_after: int
    tests_after: int
    end: Literal["holds", "lost", "games", "time"]


class TrapAt(Struct, frozen=True):
    """A learned trap and the ply at which it appeared in the game; `PatternInfo` has it by its key."""

    key: str
    ply: int


class GameAnalysis(Struct, frozen=True, omit_defaults=True):
    """The analysis of one game, with one review a ply; ``at`` is its time.

    ``nodes`` is the limit of each search, ``effort`` its multiple of the usual limit. ``suspect`` is present if a game
    was lost and no mistake is known. ``check`` is null until the check is done, ``practice`` until the bot that lost
    the game has practised.
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
    check: LessonCheck | None = None
    practice: PracticeInfo | None = None


class PatternCell(Struct, frozen=True):
    """Required content of a point of a trap, ``x`` and ``y`` from its top left corner.

    ``other`` is anything but the attacker's stone, including the edge of the board.
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


class PatternSource(Struct, frozen=True, omit_defaults=True):
    """A game that taught a trap, and the ply before which the trap was on the board; ``line``: a bot has learned from
    the game, as its line tells."""

    game: str
    ply: int
    line: bool = False


class PatternMove(Struct, frozen=True):
    """A move of a trap's line, ``x`` and ``y`` from its top left corner, beyond which it may lie."""

    x: int
    y: int


class PatternInfo(Struct, frozen=True, omit_defaults=True):
    """A learned trap: stones from which the attacker, to move, wins by force.

    ``attacker`` is null if either colour may have it. ``length`` counts the attacker's moves to the five in the longest
    line. ``taught`` counts the games that taught it, and ``sources`` names the latest. Only public games and the
    reader's own count. A trap that an operator imported may have no game. ``line`` has the attacker's moves and,
    between them, the answers that hold out longest, to the five or until nothing stops it; it comes with a single trap
    alone.
    """

    key: str
    rules: Rules
    width: int
    height: int
    cells: list[PatternCell]
    blocking: list[BlockingPoint]
    length: int
    taught: int
    learned_at: int
    sources: list[PatternSource]
    attacker: ColorName | None = None
    line: list[PatternMove] = []


class PatternPage(Struct, frozen=True, omit_defaults=True):
    """A page of traps. ``next`` is the cursor of the next page, null on the last. ``total`` counts all matches of the
    filter.
    """

    patterns: list[PatternInfo]
    total: int
    next: str | None = None


class PuzzleInfo(Struct, frozen=True, omit_defaults=True):
    """A position to solve: ``stones`` in the order in which they were played, black's first.

    ``solved`` and ``failed`` count players by their first attempt; ``yours`` is the reader's own. ``game`` and ``ply``
    name its source, if that is a public game that still exists. ``length`` is the number of the winner's moves in the
    longest line, if known; the solution is not included.

    ``rating`` is that of Glicko-2, with its ``deviation``: the proof's estimate until players have tried the puzzle. A
    player who asked for the solution before their first attempt ended has failed: ``yours`` is ``shown``.
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


class DailyPuzzle(Struct, frozen=True, omit_defaults=True):
    """The puzzle of a ``date`` (UTC), the same for everybody: how many have ``solved`` and ``failed`` it that day at
    their first attempt, and the reader's own result.
    """

    date: str
    puzzle: PuzzleInfo
    solved: int
    failed: int
    yours: Literal["solved", "failed"] | None = None


class RunScore(Struct, frozen=True):
    """The best run of an account."""

    who: Who
    score: int


class PuzzleOverview(Struct, frozen=True, omit_defaults=True):
    """The reader's puzzles. ``rules`` are those of the daily puzzle, null if there are no puzzles; ``choices`` are all
    for which there are some.

    ``rating`` is the reader's after ``rated`` attempts. ``days`` counts the days in a row, up to today or yesterday, on
    which the reader has solved a daily puzzle, ``most_days`` the longest series. ``streak`` and ``storm`` are the best
    scores of the reader, ``week`` has the best storms of the last seven days.
    """

    rules: Rules | None
    choices: list[Rules]
    rating: RatingMark | None = None
    rated: int = 0
    daily: DailyPuzzle | None = None
    days: int = 0
    most_days: int = 0
    streak: int = 0
    storm: int = 0
    week: list[RunScore] = []
