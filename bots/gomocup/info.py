"""Settings of a game, as a manager sends them by ``INFO`` lines."""

from dataclasses import dataclass

MOVES_LEFT = 15  # divisor of the time left for the whole game
MEMORY = 128 << 20  # bytes for a player where the manager sets no limit
LEAST_MEMORY = 1 << 20
INTERPRETER = 176 << 20  # bytes that we take without a player
NO_NODES = 1 << 60  # a node limit beyond this means none


@dataclass(slots=True)
class Info:
    """The manager's settings in milliseconds and bytes, 0 for no limit; a turn of 0 ms is played at once.

    Settings of Yixin's dialect alone: ``hash_size`` is in KiB, ``show_detail`` a bit mask.
    """

    timeout_turn: int = 30_000
    timeout_match: int = 0
    time_left: int | None = None
    max_memory: int = 0
    game_type: int = 0
    rule: int = 0
    swapable: int = 0
    max_node: int = 0
    max_depth: int = 0
    hash_size: int = 0
    time_increment: int = 0
    show_detail: int = 0
    thread_num: int = 1

    def turn_ms(self) -> int:
        """Return the time in which the next move is due, less a reserve of 1/40 and at least 30 ms."""
        turn, left = self.timeout_turn, self.timeout_match or None if self.time_left is None else self.time_left
        if left is not None:
            turn = min(turn, left // MOVES_LEFT + self.time_increment, left)
        return max(1, turn - max(30, turn // 40))

    def nodes(self) -> int | None:
        """Return the node limit of the next move; None for no limit."""
        return self.max_node if 0 < self.max_node < NO_NODES else None

    def memory(self, taken: int = INTERPRETER) -> int:
        """Return the bytes the player may hold when the program takes ``taken`` bytes without it."""
        room = self.max_memory - taken if self.max_memory else MEMORY
        return max(LEAST_MEMORY, min(room, self.hash_size << 10) if self.hash_size else room)
