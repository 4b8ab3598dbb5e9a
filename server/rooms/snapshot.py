"""Wire forms of a room: its whole state, its presence, its line in the lobby."""

from msgspec.structs import replace

from gomoku.openings.patterns import find_pattern
from gomoku.openings.turns import ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Turn
from server.protocol.events import Moved, RoomEvent
from server.protocol.outbound import LobbyRoom, OpeningState, OpeningTurn, Presence, RoomState
from server.protocol.values import TimedMove
from server.rooms.room import Room
from server.rooms.time_limits import find_first_move_by


def make_state(room: Room, now: int, you: int | None, watchers: int) -> RoomState:
    """Build the whole state for a viewer; ``you`` is their seat."""
    left, reserve = room.read_clocks(now)
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
        moves=list_stones(room),
        left=left,
        offers=(sorted(room.offers[0]), sorted(room.offers[1])),
        presence=make_presence(room, watchers),
        created_at=room.created.at,
        score=room.score_after(),
        claim_after_ms=room.claim_after_ms,
        turn_at=room.turn_at,
        black=room.black,
        you=you,
        running=room.clock.running if room.timed else None,
        first_move_by=find_first_move_by(room),
        result=room.result,
        line=None if room.game.winning_line is None else list(room.game.winning_line),
        previous=room.created.previous,
        next=room.next,
        start=len(room.created.start),
        from_game=room.created.from_game,
        reserve=reserve,
        opening=room.created.opening,
        progress=make_progress(room),
        flag_at=room.clock.deadline() if room.slow else None,
        rating=room.rating,
        away_until=(room.away_until(0, now), room.away_until(1, now)) if room.slow else None,
    )


def make_progress(room: Room) -> OpeningState | None:
    """Build the progress of the opening; None without an opening and before the game has begun."""
    opening = room.opening
    if not opening.rule.steps or room.first is None or room.black is None:
        return None
    turn = None
    if room.seat_to_act is not None:
        turn = _make_turn(opening.turn, room.seat_to_act)
    return OpeningState(
        first=room.first,
        black=room.black,
        settled=opening.settled,
        started=room.under_way,
        laid=opening.laid,
        turn=turn,
        decisions=room.decisions,
        pattern=find_pattern(room.game.moves, room.game.size),
    )


def _make_turn(turn: Turn | None, seat: int) -> OpeningTurn | None:
    match turn:
        case StoneTurn(zone=zone):
            return OpeningTurn("stone", seat, nearest=zone.nearest, farthest=zone.farthest)
        case ChoiceTurn(words=words):
            return OpeningTurn("choice", seat, choices=list(words))
        case NumberTurn(most=most):
            return OpeningTurn("number", seat, most=most)
        case OfferTurn(count=count):
            return OpeningTurn("offer", seat, count=count)
        case PickTurn(points=points):
            return OpeningTurn("pick", seat, points=list(points))
        case None:
            return None


def list_stones(room: Room) -> list[TimedMove]:
    """List the moves on the board; the last one of a bot carries its reasons where these may be sent."""
    if room.why is None or not room.shows_why:
        return room.stones
    ply, why = room.why
    return [*room.stones[:ply], replace(room.stones[ply], why=why), *room.stones[ply + 1 :]]


def hide_reasons(events: list[RoomEvent]) -> list[RoomEvent]:
    """Return events without the reasons of bots, for rooms in which these would be advice: see `Room.shows_why`."""
    return [replace(event, why=None, forced=None) if isinstance(event, Moved) else event for event in events]


def make_presence(room: Room, watchers: int) -> Presence:
    """Build the presence of both seats and the number of watchers."""
    return Presence((room.gone_since[0], room.gone_since[1]), watchers)


def _is_played_now(room: Room) -> bool:
    """Return whether there is something to watch: a person is present; before both sides have moved, every person
    is.
    """
    here = [room.gone_since[seat] is None for seat in (0, 1) if not room.is_bot(seat)]
    return any(here) if room.under_way else all(here)


def make_lobby_line(room: Room, watchers: int) -> LobbyRoom | None:
    """Build the lobby line of a public room that is open or being played; None for others."""
    if room.created.visibility != "public" or room.result is not None or (room.playing and not _is_played_now(room)):
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
        opening=room.created.opening,
        marks=None if room.rating is None or room.rating.marks == (None, None) else room.rating.marks,
    )
