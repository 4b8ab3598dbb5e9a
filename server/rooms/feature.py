"""The feature of rooms and of all that happens at their tables."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.accounts.cleaning import Cleaning
from server.feature import Core, Feature
from server.handlers import Handlers
from server.learning import feature as learning
from server.moderation import feature as moderation
from server.moderation.fair_play import FairPlay
from server.moderation.report_messages import ReportMessages
from server.ratings.book import RatingBook
from server.rooms.creation import PairRooms
from server.rooms.downtime import note_heartbeats
from server.rooms.messages import RoomMessages
from server.rooms.plans import PlanMessages
from server.rooms.policy import Policy
from server.rooms.rooms import Rooms
from server.rooms.talk import Talk
from server.rooms.vacations import VacationMessages
from server.rooms.waiting_offers import WaitingOffers
from server.shared_time import SharedTime, keep_time
from server.signals import MovePlayed, PlayerGreeted, SettingsChanged


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
            policy=Policy.of(core.config),
            signals=signals,
            bus=core.bus,
        )
        self.talk = Talk(
            *(store, self.rooms.tables, now, core.config.talk),
            blocks=powers.blocks,
            roles=powers.roles,
            sanctions=powers.sanctions,
        )
        self.pairs = PairRooms(self.rooms)
        self.fair_play = FairPlay(self.rooms.list_rated, self.rooms.list_rated_slow)
        self.messages = RoomMessages(
            *(self.rooms, people.sessions.anywhere, powers.company, self.talk.greet), fair_play=self.fair_play
        )
        self.book = RatingBook(store, self.rooms.room_ratings.tell_counted, self.rooms.ratings.forget)
        self._offers = WaitingOffers(store, now, people.sessions.of_player)
        self._reports = ReportMessages(store, self.talk.read_last, signals)
        tables = self.rooms.tables
        self._cleaning = Cleaning(
            *(store, lambda: people.sessions.players, now, lambda room: tables.get(room) is not None),
            talk_days=core.config.talk_days,
        )
        self._moves = (core.metrics.moves.labels("person"), core.metrics.moves.labels("bot"))
        for part in (self.rooms, self.messages, self.talk, self.fair_play, self._offers):
            part.subscribe(signals)
        now.on_leap(self.rooms.stand_still)
        signals.on(MovePlayed, lambda move: self._moves[move.by_bot].inc(), ours=True)
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
        await self.rooms.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: time, heartbeats, counting of ratings, removal of old rows."""
        if isinstance(self._now, SharedTime):
            yield keep_time(self._now, self.rooms.store)
        else:
            yield self._now.tick()
            yield note_heartbeats(self.rooms, self._now)
        yield self.book.work()
        yield self._cleaning.work()

    async def close(self) -> None:
        """Stop bots, timers and broadcasts."""
        await self.rooms.close()
        await self.messages.visits.close()
        await self._offers.close()
        await self.talk.close()

    def _greet(self, greeted: PlayerGreeted) -> None:
        rooms = self.rooms.tables.of_player(greeted.player.id)
        greeted.fields.update(rooms=rooms, waiting=self.rooms.tables.waiting(rooms))

    def _follow_settings(self, change: SettingsChanged) -> None:
        names = ("rooms_per_player", "bot_games_per_player", "bot_games_per_address", "bot_games")
        self.rooms.limit(**{name: change.values[name] for name in names})


def open(core: Core) -> RoomsFeature:
    """Open the feature."""
    return RoomsFeature(core)
