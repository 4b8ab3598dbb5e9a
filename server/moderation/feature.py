"""Feature of blocks, roles, sanctions, reports and acts of moderators."""

from collections.abc import Coroutine, Iterator
from typing import Any

from server.accounts import feature as accounts
from server.feature import Core, Feature
from server.handlers import Handlers
from server.moderation.acts import Acts
from server.moderation.blocks import BlockMessages, Blocks
from server.moderation.company import Company
from server.moderation.far_changes import FarChanges
from server.moderation.powers import Powers
from server.moderation.roles import Roles
from server.moderation.sanctions import Sanctions
from server.moderation.staff_messages import StaffMessages
from server.moderation.waiting_reports import WaitingReports
from server.signals import BlocksChanged, PlayerGreeted, PlayersChanged


class ModerationFeature(Feature):
    """Opens and connects the parts of moderation."""

    def __init__(self, core: Core) -> None:
        people = core.need(accounts.open)
        self.blocks = Blocks(core.store, core.now)
        self.roles = Roles(core.store)
        self.powers = Powers(self.roles)
        self.sanctions = Sanctions(core.store, core.now)
        self.company = Company(self.blocks, self.sanctions)
        self.acts = Acts(core.store, people.accounts, people.sessions, core.now, core.signals)
        self._waiting = WaitingReports(core.store, people.sessions, self.roles)
        self._waiting.subscribe(core.signals)
        self._staff = StaffMessages(core.store, self.acts, self.powers, people.sessions)
        core.signals.on(PlayerGreeted, self._greet)
        core.signals.on(PlayersChanged, self._refresh)
        self._signals = core.signals
        self._far: FarChanges | None = None
        if core.bus is not None:
            core.signals.on(BlocksChanged, self._follow_blocks, theirs=True)
            self._far = FarChanges(
                *(core.bus, core.store, core.now, people.sessions, core.signals),
                blocks=self.blocks,
                roles=self.roles,
                tell_reports=self._waiting.tell_all,
            )

    def register(self, handlers: Handlers) -> None:
        """Register the handlers of moderators and of blocks."""
        self._staff.register(handlers)
        BlockMessages(self.blocks, self._signals).register(handlers)

    async def start(self) -> None:
        """Read blocks and roles."""
        await self.blocks.start()
        await self.roles.refresh()
        if self._far is not None:
            await self._far.start()

    def work(self) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield the background work: following what other processes store."""
        if self._far is not None:
            yield from self._far.work()

    async def close(self) -> None:
        """Stop telling staff about reports."""
        await self._waiting.close()

    def _greet(self, greeted: PlayerGreeted) -> None:
        greeted.fields["blocked"] = self.blocks.list_ids(greeted.player.id)

    async def _follow_blocks(self, change: BlocksChanged) -> None:
        await self.blocks.refresh(change.player)

    async def _refresh(self, change: PlayersChanged) -> None:
        await self.blocks.refresh(*change.players)
        await self.roles.refresh()


def open(core: Core) -> ModerationFeature:
    """Open the feature."""
    return ModerationFeature(core)
