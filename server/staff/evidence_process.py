"""Evidence, computed in a background process, which also unpacks the studies."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bots.learning.study.findings import Study
from server.protocol.evidence import EvidenceFigures
from server.staff.evidence import MoveAndTime, SeatGame, make_figures
from server.store.studies import unpack


@dataclass(frozen=True, slots=True)
class SeatInGame:
    """A seat of a stored game, given by its number."""

    serial: int
    seat: int
    slow: bool


@dataclass(frozen=True, slots=True)
class EvidenceMaterial:
    """Groups of seats that want figures, with the stored studies and the stones (seat, point, time) of their games."""

    groups: Sequence[Sequence[SeatInGame]]
    studies: dict[int, bytes]
    moves: dict[int, list[tuple[int, int, int]]]


def compute(_: Callable[[Any], None], material: EvidenceMaterial) -> list[EvidenceFigures]:
    """Return the figures of each group. A game whose study does not fit its stones is left out."""
    found: dict[int, Study] = {serial: unpack(body) for serial, body in material.studies.items()}
    moves = {serial: [MoveAndTime(*each) for each in stones] for serial, stones in material.moves.items()}
    return [
        make_figures(
            [
                SeatGame(side.seat, side.slow, moves[side.serial], found[side.serial].moves)
                for side in group
                if side.serial in found and len(moves.get(side.serial, ())) == len(found[side.serial].moves)
            ]
        )
        for group in material.groups
    ]
