"""A room as it is shown: whole to who enters it, its presence, its line in the lobby."""

from msgspec.structs import replace

from server.protocol.events import Moved, RoomEvent
from server.protocol.outbound import LobbyRoom, Presence, RoomState, Stone
from server.rooms.room import UNCHARGED_PLIES, Room


def state(room: Room, now: int, you: int | None, watchers: int) -> RoomState:
    """The room whole, for somebody who enters it; ``you`` is the seat of that player."""
    return RoomState(
        room=room.id,
        v=room.v,
        now=now,
        rules=room.created.rules,
        size=room.created.size,
        clock=room.created.clock,
        visibility=room.created.visibility,
        rated=room.rated,
        color=room.created.color,
        seats=(room.seats[0], room.seats[1]),
        moves=stones(room),
        left=room.left(now),
        offers=(sorted(room.offers[0]), sorted(room.offers[1])),
        presence=presence(room, watchers),
        created_at=room.created.at,
        score=room.score_after(),
        claim_after_ms=room.terms.grace_ms,
        black=room.black,
        you=you,
        running=room.clock.running if room.timed else None,
        first_move_by=room.first_move_by,
        result=room.result,
        line=None if room.game.winning_line is None else list(room.game.winning_line),
        previous=room.created.previous,
        next=room.next,
        start=len(room.created.start),
        from_game=room.created.from_game,
    )


def stones(room: Room) -> list[Stone]:
    """The moves that stand, the last one of a bot with its reasons where these may be told."""
    if room.why is None or not room.shows_why:
        return room.stones
    ply, why = room.why
    return [*room.stones[:ply], replace(room.stones[ply], why=why), *room.stones[ply + 1 :]]


def told(room: Room, events: list[RoomEvent]) -> list[RoomEvent]:
    """Events as they are told at present: without the reasons of bots while these may not be told."""
    if room.shows_why:
        return events
    return [replace(event, why=None, forced=None) if isinstance(event, Moved) else event for event in events]


def presence(room: Room, watchers: int) -> Presence:
    """Who is there."""
    return Presence((room.gone_since[0], room.gone_since[1]), watchers)


def _played_now(room: Room) -> bool:
    """Whether there is something to watch: a person at the board, and before both sides have moved every person."""
    here = [room.gone_since[seat] is None for seat in (0, 1) if not room.is_bot(seat)]
    return any(here) if room.played >= UNCHARGED_PLIES else all(here)


def lobby_line(room: Room, watchers: int) -> LobbyRoom | None:
    """What the lobby shows: public rooms that are open, and those where somebody plays."""
    if room.created.visibility != "public" or room.result is not None or (room.playing and not _played_now(room)):
        return None
    return LobbyRoom(
        room=room.id,
        rules=room.created.rules,
        size=room.created.size,
        clock=room.created.clock,
        rated=room.rated,
        seats=(room.seats[0], room.seats[1]),
        created_at=room.created.at,
        ply=room.game.ply,
        watchers=watchers,
        black=room.black,
        color=room.created.color,
    )
