"""Policy for rooms: time limits and maximum numbers of games."""

from dataclasses import dataclass

from server.config import Config


@dataclass(frozen=True, slots=True)
class Policy:
    """Times in milliseconds, and limits on unfinished games.

    - ``grace_ms``: how long a player must be gone before the other may claim.
    - ``first_move_ms``: time of each side for its first move in a game with a clock.
    - ``open_ms``: how long an open room outlives its owner's connection.
    - ``idle_ms``: how long a game without a clock waits for a move.
    - ``deserted_ms``: how long a game against a bot waits for its absent person.
    - ``lag_cap_ms``: most lag that a move gives back.
    - ``bot_pause_ms``: shortest time of a bot's answer.
    - ``slow_open_ms``: how long an open room for a game by correspondence waits.
    - ``slow_games_per_player``: limit on running games by correspondence, which no other limit counts.
    - ``slow_open``: limit on their open rooms, of some 11 KiB each.
    - ``shared``: whether other processes begin games in the same store, which then counts a player's rooms, too.
    - ``bot_games_per_address``: lets a class of thirty behind one address play two games each.
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
    shared: bool = False

    @classmethod
    def of(cls, config: Config) -> "Policy":
        """Read the policy from the configuration."""
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
