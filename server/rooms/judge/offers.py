"""Offers of a draw, a take-back or a rematch: making, answering and applying them."""

from server.errors import Refused
from server.protocol.events import Answered, Offered, Rematched, RoomEvent, TookBack
from server.protocol.values import OfferKind
from server.rooms.judge.ends import end, require_playing
from server.rooms.room import Room, pair_times
from server.store.records import new_id

MOST_EVENTS = 2000
"""Number of events after which a room accepts no more offers: moves end by themselves, offers never would."""


def offer(room: Room, seat: int, what: OfferKind, at: int) -> list[RoomEvent]:
    """Make an offer, or accept the opponent's by offering the same; a bot answers at once."""
    if what in room.offers[1 - seat]:
        return answer(room, seat, what, True, at)
    _require_offerable(room, seat, what)
    if what in room.offers[seat]:
        raise Refused(code="already_offered")
    if (seat, what) in room.declined or room.v >= MOST_EVENTS:
        raise Refused(code="offer_too_soon")
    offered = Offered(v=room.v + 1, at=at, seat=seat, what=what)
    if not room.is_bot(1 - seat):
        return [offered]
    if what == "draw":  # bots play on
        return [offered, Answered(v=room.v + 2, at=at, seat=1 - seat, what=what)]
    return _accept(room, seat, what, room.v + 1, at)


def answer(room: Room, seat: int, what: OfferKind, accept: bool, at: int) -> list[RoomEvent]:
    """Accept or decline the opponent's offer, or withdraw one's own."""
    if accept:
        if what not in room.offers[1 - seat]:
            raise Refused(code="no_offer")
        _require_offerable(room, 1 - seat, what)
        return _accept(room, 1 - seat, what, room.v + 1, at)
    if what not in room.offers[0] | room.offers[1]:
        raise Refused(code="no_offer")
    return [Answered(v=room.v + 1, at=at, seat=seat, what=what)]


def _require_offerable(room: Room, seat: int, what: OfferKind) -> None:
    if what == "rematch":
        if room.result is None or room.black is None:
            raise Refused(code="not_over")
        if room.next is not None:
            raise Refused(code="already_offered")
        return
    require_playing(room)
    if what == "takeback" and room.rated and room.is_bot(1 - seat):  # a bot always grants it: no loss would count
        raise Refused(code="no_take_backs")
    # no way back into an opening: a choice made with its stones in sight cannot be made again
    if what == "takeback" and (
        room.opening.turn is not None or room.played - room.opening.laid < _count_plies_back(room, seat)
    ):
        raise Refused(code="nothing_to_take_back")


def _accept(room: Room, seat: int, what: OfferKind, v: int, at: int) -> list[RoomEvent]:
    """Return the events of the accepted offer of ``seat``."""
    if what == "draw":
        return [end(room, v, at, None, "agreed_draw")]
    if what == "takeback":
        return [_take_back(room, seat, v, at)]
    return [Rematched(v=v, at=at, room=new_id())]


def _take_back(room: Room, seat: int, v: int, at: int) -> TookBack:
    """Set the clock back to before the moves, less the time that has really passed."""
    clock, plies = room.clock.copy(), _count_plies_back(room, seat)
    clock.take_back(room.charges[-plies:], at)
    left, reserve = pair_times(clock.time(0), clock.time(1))
    return TookBack(v=v, at=at, seat=seat, plies=plies, left=left, reserve=reserve)


def _count_plies_back(room: Room, seat: int) -> int:
    """Return the plies back to the turn of ``seat``: two if the opponent has answered."""
    return 2 if room.seat_to_act == seat else 1
