"""Evidence for staff: figures of a player's rated games, with their basis."""

from typing import Literal

from msgspec import Struct

from server.protocol.values import Who


class EvidenceShare(Struct, frozen=True):
    """A share: ``found`` of ``of`` cases, with a 95 % interval for the general share from ``low`` to ``high``."""

    found: int
    of: int
    low: float
    high: float


class EvidenceSpread(Struct, frozen=True):
    """Spread of move times: the mean, over ``games``, of the standard deviation of their logarithms, with a 95 %
    interval from ``low`` to ``high``. 0 means always the same time.
    """

    mean: float
    low: float
    high: float
    games: int


class EvidenceFigures(Struct, frozen=True, omit_defaults=True):
    """Figures of ``games`` analysed games; all null where these are too few.

    ``choices``: moves that were the first choice of the analysis, in positions after the sixth stone with more than one
    move that does not lose. ``wins``: forced wins of seven plies or more that were played when available. ``times``:
    games at one sitting, without answers to fours and open threes.
    """

    games: int
    choices: EvidenceShare | None = None
    wins: EvidenceShare | None = None
    times: EvidenceSpread | None = None


class EvidenceGame(Struct, frozen=True, omit_defaults=True):
    """One of a player's latest rated games; ``state`` is that of its analysis."""

    game: str
    ended_at: int
    opponent: Who
    state: Literal["studied", "waiting", "none"]
