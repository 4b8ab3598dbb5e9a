"""How much one player may have going on at the same time, and how many games the bots play."""

from dataclasses import dataclass

from server.errors import Refused
from server.rooms.bot_games import BotGames
from server.rooms.tables import Tables
from server.rooms.viewer import Viewer


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one player may have going on, how many games bots play, and how long an answer of theirs takes at least.

    ``bot_games_per_address`` lets a class of thirty behind one address play two games each. No address has more games
    than are left for others: whoever fills the server from a few hides its bots from nobody at another.
    """

    rooms_per_player: int = 8
    bot_games_per_player: int = 4
    bot_pause_ms: int = 350
    bot_games_per_address: int = 64
    bot_games: int = 500

    def check(self, tables: Tables, bots: BotGames, viewer: Viewer, *, against_bot: bool) -> None:
        """Raise Refused where one room more is too many: "too_many_rooms", "too_many_bot_games",
        "too_many_bot_games_here", "bot_games_full"."""
        own = tables.of_player(viewer.player)
        if len(own) >= self.rooms_per_player:
            raise Refused(code="too_many_rooms", limit=self.rooms_per_player)
        if not against_bot:
            return
        found = [tables.get(id) for id in own]
        # a room that is being stored has no table yet; it may be against a bot
        with_bots = sum(table is None or table.room.bot is not None for table in found)
        if with_bots >= self.bot_games_per_player:
            raise Refused(code="too_many_bot_games", limit=self.bot_games_per_player)
        left = self.bot_games - len(bots)
        if left <= 0:
            raise Refused(code="bot_games_full", limit=self.bot_games)
        here = bots.at(viewer.address)
        if here >= min(self.bot_games_per_address, left):
            raise Refused(code="too_many_bot_games_here", limit=here)
