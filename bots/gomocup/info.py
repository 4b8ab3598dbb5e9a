"""Settings of a game as a manager tells them by its lines ``INFO``."""

from dataclasses import dataclass

MOVES_LEFT = 15  # into how many moves what is left for the whole game is divided
MEMORY = 128 << 20  # bytes a player may hold where the manager sets no bound
INTERPRETER = 96 << 20  # bytes that we take without any player


@dataclass(slots=True)
class Info:
    """What the manager has said of the game: milliseconds, bytes, 0 for no limit; a turn of 0 ms is played at once."""

    timeout_turn: int = 30_000
    timeout_match: int = 0
    time_left: int | None = None
    max_memory: int = 0
    game_type: int = 0
    rule: int = 0
    swapable: int = 0

    def turn_ms(self) -> int:
        """How long the next move may be thought about, with a twentieth, and at least 50 ms, to spare."""
        left = self.timeout_match or None if self.time_left is None else self.time_left
        turn = self.timeout_turn if left is None else min(self.timeout_turn, left // MOVES_LEFT)
        return max(1, turn - max(50, turn // 20))

    def memory(self) -> int:
        """How many bytes the player may hold."""
        return max(1 << 20, self.max_memory - INTERPRETER) if self.max_memory else MEMORY
