"""The feature of rooms and of all that happens at their tables."""

from collections.abc import Coroutine, Iterator, Sequence
from dataclasses import replace
from typing import Any

from server.accounts import feature as accounts
from server.accounts.cleaning import Cleaning
from server.accounts.sessions import Sessions
from server.background import Renewal
from server.feature import Core, Feature
from server.handlers import Handlers
from server.leading import do_once
from server.learning import feature as learning
from server.moderation import feature as moderation
from server.moderation.fair_play import FairPlay
from server.moderation.report_messages import ReportMessages
from server.ratings.book import Counted, Held, RatingBook
from server.rooms import far_names
from server.rooms.counted_elsewhere import CountedElsewhere
from server.rooms.creation import PairRooms
from server.rooms.downtime import note_heartbeats
from server.rooms.far_names import FarNames
from server.rooms.far_watchers import FarWatchers
from server.rooms.messages import RoomMessages
from server.rooms.plans import PlanMessages
from server.rooms.policy import Policy
from server.rooms.rooms import Rooms
from server.rooms.talk import Talk
from server.rooms.vacations import VacationMessages
from server.rooms.waiting_offers import WaitingOffers
from server.shared_time import SharedTime, keep_time
from server.signals import PlayerGreeted, RoomChanged, SettingsChanged
from server.store.people import players, remarks

HIDDEN_PAUSE_S = 10.0
"""Pause between two times at which all viewers are shown the remarks again, where other processes hide some."""


class RoomsFeature(Feature):
    """Live games, with their talk and ratings."""

    def __init__(self, core: Core) -> None:
        core.need(learning.open)  # a restored game uses weights of its own
        people = core.need(accounts.open)
        powers = core.need(moderation.open)
        store, now, signals = core.store, core.now, core.signals
        self._now = now
        self.rooms = Rooms(
            *(store, core.executor, now),
            policy=replace(Policy.of(core.config), shared=core.bus is not None),
            signals=signals,
            metrics=core.metrics,
            bus=core.bus,
        )
        self.talk = Talk(
            *(store, self.rooms.tables, now, core.config.talk),
            blocks=powers.blocks,
            roles=powers.roles,
            sanctions=powers.sanctions,
            signals=signals,
            shared=core.bus is not None,
        )
        self.pairs = PairRooms(self.rooms)
        self.fair_play = FairPlay(self.rooms.list_rated, self.rooms.list_rated_slow)
        self.messages = RoomMessages(
            *(self.rooms, people.sessions.anywhere, powers.company, self.talk.greet), fair_play=self.fair_play
        )
        self._store, self._bus = store, core.bus
        self._elsewhere: CountedElsewhere | None = None
        if core.bus is not None:
            self._elsewhere = CountedElsewhere(
                *(core.bus, store, self.rooms.ratings, self.rooms.room_ratings), tables=self.rooms.tables
            )
        self.book = RatingBook(store, self._note_counted, self._note_undone)
        self._offers = WaitingOffers(store, now, people.sessions.of_player)
        self._reports = ReportMessages(store, self.talk.read_last, signals)
        tables = self.rooms.tables
        self._cleaning = Cleaning(
            *(store, lambda: people.sessions.players, now, lambda room: tables.get(room) is not None),
            talk_days=core.config.talk_days,
        )
        for part in (self.rooms, self.messages, self.talk, self.fair_play, self._offers):
            part.subscribe(signals)
        self._watchers: FarWatchers | None = None
        self._remarks: Renewal | None = None
        self._hidden: Renewal | None = None
        self._names: Renewal | None = None
        if core.bus is not None:
            self._watchers = FarWatchers(core.bus, tables, signals)
            self._remarks = Renewal(self.talk.look)
            store.on_change(self._remarks.due, remarks.SAID)
            self._names = Renewal(FarNames(store, tables, people.sessions, signals).read, far_names.PAUSE_S)
            store.on_change(self._names.due, players.NAMED)
            core.bus.on_return(self._names.due)
            self._hidden = Renewal(self.talk.show_everywhere, HIDDEN_PAUSE_S)
            store.on_change(self._hidden.due, remarks.HIDDEN)
            core.bus.on_return(self._hidden.due)
            signals.on(RoomChanged, lambda change: self._count(change.room, people.sessions))
        now.on_leap(self.rooms.stand_still)
        signals.on(PlayerGreeted, self._greet)
        signals.on(SettingsChanged, self._follow_settings)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of all messages about rooms."""
        for part in (
            self.messages,
            self.talk,
            self._reports,
            VacationMessages(self.rooms),
            PlanMessages(self.rooms),
        ):
            part.register(handlers)

    async def start(self) -> None:
        """Restore every unfinished game."""
        if self._elsewhere is not None:
            await self._elsewhere.start()
        await self.rooms.start()
        await self.talk.start()
        if self._watchers is not None:
            await self._watchers.roster.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: time, heartbeats, counting of ratings, removal of old rows."""
        if isinstance(self._now, SharedTime):
            yield keep_time(self._now, self.rooms.store)
        else:
            yield self._now.tick()
            yield note_heartbeats(self.rooms, self._now)
        if self._watchers is not None:
            yield self._watchers.roster.keep_telling()
        for renewal in (self._remarks, self._hidden, self._names):
            if renewal is not None:
                yield renewal.work()
        yield do_once(self._store, self._bus, "ratings", self.book.work)
        yield do_once(self._store, self._bus, "cleaning", self._cleaning.work)
        if self._elsewhere is not None:
            yield self._elsewhere.keep_checking()

    async def close(self) -> None:
        """Stop bots, timers and broadcasts."""
        if self._elsewhere is not None:
            self._elsewhere.close()
        if self._watchers is not None:
            self._watchers.roster.close()
        await self.rooms.close()
        await self.messages.visits.close()
        await self._offers.close()
        await self.talk.close()

    def _count(self, id: str, sessions: Sessions) -> None:
        """Count a room that another process has made among those of its owner's address."""
        table = self.rooms.tables.get(id)
        if table is not None:
            owner = table.room.created.owner.id
            self.rooms.admission.note(table.room, sessions.address_of(owner) or "")

    def _note_counted(self, counted: Sequence[Counted], held: Held) -> None:
        self.rooms.room_ratings.tell_counted(counted, held)
        if self._elsewhere is not None:
            self._elsewhere.tell_counted(counted, held)

    def _note_undone(self) -> None:
        self.rooms.ratings.forget()
        if self._elsewhere is not None:
            self._elsewhere.tell_undone()

    def _greet(self, greeted: PlayerGreeted) -> None:
        rooms = self.rooms.tables.of_player(greeted.player.id)
        greeted.fields.update(rooms=rooms, waiting=self.rooms.tables.waiting(rooms))

    def _follow_settings(self, change: SettingsChanged) -> None:
        names = ("rooms_per_player", "bot_games_per_player", "bot_games_per_address", "bot_games")
        self.rooms.limit(**{name: change.values[name] for name in names})


def open(core: Core) -> RoomsFeature:
    """Open the feature."""
    return RoomsFeature(core)
