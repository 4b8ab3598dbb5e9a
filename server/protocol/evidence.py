"""Values of the evidence that staff is shown: figures of somebody's rated games, with what they rest on."""

from typing import Literal

from msgspec import Struct

from server.protocol.values import Who


class EvidenceShare(Struct, frozen=True):
    """So many ``found`` among so many; the share in general lies between ``low`` and ``high``, by 95 of 100."""

    found: int
    of: int
    low: float
    high: float


class EvidenceSpread(Struct, frozen=True):
    """How uneven times are: the mean over so many games of the standard deviation of their logarithms, between ``low``
    and ``high`` by 95 of 100. 0 is always the same time."""

    mean: float
    low: float
    high: float
    games: int


class EvidenceFigures(Struct, frozen=True, omit_defaults=True):
    """Figures of so many analysed games, all null where these are too few.

    ``choices``: moves that were the first choice of the analysis, in positions after the sixth stone with more than one
    move that does not lose. ``wins``: wins by force of seven plies or more that were played when they were there.
    ``times``: of games at one sitting, without answers to fours and open threes.
    """

    games: int
    choices: EvidenceShare | None = None
    wins: EvidenceShare | None = None
    times: EvidenceSpread | None = None


class EvidenceGame(Struct, frozen=True, omit_defaults=True):
    """One of somebody's latest rated games; ``state`` is of its analysis."""

    game: str
    ended_at: int
    opponent: Who
    state: Literal["studied", "waiting", "none"]
