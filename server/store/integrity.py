"""Integrity checks of a stored game: its rows against their checksums, and its row against its events."""

import logging
from collections.abc import Iterator, Sequence

from server.errors import StoreError
from server.store import event_rows, game_rows
from server.store.file import checksums
from server.store.sql import Parameters, Row

log = logging.getLogger(__name__)

MOST_TOLD = 1_000
"""Limit of damaged games that are remembered, so that each is logged once."""


class Damaged(StoreError):
    """A stored game differs from what was written; it is neither shown nor continued."""

    code = "game_damaged"


class Integrity:
    """Checks games as they are read and logs each damaged one once."""

    def __init__(self, unsummed: tuple[int, int] | None = None) -> None:
        self.unsummed = unsummed
        """First and last serial of the older games that have no checksums yet."""
        self._told: set[int] = set()

    def covers(self, serial: int) -> bool:
        """Whether a game must have checksums; older games may not have been given theirs yet."""
        return self.unsummed is None or not self.unsummed[0] <= serial <= self.unsummed[1]

    def check(self, game: Row, actions: Sequence[Parameters]) -> None:
        """Raise Damaged if the row of a game or the rows of its actions differ from what was written."""
        fault = next(find_faults(game, actions, self.covers(game["serial"])), None)
        if fault is not None:
            raise self._tell_damaged(game["serial"], f"{game['id']!r}: {fault}")

    def check_actions(self, serial: int, actions: Sequence[Parameters]) -> None:
        """Raise Damaged if one of the given actions of a game differs from what was written."""
        covered = self.covers(serial)
        for row in actions:
            fault = checksums.find_action_fault(row, covered)
            if fault is not None:
                raise self._tell_damaged(serial, fault)

    def _tell_damaged(self, serial: int, fault: str) -> Damaged:
        if serial not in self._told:
            if len(self._told) < MOST_TOLD:
                self._told.add(serial)
            log.error("game number %d is damaged and kept closed (%s); `tengen check` says more", serial, fault)
        return Damaged(f"game number {serial} is damaged")


def find_faults(game: Row, actions: Sequence[Parameters], covered: bool) -> Iterator[str]:
    """Yield every fault of a game, from its row and its action rows in version order."""
    sound = True
    try:
        values = {name: game[name] for name in checksums.FIXED}
        same = game["sum"] == checksums.sum_game(values) if covered or game["sum"] is not None else True
    except (LookupError, TypeError, ValueError, UnicodeError):  # LookupError if a column is named differently
        same = False
    if not same:
        sound = False
        yield "its row is not as it was written"
    for row in actions:
        fault = checksums.find_action_fault(row, covered)
        if fault is not None:
            sound = False
            yield fault
    versions = [row[4] for row in actions]
    if versions != list(range(1, len(versions) + 1)) or not versions:
        sound = False
        missing = next((v for v, found in enumerate(versions, 1) if v != found), len(versions) + 1)
        yield f"version {missing} is missing"
    if sound and covered:
        yield from _contradictions(game, actions)


def _contradictions(game: Row, actions: Sequence[Parameters]) -> Iterator[str]:
    told = game_rows.fold_columns(event_rows.read_event(row[2:-1]) for row in actions)
    if game["imported"] is not None:
        told.pop("started_at")  # the time of play from the file, which no event records
    for name, value in told.items():
        if game[name] != value:
            yield f"its {name} ({game[name]!r}) is not what its moves say ({value!r})"
