"""The running server as operators' commands change it, beside what they do to the store."""

from server.accounts.sessions import Sessions
from server.learning.publishing import Publishing
from server.learning.tuning import Tuning
from server.moderation.acts import Acts
from server.moderation.blocks import Blocks
from server.moderation.roles import Roles
from server.protocol.outbound import RoomClosed
from server.review.analyst import Analyst
from server.rooms.rooms import Rooms
from server.store.records import StoredPlayer
from server.store.sql import Statement


class RunningServer:
    """A `server.moderation.act.Live`."""

    def __init__(
        self,
        rooms: Rooms,
        sessions: Sessions,
        publishing: Publishing,
        tuning: Tuning,
        analyst: Analyst,
        *,
        blocks: Blocks,
        roles: Roles,
        acts: Acts,
    ) -> None:
        self._rooms = rooms
        self._blocks = blocks
        self._roles = roles
        self._acts = acts
        self._sessions = sessions
        self._publishing = publishing
        self._tuning = tuning
        self._analyst = analyst

    async def close_room(self, room: str, *noted: Statement) -> None:
        """End a room that is not over, as aborted, note it, and tell its players."""
        for player in await self._rooms.close_room(room, *noted):
            for client in self._sessions.of_player(player):
                client.say(RoomClosed(room))

    async def game_deleted(self, room: str) -> None:
        """Forget a room whose game is no longer in the store, and what was learned from it."""
        await self._rooms.forget(room)
        self._publishing.changed()

    async def player_renamed(self, player: StoredPlayer) -> None:
        """Show the new name."""
        self._sessions.rename(player.id, player.name)

    async def player_sanctioned(self, player: str) -> None:
        """Tell a player what was laid upon him, and close the connections of who is banned."""
        await self._acts.tell_sanctioned(player)

    async def sanction_lifted(self, player: str) -> None:
        """Show a player that something which was laid upon him has ended."""
        self._acts.tell_lifted(player)

    async def roles_changed(self) -> None:
        """Have accounts do what their roles let them now."""
        await self._roles.refresh()

    async def player_signed_out(self, player: str) -> None:
        """Close the connections of a player, whose devices were ended."""
        await self._sessions.dismiss(self._sessions.of_player(player), "signed_out")

    async def player_leaving(self, player: str) -> list[str]:
        """End the rated games of a player who is about to be deleted, lost; the ids of those that cannot be ended."""
        return await self._rooms.give_up(player)

    async def player_deleted(self, player: str) -> None:
        """Close the connections of a player who exists no longer, and show the seats as nobody's."""
        await self._sessions.dismiss(self._sessions.of_player(player), "deleted")
        self._rooms.rename(player, "")
        await self._blocks.refresh(player)

    def study_dropped(self, serial: int) -> None:
        """Go on with no study of a game, whose job is no more."""
        self._analyst.stop(serial)

    def patterns_changed(self) -> None:
        """Let all players have the patterns that are in use now."""
        self._publishing.changed()

    async def weights_changed(self) -> None:
        """Have games begin with the weights that are in use now."""
        await self._tuning.publish()
