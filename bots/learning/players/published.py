"""Published knowledge: what the bots of this process currently play with.

Each rule set has one reference to immutable data, replaced whole, so threads need no lock. Nothing slow is imported
here: a server may ask for the revision before its kernels are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from bots.engine import Numbers
    from bots.learning.players.advisor import Advisor
    from bots.learning.proofs.known_positions import Known
    from bots.learning.proofs.last_chances import Memory
    from bots.learning.proofs.proven_positions import Row, Shelf

Hearer = Callable[[Collection["Row"]], None]


class LearnedPositions(NamedTuple):
    """Positions that the bots know under one rule set, at a ``revision`` of learning.

    ``memory`` holds those that lost games, ``known`` the proven ones by board size.
    """

    rules: str
    revision: int
    memory: Memory
    known: Mapping[int, Known]


_positions: dict[str, LearnedPositions] = {}
_experiences: dict[tuple[str, int], Advisor] = {}
_weights: Mapping[int, Numbers] = {}
_version = 0
_shelf: Shelf | None = None
_hear: Hearer | None = None


def weigh(version: int, known: Mapping[int, Numbers]) -> None:
    """Make new games use a version of the learned weights; 0, or a version not in ``known``, means the tree's own."""
    global _weights, _version
    _weights, _version = dict(known), version if version in known else 0


def weights_in_use() -> int:
    """Return the version of the weights that new games use."""
    return _version


def weights_of(version: int) -> Numbers | None:
    """Return the weights of a version; None for the tree's own and for an unknown version."""
    return _weights.get(version)


def share(shelf: Shelf | None, hear: Hearer | None) -> None:
    """Set the shelf where all threads look up proofs, and the callback for new proofs."""
    global _shelf, _hear
    _shelf, _hear = shelf, hear


def shelf() -> Shelf | None:
    """Return the shelf where proofs are looked up, or None."""
    return _shelf


def tell(rows: Collection[Row]) -> None:
    """Report new proofs to the callback."""
    if rows and _hear is not None:
        _hear(rows)


def publish(positions: LearnedPositions) -> None:
    """Make all players use these positions from their next move on."""
    _positions[positions.rules] = positions


def withdraw() -> None:
    """Forget all published positions."""
    _positions.clear()


def positions_for(rules: str) -> LearnedPositions | None:
    """Return the positions of a rule set; None until some are published."""
    return _positions.get(rules)


def revision(rules: str) -> int:
    """Return the revision of a rule set's positions, 0 until some are published."""
    found = _positions.get(rules)
    return 0 if found is None else found.revision


def book_revision(rules: str, level: int) -> int:
    """Return the revision of a level's experience with a rule set, 0 until one is published."""
    experience = _experiences.get((rules, level))
    return 0 if experience is None else experience.revision


def publish_experience(rules: str, experience: Advisor, level: int) -> None:
    """Make all players of a level use this experience of a rule set from their next move on."""
    _experiences[rules, level] = experience


def experience_for(rules: str, level: int | None = None) -> Advisor | None:
    """Return a level's published experience with a rule set, or None; without a level there is none."""
    return None if level is None else _experiences.get((rules, level))
