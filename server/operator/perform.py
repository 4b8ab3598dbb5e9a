"""What the operator's commands do, whether a server is running or not."""

import asyncio
import logging
from time import time
from typing import Protocol

from server.accounts.accounts import Accounts
from server.errors import Refused, StoreError, TengenError
from server.operator import patterns
from server.protocol.events import Created, Ended, Left, Moved, TookBack
from server.protocol.shapes import Fischer, PerMove
from server.store import notices, players
from server.store.notices import Notice
from server.store.rows import Append, Player, StoredRoom
from server.store.store import Store

log = logging.getLogger(__name__)

POLL_S = 0.5


class Live(Protocol):
    """The running server, as far as the operator's commands concern it."""

    async def close_room(self, room: str) -> None:
        """End a room that is not over, as aborted. It is kept and everybody in it told when this returns."""

    async def game_deleted(self, room: str) -> None:
        """Forget a room, whose game is no longer in the store."""

    async def player_renamed(self, player: Player) -> None:
        """Show the new name."""

    async def player_banned(self, player: str) -> None:
        """Close the connections of a player who is kept out from now on."""

    async def player_deleted(self, player: str) -> None:
        """Close the connections of a player who exists no longer, and show the seats as nobody's."""

    def patterns_changed(self) -> None:
        """Let all players have the patterns that are in use now."""


async def serve_notices(store: Store, live: Live) -> None:
    """Perform what operators ask of the running server, until cancelled."""
    while True:
        try:
            for notice in await notices.open_notices(store, _now()):
                done, sentence = await _performed(store, notice, live)
                await notices.answer(store, notice, done, sentence, _now())
        except StoreError as error:
            log.warning("operators' notices cannot be read or answered: %s", error)
        await asyncio.sleep(POLL_S)


async def perform(store: Store, notice: Notice, live: Live | None) -> str:
    """Do what ``notice`` asks, with the running server told where there is one; a sentence about it.

    Refused, with a sentence, where it cannot be done.
    """
    target = notice.target
    match notice.kind:
        case "close_room":
            return await _close_room(store, target, live)
        case "delete_game":
            if not await store.delete_game(target):
                raise Refused(f"there is no game {target}", code="no_game")
            if live:
                await live.game_deleted(target)
            return f"game {target} is deleted"
        case kind if kind in patterns.KINDS:
            sentence = await patterns.perform(store, notice)
            if live:
                live.patterns_changed()
            return sentence
    player = await players.by_id(store, target)
    if player is None or player.deleted_at is not None:
        raise Refused(f"there is no player {target}", code="no_player")
    match notice.kind:
        case "rename_player":
            return await _rename(store, player, notice.argument, live)
        case "ban_player":
            await players.ban(store, target, notice.argument, _now())
            if live:
                await live.player_banned(target)
            return f"{player.name} ({target}) is banned"
        case "unban_player":
            if player.banned_at is None:
                raise Refused(f"{player.name} ({target}) is not banned", code="not_banned")
            await players.unban(store, target)
            return f"{player.name} ({target}) may come back"
        case "delete_player":
            await players.delete(store, target, _now())
            if live:
                await live.player_deleted(target)
            return f"{player.name} ({target}) is deleted; the games stay, without the name"
    raise Refused(f"this server does not know the command {notice.kind}", code="unknown_command")


async def _performed(store: Store, notice: Notice, live: Live) -> tuple[bool, str]:
    try:
        return True, await perform(store, notice, live)
    except TengenError as error:
        return False, str(error)
    except Exception as error:
        log.exception("the operator's command %s %s failed", notice.kind, notice.target)
        return False, f"the server failed at it ({type(error).__name__}); its log says more"


async def _close_room(store: Store, id: str, live: Live | None) -> str:
    room = await store.room(id)
    if room is None:
        raise Refused(f"there is no room {id}", code="no_room")
    if any(isinstance(event, Ended) for event in room.events):
        raise Refused(f"room {id} is over already", code="game_over")
    if live:
        await live.close_room(id)
    else:
        last = room.events[-1]
        ended = Ended(v=last.v + 1, at=max(_now(), last.at), winner=None, reason="aborted", left=_left(room))
        await store.commit(Append(room.serial, ended, None, _plies(room)))
    return f"room {id} is closed"


def _plies(room: StoredRoom) -> int:
    taken_back = sum(event.plies for event in room.events if isinstance(event, TookBack))
    begun_with = sum(len(event.start) for event in room.events if isinstance(event, Created))
    return begun_with + sum(isinstance(event, Moved) for event in room.events) - taken_back


def _left(room: StoredRoom) -> Left:
    """The clocks after the last event; a server that is not running lets nobody's time run."""
    for event in reversed(room.events):
        match event:
            case Created(clock=Fischer() as clock):
                return clock.initial_ms, clock.initial_ms
            case Created(clock=PerMove() as clock):
                return clock.move_ms, clock.move_ms
            case Created():
                break
        left: Left | None = getattr(event, "left", None)
        if left is not None:
            return left
    return None, None


async def _rename(store: Store, player: Player, name: str, live: Live | None) -> str:
    try:
        renamed = await Accounts(store).rename(player.id, name)
    except Refused as error:
        why = {"name_taken": "is taken", "bad_name": "cannot be a name"}.get(error.code, "was refused")
        raise Refused(f"the name {name!r} {why}", code=error.code) from error
    if live:
        await live.player_renamed(renamed)
    return f"{player.name} ({player.id}) is now {renamed.name}"


def _now() -> int:
    return int(time() * 1000)
