"""The policy of the house for its rooms: how long things may take, and how much of them there may be."""

from dataclasses import dataclass

from server.config import Config


@dataclass(frozen=True, slots=True)
class Policy:
    """Times in milliseconds, and numbers of unfinished games.

    ``grace_ms``: how long a player must be gone before the other may claim. ``first_move_ms``: how long each side has
    for its first move in a game with a clock. ``open_ms``: how long an open room outlives its owner's connection.
    ``idle_ms``: how long a game without a clock waits for a move. ``deserted_ms``: how long a game against a bot waits
    for the person who left it. ``lag_cap_ms``: most lag given back on a move. ``bot_pause_ms``: how long an answer of a
    bot's takes at least. ``slow_open_ms``: how long an open room waits where the game is by correspondence; such games
    that go on are limited by ``slow_games_per_player`` alone, the open rooms by ``slow_open``: each is some 11 KiB.

    ``bot_games_per_address`` lets a class of thirty behind one address play two games each.
    """

    grace_ms: int = 30_000
    first_move_ms: int = 60_000
    open_ms: int = 600_000
    idle_ms: int = 86_400_000
    deserted_ms: int = 600_000
    lag_cap_ms: int = 500
    bot_pause_ms: int = 350
    slow_open_ms: int = 30 * 86_400_000
    rooms_per_player: int = 8
    slow_games_per_player: int = 200
    slow_open_per_address: int = 64
    slow_open: int = 4000
    bot_games_per_player: int = 4
    bot_games_per_address: int = 64
    bot_games: int = 500

    @classmethod
    def of(cls, config: Config) -> "Policy":
        """What the operator has set."""
        return cls(
            grace_ms=config.grace_s * 1000,
            first_move_ms=config.first_move_s * 1000,
            open_ms=config.open_room_s * 1000,
            idle_ms=config.idle_room_s * 1000,
            deserted_ms=config.deserted_game_s * 1000,
            lag_cap_ms=config.lag_cap_ms,
            bot_pause_ms=config.bot_pause_ms,
            rooms_per_player=config.rooms_per_player,
            bot_games_per_player=config.bot_games_per_player,
            bot_games_per_address=config.bot_games_per_address,
            bot_games=config.bot_games,
        )
