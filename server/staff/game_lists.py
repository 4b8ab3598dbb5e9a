"""Lists of rooms, games, jobs and stored trees for the pages of staff. Private games are listed without moves."""

from collections.abc import Iterable

from bots.learning.study.effort import ASKING
from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.protocol import inbound
from server.protocol.outbound import GameList, JobList, RoomList, TreeList
from server.protocol.staff import BrokenRow, StaffGame, StaffRoom, StaffTree, StudyJob
from server.protocol.values import CorrespondenceSpec, Who
from server.rooms.rooms import Rooms
from server.store import game_rows
from server.store.database import Database
from server.store.games import game_lists, library
from server.store.knowledge import studies
from server.store.people import players
from server.store.shown_rows import show_rows
from server.store.sql import Row
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
            self._store, message.show, message.find.strip(), message.before, A_PAGE + 1
        )
        names = await self._name(found)
        rooms, broken = show_rows("room", found[:A_PAGE], "id", lambda row: self._make_room(row, names))
        client.say(RoomList(message.id, rooms, len(found) > A_PAGE, _name_broken(broken)))

    def _make_room(self, row: Row, names: dict[str, str]) -> StaffRoom:
        table = self._rooms.tables.get(row["id"])
        free = row["started_at"] is None
        seats = [game_rows.read_who(row[f"player{seat}"], row[f"level{seat}"], names) for seat in (0, 1)]
        return StaffRoom(
            *(row["serial"], row["id"], row["created_at"], row["rules"], row["size"]),
            *(row["visibility"], bool(row["rated"]), isinstance(game_rows.read_clock(row), CorrespondenceSpec)),
            [None if free and who == Who() else who for who in seats],
            row["moves"] if table is None else table.room.game.ply,
            opening=row["opening"],
            begun_at=row["started_at"],
            watchers=0 if table is None else table.audience.watchers,
            here=[] if table is None else [each is not None for each in table.audience.seated],
            loaded=table is not None,
        )

    async def _list_games(self, client: Client, message: inbound.ReadGames, at: int) -> None:
        found = await game_lists.list_finished(
            self._store, message.rated, message.find.strip(), message.before, A_PAGE + 1
        )
        names = await self._name(found)
        games, broken = show_rows("game", found[:A_PAGE], "id", lambda row: _make_game(row, names))
        client.say(GameList(message.id, games, len(found) > A_PAGE, _name_broken(broken)))

    async def _list_jobs(self, client: Client, message: inbound.ReadJobs, at: int) -> None:
        (row,) = await self._store.fetch(studies.STATE, {"now": at})
        state = studies.read_queue(row)
        found = await studies.list_jobs(self._store, failed=message.failed, limit=MOST_JOBS)
        names = await self._name(found, "asked_by")
        jobs, broken = show_rows("the job of game", found, "id", lambda row: _make_job(row, names))
        waiting = state.waiting + (state.running is not None)
        client.say(JobList(message.id, jobs, waiting, state.failed, _name_broken(broken)))

    async def _list_trees(self, client: Client, message: inbound.ReadTrees, at: int) -> None:
        found = await tree_rows.list_trees(self._store, message.find.strip(), message.before, A_PAGE + 1)
        shown = [
            StaffTree(
                *(row["serial"], row["id"], row["created_at"], Who(row["owner"], row["name"]), row["title"]),
                *(row["visibility"], row["size"], row["nodes"], row["bytes"], row["file"]),
            )
            for row in found[:A_PAGE]
        ]
        client.say(TreeList(message.id, shown, len(found) > A_PAGE, *await tree_rows.count_trees(self._store)))

    async def _name(self, rows: Iterable[Row], *columns: str) -> dict[str, str]:
        """Map the ids in these columns and in the seats to current names."""
        found = list(rows)
        wanted = ("player0", "player1", *columns)
        return dict(await players.read_names(self._store, (row[column] for row in found for column in wanted)))


def _name_broken(rows: Iterable[Row]) -> list[BrokenRow]:
    return [BrokenRow(row["serial"], row["id"]) for row in rows]


def _make_game(row: Row, names: dict[str, str]) -> StaffGame:
    return StaffGame(
        row["serial"],
        library.summarise(row, names),
        counts=row["entry"] is not None and row["unrated"] is None,
        waits=bool(row["waits"]),
        unrated=row["unrated"],
    )


def _make_job(row: Row, names: dict[str, str]) -> StudyJob:
    seats = [game_rows.read_who(row[f"player{seat}"], row[f"level{seat}"], names) for seat in (0, 1)]
    if row["imported"] is not None:
        seats = [Who(name=row["black_name"]), Who(name=row["white_name"])]
    black = row["black"] or 0
    asked_by = row["asked_by"]
    return StudyJob(
        *(row["id"], row["at"], seats[black], seats[1 - black]),
        0 if row["effort"] == ASKING else row["effort"],
        row["failures"],
        row["visibility"],
        asked_by=None if asked_by is None else Who(asked_by, names.get(asked_by, "")),
        running_since=row["running_since"],
    )
