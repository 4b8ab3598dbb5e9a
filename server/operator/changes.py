"""Changes that the operator's commands make, whether a server is running or not."""

from collections.abc import Sequence
from functools import partial
from time import time
from typing import Protocol

from server.accounts.accounts import Accounts
from server.accounts.leaving import delete_leaving
from server.errors import Refused
from server.learning.bookkeeping import read_games
from server.operator import accounts, moderation, patterns, ratings, studies, trees, weights
from server.operator.patterns import Tell
from server.protocol.events import Chose, Created, Decided, Ended, Left, Moved, Reserve, Resumed, Seated, TookBack
from server.protocol.time_controls import make_time_control
from server.protocol.values import ColorName, CorrespondenceSpec, ReasonName
from server.ratings.book import RatingBook
from server.store import experience, explorer_index, library, players, room_log
from server.store.database import Database
from server.store.integrity import Damaged
from server.store.notices import Notice
from server.store.records import Append, FlagAt, StoredPlayer, StoredRoom
from server.store.sql import Statement

REBUILDS = ("book_rebuild", "patterns_rebuild")
"""The notices that may take minutes."""
AT_ONCE = 100
"""Games that are counted in one transaction where nobody else writes."""


class Live(Protocol):
    """The running server, as far as the operator's commands concern it."""

    async def close_room(self, room: str, *noted: Statement) -> None:
        """End a room that is not over, as aborted, and note it. It is kept and told to everybody when this returns."""

    async def game_deleted(self, room: str) -> None:
        """Forget a room, whose game is no longer in the store."""

    async def player_renamed(self, player: StoredPlayer) -> None:
        """Show the new name."""

    async def player_sanctioned(self, player: str) -> None:
        """Tell a player what was laid upon him, and close the connections of who is banned."""

    async def sanction_lifted(self, player: str) -> None:
        """Show a player that something which was laid upon him has ended."""

    async def roles_changed(self) -> None:
        """Have accounts do what their roles let them now."""

    async def player_signed_out(self, player: str) -> None:
        """Close the connections of a player, whose devices were ended."""

    async def player_leaving(self, player: str) -> list[str]:
        """End the rated games of a player who is about to be deleted, lost. They are kept when this returns; the ids of
        those that cannot be ended."""

    async def player_deleted(self, player: str) -> None:
        """Close the connections of a player who exists no longer, and show the seats as nobody's."""

    def study_dropped(self, serial: int) -> None:
        """Go on with no study of a game, by its number in the store."""

    def patterns_changed(self) -> None:
        """Let all players have the patterns that are in use now."""

    async def weights_changed(self) -> None:
        """Have games begin with the weights that are in use now."""


async def perform(
    store: Database, notice: Notice, live: Live | None, tell: Tell, noted: Sequence[Statement] | None = None
) -> str:
    """Do what ``notice`` asks, with the running server told where there is one; a sentence about it. What is an act of
    the audit log is noted there in the same transaction, as an operator's unless ``noted`` says otherwise.

    ``tell`` is awaited with how far it is, where that takes long. Refused, with a sentence, where it cannot be done.
    """
    notes = await moderation.make_notes(store, notice, _now()) if noted is None else noted
    if notice.kind not in moderation.NOTED_AFTERWARDS:
        return await _perform(store, notice, live, tell, notes)
    sentence = await _perform(store, notice, live, tell, ())
    await store.execute(*notes)
    return sentence


async def _perform(store: Database, notice: Notice, live: Live | None, tell: Tell, noted: Sequence[Statement]) -> str:
    target = notice.target
    match notice.kind:
        case "close_room":
            return await _close_room(store, target, live, noted)
        case "delete_game":
            if not await library.delete_game(store, target, *noted):
                raise Refused(f"there is no game {target}", code="no_game")
            if live:
                await live.game_deleted(target)
            else:
                await _count_ratings(store)
            return f"game {target} is deleted"
        case "book_rebuild":
            games = await explorer_index.rebuild(store)
            await experience.rebuild(store)
            if live:
                live.patterns_changed()
            while live is None and await explorer_index.work(store, AT_ONCE, rows=AT_ONCE * 100):
                pass
            while live is None and (waiting := await experience.list_unread(store)):
                await read_games(store, waiting)
            return f"{games} games are counted anew{' from now on, while the server runs' if live else ''}"
        case kind if kind in accounts.KINDS:
            return await accounts.perform(store, notice, live, noted)
        case kind if kind in patterns.KINDS:
            sentence = await patterns.perform(store, notice, tell)
            if live:
                live.patterns_changed()
            return sentence
        case kind if kind in ratings.KINDS:
            return await ratings.perform(store, notice, alone=live is None, noted=noted)
        case kind if kind in studies.KINDS:
            return await studies.perform(store, notice, live, _now(), noted)
        case kind if kind in trees.KINDS:
            return await trees.perform(store, notice, _now(), alone=live is None)
        case kind if kind in weights.KINDS:
            sentence = await weights.perform(store, notice)
            if live:
                await live.weights_changed()
            return sentence
    player = await players.find_player(store, target)
    if player is None or player.deleted_at is not None:
        raise Refused(f"there is no player {target}", code="no_player")
    match notice.kind:
        case "rename_player":
            return await _rename(store, player, notice.argument, live, noted)
        case kind if kind in moderation.KINDS:
            return await moderation.perform(store, notice, player, live, _now())
        case "delete_player":
            await delete_leaving(
                partial(live.player_leaving if live else partial(_give_up, store), target),
                lambda besides: players.delete(store, target, _now(), *noted, besides=besides),
            )
            if live:
                await live.player_deleted(target)
            return f"{player.name} ({target}) is deleted; the games stay, without the name"
    raise Refused(f"this server does not know the command {notice.kind}", code="unknown_command")


