"""The figures of evidence as a process for background work makes them: studies are unpacked there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from bots.learning.study.findings import Study
from server.protocol.evidence import EvidenceFigures
from server.staff.evidence import MoveAndTime, SeatGame, make_figures
from server.store.studies import unpack


@dataclass(frozen=True, slots=True)
class SeatInGame:
    """One side of a stored game, by its number."""

    serial: int
    seat: int
    slow: bool


@dataclass(frozen=True, slots=True)
class EvidenceMaterial:
    """Sides whose figures are wanted, group by group, and of their games the studies as they are stored and the stones:
    seat, point, time."""

    groups: Sequence[Sequence[SeatInGame]]
    studies: dict[int, bytes]
    moves: dict[int, list[tuple[int, int, int]]]


def compute(_: Callable[[Any], None], material: EvidenceMaterial) -> list[EvidenceFigures]:
    """The figures of each group. A game of which study and stones do not fit each other is left out."""
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
