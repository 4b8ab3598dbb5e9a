"""The feature of challenges between players."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.background import Renewal
from server.challenges.keeper import ChallengeKeeper
from server.challenges.messages import ChallengeMessages
from server.feature import Core, Feature
from server.following import feature as following
from server.handlers import Handlers
from server.moderation import feature as moderation
from server.rooms import feature as rooms
from server.signals import ChallengeAccepted, ChallengeGiven, PlayersChanged
from server.store.people import challenges


class ChallengesFeature(Feature):
    """Challenges that are stored, announced and answered."""

    def __init__(self, core: Core) -> None:
        table = core.need(rooms.open)
        powers = core.need(moderation.open)
        follows = core.need(following.open)
        sessions = core.need(accounts.open).sessions
        self.keeper = ChallengeKeeper(
            *(core.store, core.now),
            begin=table.pairs.begin,
            clients_of=sessions.anywhere,
            near_of=sessions.of_player,
            company=powers.company,
            presence=follows.presence,
            read_ratings=table.rooms.ratings.read,
            signals=core.signals,
            shared=core.bus is not None,
        )
        self._followed: Renewal | None = None
        if core.bus is not None:
            self._followed = Renewal(self.keeper.follow)
            core.store.on_change(self._followed.due, challenges.CHANGES)
            core.bus.on_return(self._followed.due)
            core.signals.on(ChallengeAccepted, self.keeper.start_game)
            core.signals.on(ChallengeGiven, self._note_given, theirs=True)
        self._messages = ChallengeMessages(self.keeper, follows.finder, powers.company)
        self._messages.subscribe(core.signals)
        core.signals.on(PlayersChanged, self._refresh)

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of challenges and their answers."""
        self._messages.register(handlers)

    async def start(self) -> None:
        """Load the waiting challenges."""
        await self.keeper.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: expiry of challenges."""
        yield self.keeper.work()
        if self._followed is not None:
            yield self._followed.work()

    async def close(self) -> None:
        """Cancel pending notifications."""
        await self._messages.close()

    def _note_given(self, given: ChallengeGiven) -> None:
        self.keeper.note_given(given.challenge, given.player, given.address)

    async def _refresh(self, change: PlayersChanged) -> None:
        await self.keeper.note_others(*change.players)


def open(core: Core) -> ChallengesFeature:
    """Open the feature."""
    return ChallengesFeature(core)
