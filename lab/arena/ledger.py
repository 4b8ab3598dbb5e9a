"""The file of a run's games, one line for each as it finishes, from which a stopped run resumes."""

from pathlib import Path

from bots.json_lines import JsonLines, Row, Terms, not_games
from bots.match.pairing_game import PairingResult
from gomoku import point


class Ledger:
    """The open file of games. It rejects a file written with other ``terms``.

    ``played`` holds the games already in it. Raises ArenaError as JsonLines does.
    """

    def __init__(self, path: Path, terms: Terms, size: int) -> None:
        self._size = size
        self._lines = JsonLines(path, terms)
        try:
            self.played = [self._parse(row) for row in self._lines.rows]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            self.close()
            raise not_games(path) from error

    def add(self, played: PairingResult) -> None:
        """Write a game."""
        names = " ".join(point.name(move, self._size) for move in played.moves)
        log = {"log": played.log} if played.log else {}
        row = {"game": played.number, "winner": played.winner, "reason": played.reason, "moves": names}
        self._lines.add({**row, **log})

    def close(self) -> None:
        """Close the file."""
        self._lines.close()

    def _parse(self, row: Row) -> PairingResult:
        moves = tuple(point.parse(name, self._size) for name in row["moves"].split())
        return PairingResult(int(row["game"]), row["winner"], row["reason"], moves, row.get("log", ""))
