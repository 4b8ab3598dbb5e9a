"""Reasons: why a bot plays its move, a type for each set of facts that engines give.

The order of the fields is that of the JSON which is stored and sent. A field that is left at its default is left out.
"""

import msgspec


class MoveReason(msgspec.Struct, frozen=True, omit_defaults=True):
    """A reason without facts, and what all reasons have.

    ``kind`` names the motive: "win" (the move makes a winning row), "block" (it takes the point of the opponent's),
    "attack", "defend", "centre" (the nearest point), "near_centre" and "random" (drawn by lot), "search", "proof",
    "remembered" (another move has lost here), "experience", "slip", "hint". Games of earlier versions also have "trap",
    the block of a learned pattern.
    """

    kind: str


class GuardReason(MoveReason, frozen=True):
    """A win or a block that a player around the player sees to."""

    guard: bool


class ScoreReason(MoveReason, frozen=True):
    """The scores of a point: ``threat`` is the part that stops the opponent, ``own`` the part that helps the player.

    ``equal``: number of the best points, among which ``ahead`` more rounds chose. ``shape``: what the leading side's
    stone makes, in which ``directions``. ``place``: "rest" where no double threat ranks the point.
    """

    threat: int
    own: int
    equal: int | None = None
    ahead: int | None = None
    shape: str | None = None
    directions: list[str] | None = None
    place: str | None = None


class PlaceReason(MoveReason, frozen=True):
    """The scores of a point, and its ``place``: the rank of the five, four or double threat made or stopped there."""

    threat: int
    own: int
    place: str
    shape: str
    directions: list[str]


class ValueReason(MoveReason, frozen=True):
    """The ``value`` of a move that a search to the end of the game has found."""

    value: int
    shape: str | None = None
    directions: list[str] | None = None


class SearchReason(MoveReason, frozen=True):
    """The depth of the search and the line it expects."""

    depth: int
    line: list[int]


class ProofReason(MoveReason, frozen=True):
    """A proven win: the method, and a line of moves and answers."""

    method: str
    line: list[int]


class SlipReason(MoveReason, frozen=True):
    """A stone that the player has overlooked, and the move that it would have played."""

    overlooked: int
    instead: int


class HintReason(MoveReason, frozen=True):
    """The motives of a hint, codes of `bots.search.board.motives`, and a proven win if there is one."""

    reasons: list[str]
    line: list[int] | None
