"""Lists of rooms, games, jobs and stored trees for the pages of staff. Private games are listed without moves."""

from bots.learning.study.effort import ASKING, CHECKING
from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.protocol import inbound
from server.protocol.outbound import GameList, JobList, RoomList, TreeList
from server.protocol.staff import StaffGame, StaffRoom, StaffTree, StudyJob
from server.protocol.values import CorrespondenceSpec, Who
from server.rooms.rooms import Rooms
from server.store import game_rows
from server.store.database import Database
from server.store.games import game_lists, library
from server.store.games.game_lists import FinishedGame, Names, UnfinishedRoom
from server.store.knowledge import studies
from server.store.knowledge.studies import QueuedJob
from server.store.trees import tree_rows

A_PAGE = 20
"""Rows per page: a message must fit a write buffer."""
MOST_JOBS = 50


class GameListMessages:
    """Answers from ``store`` and the ``rooms`` in memory, for staff that ``powers`` allows."""

    def __init__(self, store: Database, rooms: Rooms, powers: Powers) -> None:
        self._store = store
        self._rooms = rooms
        self._powers = powers

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        self._powers.guard(handlers, inbound.ReadRooms, self._list_rooms)
        self._powers.guard(handlers, inbound.ReadGames, self._list_games)
        self._powers.guard(handlers, inbound.ReadJobs, self._list_jobs)
        self._powers.guard(handlers, inbound.ReadTrees, self._list_trees)

    async def _list_rooms(self, client: Client, message: inbound.ReadRooms, at: int) -> None:
        found = await game_lists.list_unfinished(
            self._store, message.show, message.find.strip(), message.before, A_PAGE, self._make_room
        )
        client.say(RoomList(message.id, found.shown, found.more, found.broken))

    def _make_room(self, room: UnfinishedRoom, names: Names) -> StaffRoom:
        table = self._rooms.tables.get(room.id)
        free = room.started_at is None
        seats = [room.find_who(seat, names) for seat in (0, 1)]
        return StaffRoom(
            *(room.serial, room.id, room.created_at, room.rules, room.size, room.visibility, room.rated),
            isinstance(game_rows.make_clock(room), CorrespondenceSpec),
            [None if free and who == Who() else who for who in seats],
            room.moves if table is None else table.room.game.ply,
            opening=room.opening,
            begun_at=room.started_at,
            watchers=0 if table is None else table.audience.watchers,
            here=[] if table is None else [each is not None for each in table.audience.seated],
            loaded=table is not None,
        )

    async def _list_games(self, client: Client, message: inbound.ReadGames, at: int) -> None:
        found = await game_lists.list_finished(
            self._store, message.rated, message.find.strip(), message.before, A_PAGE, _make_game
        )
        client.say(GameList(message.id, found.shown, found.more, found.broken))

    async def _list_jobs(self, client: Client, message: inbound.ReadJobs, at: int) -> None:
        (row,) = await self._store.fetch(studies.STATE, {"now": at})
        state = studies.read_queue(row)
        found = await studies.list_jobs(self._store, failed=message.failed, limit=MOST_JOBS, describe=_make_job)
        waiting = state.waiting + (state.running is not None)
        client.say(JobList(message.id, found.shown, waiting, state.failed, found.broken))

    async def _list_trees(self, client: Client, message: inbound.ReadTrees, at: int) -> None:
        found = await tree_rows.list_trees(self._store, message.find.strip(), message.before, A_PAGE)
        shown = [
            StaffTree(
                *(tree.serial, tree.id, tree.created_at, Who(tree.owner, tree.name), tree.title),
                *(tree.visibility, tree.size, tree.nodes, tree.bytes, tree.file),
            )
            for tree in found.shown
        ]
        client.say(TreeList(message.id, shown, found.more, *await tree_rows.count_trees(self._store)))


def _make_game(game: FinishedGame, names: Names) -> StaffGame:
    return StaffGame(
        game.serial,
        library.summarise(game, names),
        counts=game.entry is not None and game.unrated is None,
        waits=bool(game.waits),
        unrated=game.unrated,
    )


def _make_job(job: QueuedJob, names: Names) -> StudyJob:
    return StudyJob(
        *(job.id, job.at, *job.find_sides(names)),
        0 if job.effort in (ASKING, CHECKING) else job.effort,
        job.failures,
        job.visibility,
        asked_by=None if job.asked_by is None else Who(job.asked_by, names.get(job.asked_by, "")),
        running_since=job.running_since,
    )
