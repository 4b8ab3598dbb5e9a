"""How much one player may have going on at the same time."""

from dataclasses import dataclass

from server.errors import Refused
from server.rooms.tables import Tables


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one player may have going on, and how long a bot's answer takes at least."""

    rooms_per_player: int = 8
    bot_games_per_player: int = 4
    bot_pause_ms: int = 350

    def check(self, tables: Tables, player: str, *, against_bot: bool) -> None:
        """Raise Refused where one room more is too many: "too_many_rooms", "too_many_bot_games"."""
        own = tables.of_player(player)
        if len(own) >= self.rooms_per_player:
            raise Refused(code="too_many_rooms", limit=self.rooms_per_player)
        if against_bot:
            found = [tables.get(id) for id in own]
            # a room that is being stored has no table yet; it may be against a bot
            with_bots = sum(table is None or table.room.bot is not None for table in found)
            if with_bots >= self.bot_games_per_player:
                raise Refused(code="too_many_bot_games", limit=self.bot_games_per_player)
