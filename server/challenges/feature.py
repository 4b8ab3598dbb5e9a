"""The feature of challenges between players."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.challenges.keeper import ChallengeKeeper
from server.challenges.messages import ChallengeMessages
from server.feature import Core, Feature
from server.following import feature as following
from server.handlers import Handlers
from server.moderation import feature as moderation
from server.rooms import creation
from server.rooms import feature as rooms
from server.signals import PlayersChanged


class ChallengesFeature(Feature):
    """Challenges that are stored, announced and answered."""

    def __init__(self, core: Core) -> None:
        table = core.need(rooms.open)
        powers = core.need(moderation.open)
        follows = core.need(following.open)
        self.keeper = ChallengeKeeper(
            *(core.store, core.now),
            begin=table.pairs.begin,
            check=creation.check_game,
            clients_of=core.need(accounts.open).sessions.anywhere,
            is_hidden=follows.presence.is_hidden,
            is_excluded=powers.company.is_excluded,
            may_meet=powers.blocks.may_meet,
            read_ratings=table.rooms.ratings.read,
            signals=core.signals,
        )
        self._messages = ChallengeMessages(self.keeper, follows.finder.find, powers.company.require)
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

    async def close(self) -> None:
        """Cancel pending notifications."""
        await self._messages.close()

    async def _refresh(self, change: PlayersChanged) -> None:
        await self.keeper.note_others(*change.players)


def open(core: Core) -> ChallengesFeature:
    """Open the feature."""
    return ChallengesFeature(core)