async def _close_room(store: Database, id: str, live: Live | None, noted: Sequence[Statement]) -> str:
    room = await room_log.find_room(store, id)
    if room is None:
        raise Refused(f"there is no room {id}", code="no_room")
    if any(isinstance(event, Ended) for event in room.events):
        raise Refused(f"room {id} is over already", code="game_over")
    if live:
        await live.close_room(id, *noted)
    else:
        await _end(store, room, None, "aborted", noted)
    return f"room {id} is closed"


async def _give_up(store: Database, player: str) -> list[str]:
    """End the rated games of a player, lost, and count them; as `server.rooms.rooms.Rooms.give_up`."""
    left: list[str] = []
    for id in await players.list_rated_games(store, player):
        try:
            room = await room_log.find_room(store, id)
        except Damaged:  # nobody can play it on
            left.append(id)
            continue
        if room is not None:
            seats = [event.black for event in room.events if isinstance(event, Seated | Chose)]
            first = next(event.owner.id for event in room.events if isinstance(event, Created))
            lost = 0 if first == player else 1
            await _end(store, room, "white" if seats[-1] == lost else "black", "resigned")
    await _count_ratings(store)
    return left


async def _count_ratings(store: Database) -> None:
    """Count what waits, as no server does it."""
    await RatingBook(store, at_once=ratings.AT_ONCE).catch_up()


async def _end(
    store: Database, room: StoredRoom, winner: ColorName | None, reason: ReasonName, noted: Sequence[Statement] = ()
) -> None:
    """End a room that no server has."""
    last = room.events[-1]
    left, reserve = _clocks(room)
    at = max(_now(), last.at)
    ended = Ended(v=last.v + 1, at=at, winner=winner, reason=reason, left=left, reserve=reserve)
    slow = any(isinstance(event, Created) and isinstance(event.clock, CorrespondenceSpec) for event in room.events)
    flag = [FlagAt(room.serial, None, None)] if slow else []  # it is looked at no more
    await store.commit(Append(room.serial, ended, None, _plies(room)), *flag, noted=noted)


def _plies(room: StoredRoom) -> int:
    taken_back = sum(event.plies for event in room.events if isinstance(event, TookBack))
    begun_with = sum(len(event.start) for event in room.events if isinstance(event, Created))
    return begun_with + sum(isinstance(event, Moved) for event in room.events) - taken_back


def _clocks(room: StoredRoom) -> tuple[Left, Reserve | None]:
    """The clocks after the last event; a server that is not running lets nobody's time run."""
    for event in reversed(room.events):
        if isinstance(event, Moved | Decided | TookBack | Ended | Resumed):
            return event.left, event.reserve
        if isinstance(event, Created):
            left, reserve = make_time_control(event.clock).full()
            return (left, left), None if reserve is None else (reserve, reserve)
    return (None, None), None


async def _rename(
    store: Database, player: StoredPlayer, name: str, live: Live | None, noted: Sequence[Statement]
) -> str:
    try:
        renamed = await Accounts(store).rename(player.id, name, lambda *_: noted[0])
    except Refused as error:
        whys = {
            "name_taken": "is taken",
            "bad_name": "cannot be a name",
            "name_reserved": "is reserved",
            "mixed_scripts": "has letters that do not stand together",
        }
        why = whys.get(error.code, "was refused")
        raise Refused(f"the name {name!r} {why}", code=error.code) from error
    if live:
        await live.player_renamed(renamed)
    return f"{player.name} ({player.id}) is now {renamed.name}"


def _now() -> int:
    return int(time() * 1000)
