"""Effects of operators' commands on the running server, beside those on the store."""

from server.accounts.sessions import Sessions
from server.learning.publishing import Publishing
from server.learning.tuning import Tuning
from server.moderation.acts import Acts
from server.protocol.outbound import RoomClosed
from server.review.analyst import Analyst
from server.rooms.rooms import Rooms
from server.signals import GameDeleted, PlayersChanged, Signals, TreeChanged, TreeNoticesChanged
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
        acts: Acts,
        signals: Signals,
    ) -> None:
        self._rooms = rooms
        self._acts = acts
        self._signals = signals
        self._sessions = sessions
        self._publishing = publishing
        self._tuning = tuning
        self._analyst = analyst

    async def close_room(self, room: str, *noted: Statement) -> None:
        """Abort an unfinished room, with the ``noted`` statements, and notify its players."""
        for player in await self._rooms.close_room(room, *noted):
            for client in self._sessions.anywhere(player):
                client.say(RoomClosed(room))

    async def game_deleted(self, room: str) -> None:
        """Drop the room of a deleted game, and publish without what was learned from it."""
        await self._signals.settle(GameDeleted(room))
        self._publishing.changed()

    def tree_deleted(self, tree: str, owner: str) -> None:
        """Tell a deleted tree's owner, and everybody who looks at it."""
        self._signals.emit(TreeChanged(tree, 0, "", only=""))
        self._signals.emit(TreeNoticesChanged(owner))

    async def player_renamed(self, player: StoredPlayer) -> None:
        """Show the new name."""
        self._sessions.rename(player.id, player.name)

    async def player_sanctioned(self, player: str) -> None:
        """Notify a player of a sanction, and close the connections of a banned one."""
        await self._acts.tell_sanctioned(player)

    async def sanction_lifted(self, player: str) -> None:
        """Notify a player that a sanction has ended."""
        self._acts.tell_lifted(player)

    async def roles_changed(self) -> None:
        """Refresh the rights of all accounts after a change of roles."""
        await self._signals.settle(PlayersChanged(()))

    async def player_signed_out(self, player: str) -> None:
        """Close the connections of a player whose devices were ended."""
        await self._sessions.dismiss(self._sessions.anywhere(player), "signed_out")

    async def player_leaving(self, player: str) -> list[str]:
        """Resign the rated games of a player who is about to be deleted. Return the ids of those that cannot be
        ended.
        """
        return await self._rooms.give_up(player)

    async def player_deleted(self, player: str) -> None:
        """Close the connections of a deleted player, and empty their seats."""
        await self._sessions.dismiss(self._sessions.anywhere(player), "deleted")
        self._sessions.rename(player, "")
        await self._signals.settle(PlayersChanged((player,)))

    def study_dropped(self, serial: int) -> None:
        """Stop the study of a game whose job was removed."""
        self._analyst.stop(serial)

    def patterns_changed(self) -> None:
        """Publish the patterns that are now in use."""
        self._publishing.changed()

    async def weights_changed(self) -> None:
        """Publish the weights that are now in use, for new games."""
        await self._tuning.publish()
