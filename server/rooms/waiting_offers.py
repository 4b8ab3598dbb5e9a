"""Offers that wait for an answer, as who is asked is told of them wherever they are: the bell, and their devices."""

from collections.abc import Callable, Collection

from server.handlers import Client
from server.protocol.outbound import OfferNotice, OfferNotices
from server.rooms.room import Room
from server.signals import OfferChanged, Signals
from server.store import offers
from server.store.database import Database
from server.store.offers import Asked
from server.waiting import Waiting


class WaitingOffers(Waiting):
    """Those in ``store``; ``now`` is in ms, ``clients_of`` gives who is here of a player."""

    def __init__(
        self, store: Database, now: Callable[[], int], clients_of: Callable[[str], Collection[Client]]
    ) -> None:
        super().__init__(clients_of)
        self._store = store
        self._now = now

    def subscribe(self, signals: Signals) -> None:
        """Tell clients on coming, and whenever an offer is made or ends."""
        super().subscribe(signals)
        signals.on(OfferChanged, lambda change: self.changed(change.player))

    async def read(self, player: str) -> tuple[OfferNotices, bool]:
        """Those of a player."""
        found = await offers.list_waiting(self._store, player, self._now())
        return OfferNotices([OfferNotice(each.room, each.what, each.by, each.at) for each in found]), bool(found)


def list_asked(room: Room) -> frozenset[Asked]:
    """Who of the people at a room is asked for what."""
    asked = [(room.seats[1 - seat], what) for seat in (0, 1) for what in room.offers[seat]]
    return frozenset((who.id, what) for who, what in asked if who is not None and who.id)
