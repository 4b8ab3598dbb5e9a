"""Acts upon players: rename one, delete one."""

from functools import partial

from server.accounts.accounts import Accounts
from server.accounts.leaving import delete_leaving
from server.errors import Refused
from server.moderation.act import ActCommand, Argument, Doing, StaffAct
from server.moderation.roles import OWNER
from server.operator.ratings import count_waiting
from server.operator.rooms import end_room
from server.protocol.events import Chose, Created, Seated
from server.store.games import room_log
from server.store.integrity import Damaged
from server.store.people import players
from server.store.records import StoredPlayer

NAME_FAULTS = {
    "name_taken": "is taken",
    "bad_name": "cannot be a name",
    "name_reserved": "is reserved",
    "mixed_scripts": "has letters that do not stand together",
}


async def require_player(doing: Doing) -> StoredPlayer:
    """Find the target of an act. Refused("no_player")."""
    player = await players.find_player(doing.store, doing.target)
    if player is None or player.deleted_at is not None:
        raise Refused(f"there is no player {doing.target}", code="no_player")
    return player


async def _rename(doing: Doing) -> str:
    player, name = await require_player(doing), doing.argument
    try:
        renamed = await Accounts(doing.store).rename(player.id, name, lambda *_: doing.noted[0])
    except Refused as error:
        why = NAME_FAULTS.get(error.code, "was refused")
        raise Refused(f"the name {name!r} {why}", code=error.code) from error
    if doing.live:
        await doing.live.player_renamed(renamed)
    return f"{player.name} ({player.id}) is now {renamed.name}"


async def _delete(doing: Doing) -> str:
    player = await require_player(doing)
    give_up = partial(_give_up, doing) if doing.live is None else partial(doing.live.player_leaving, player.id)
    await delete_leaving(
        give_up, lambda besides: players.delete(doing.store, player.id, doing.now, *doing.noted, besides=besides)
    )
    if doing.live:
        await doing.live.player_deleted(player.id)
    return f"{player.name} ({player.id}) is deleted; the games stay, without the name"


async def _give_up(doing: Doing) -> list[str]:
    """Resign the rated games of a player and count them, as `server.rooms.rooms.Rooms.give_up` does. Return the ids of
    damaged games, which nobody can end."""
    store, player = doing.store, doing.target
    left: list[str] = []
    for id in await players.list_rated_games(store, player):
        try:
            room = await room_log.find_room(store, id)
        except Damaged:
            left.append(id)
            continue
        if room is not None:
            seats = [event.black for event in room.events if isinstance(event, Seated | Chose)]
            first = next(event.owner.id for event in room.events if isinstance(event, Created))
            lost = 0 if first == player else 1
            await end_room(store, room, "white" if seats[-1] == lost else "black", "resigned", doing.now)
    await count_waiting(store)
    return left


ACTS = (
    StaffAct(
        name="rename_player",
        perform=_rename,
        target="player",
        argument=Argument("NAME"),
        command=ActCommand("players", "rename", "give a player another name"),
    ),
    StaffAct(
        name="delete_player",
        perform=_delete,
        roles=OWNER,
        target="player",
        command=ActCommand("players", "delete", "forget a player; the games stay, without the name"),
    ),
)
