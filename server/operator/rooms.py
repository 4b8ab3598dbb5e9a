"""The act upon a room: closing it. Also ends rooms that no server has open."""

from collections.abc import Sequence

from server.errors import Refused
from server.moderation.act import ActCommand, Doing, StaffAct
from server.moderation.roles import JUDGES
from server.protocol.events import Created, Decided, Ended, Left, Moved, Reserve, Resumed, TookBack
from server.protocol.time_controls import make_time_control
from server.protocol.values import ColorName, CorrespondenceSpec, ReasonName
from server.store.database import Database
from server.store.games import room_log
from server.store.records import StoredRoom
from server.store.sql import Statement
from server.store.writes import Append, FlagAt


async def _close(doing: Doing) -> str:
    room = await room_log.find_room(doing.store, doing.target)
    if room is None:
        raise Refused(f"there is no room {doing.target}", code="unknown_room")
    if any(isinstance(event, Ended) for event in room.events):
        raise Refused(f"room {doing.target} is over already", code="game_over")
    if doing.live:
        await doing.live.close_room(doing.target, *doing.noted)
    else:
        await end_room(doing.store, room, None, "aborted", doing.now, doing.noted)
    return f"room {doing.target} is closed"


async def end_room(
    store: Database,
    room: StoredRoom,
    winner: ColorName | None,
    reason: ReasonName,
    now: int,
    noted: Sequence[Statement] = (),
) -> None:
    """End a room that no server has open."""
    last = room.events[-1]
    left, reserve = _clocks(room)
    at = max(now, last.at)
    ended = Ended(v=last.v + 1, at=at, winner=winner, reason=reason, left=left, reserve=reserve)
    slow = any(isinstance(event, Created) and isinstance(event.clock, CorrespondenceSpec) for event in room.events)
    flag = [FlagAt(room.serial, None, None)] if slow else []  # the sweep of slow games leaves it out
    await store.commit(Append(room.serial, ended, None, _plies(room)), *flag, noted=noted)


def _plies(room: StoredRoom) -> int:
    taken_back = sum(event.plies for event in room.events if isinstance(event, TookBack))
    begun_with = sum(len(event.start) for event in room.events if isinstance(event, Created))
    return begun_with + sum(isinstance(event, Moved) for event in room.events) - taken_back


def _clocks(room: StoredRoom) -> tuple[Left, Reserve | None]:
    """Return the clocks after the last event; no time passes while no server runs."""
    for event in reversed(room.events):
        if isinstance(event, Moved | Decided | TookBack | Ended | Resumed):
            return event.left, event.reserve
        if isinstance(event, Created):
            left, reserve = make_time_control(event.clock).full()
            return (left, left), None if reserve is None else (reserve, reserve)
    return (None, None), None


ACTS = (
    StaffAct(
        name="close_room",
        perform=_close,
        roles=JUDGES,
        target="room",
        decides_game=True,
        command=ActCommand("rooms", "close", "end a room without a result"),
    ),
)
