"""Offers that wait for an answer, sent to the player wherever they are: on their pages and devices."""

from server.handlers import ClientsOf
from server.protocol.outbound import OfferNotice, OfferNotices
from server.rooms.room import Offers, Room
from server.signals import OfferChanged, Signals
from server.steady_time import Now
from server.store.database import Database
from server.store.games import offers
from server.store.games.offers import Asked
from server.waiting import Waiting


class WaitingOffers(Waiting):
    """Waiting offers in ``store``; ``now`` returns ms, ``clients_of`` a player's connections."""

    def __init__(self, store: Database, now: Now, clients_of: ClientsOf) -> None:
        super().__init__(clients_of)
        self._store = store
        self._now = now

    def subscribe(self, signals: Signals) -> None:
        """Subscribe: clients receive their offers on connecting and whenever an offer is made or ends."""
        super().subscribe(signals)
        signals.on(OfferChanged, lambda change: self.changed(change.player))

    async def read(self, player: str) -> tuple[OfferNotices, bool]:
        """Return the offers that wait for a player, and whether there are any."""
        found = await offers.list_waiting(self._store, player, self._now())
        return OfferNotices([OfferNotice(each.room, each.what, each.by, each.at) for each in found]), bool(found)


def list_asked(room: Room, offers: Offers) -> frozenset[Asked]:
    """Return which players of a room are asked for what by these offers."""
    asked = [(room.seats[1 - seat], what) for seat in (0, 1) for what in offers[seat]]
    return frozenset((who.id, what) for who, what in asked if who is not None and who.id)
