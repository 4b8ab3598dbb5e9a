"""Acts of staff upon players, remarks and reports: performed and logged in one transaction, then told."""

from collections.abc import Collection, Sequence
from typing import Any

from server.accounts.accounts import Accounts, let_in
from server.accounts.sessions import Sessions
from server.errors import Refused
from server.moderation.roles import STAFF
from server.moderation.sanctions import tell
from server.protocol.outbound import Sanctioned
from server.protocol.values import OffenceName, RoleName, SanctionKind
from server.signals import RemarkHidden, ReportsChanged, SanctionsChanged, Signals
from server.steady_time import Now
from server.store import audit
from server.store.database import Database
from server.store.people import accounts, players, remarks, reports, sanctions
from server.store.people.reports import ReportState
from server.store.people.sanctions import StoredSanction
from server.store.records import StoredPlayer
from server.store.sql import Conflict, Statement, demand, only_if


class Acts:
    """Performs acts. Emits `RemarkHidden`, `ReportsChanged` and `SanctionsChanged`.

    ``by`` is the id of the staff member and ``command`` that of their message: a repeated command has no effect.
    ``roles`` may do it; the store demands one of them when it writes.
    """

    def __init__(
        self,
        store: Database,
        accounts: Accounts,
        sessions: Sessions,
        now: Now,
        signals: Signals,
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._sessions = sessions
        self._now = now
        self._signals = signals

    async def sanction(
        self,
        by: str,
        command: str,
        target: str,
        kind: SanctionKind,
        reason: OffenceName,
        minutes: int | None,
        note: str,
        instead: Sequence[StoredSanction],
        *,
        roles: Collection[RoleName],
    ) -> None:
        """Sanction a player in place of their sanctions ``instead``, and tell or disconnect them.
        Refused("no_player")."""
        player, now = await self.find_player(target), self._now()
        until = None if minutes is None else now + minutes * sanctions.MINUTE_MS
        data = {"reason": reason, "until": until, "note": note}
        changes = [
            accounts.demand_above(by, player.id),
            players.demand_there(player.id),
            *sanctions.insert(player.id, kind, reason, note, now, until, by, instead),
        ]
        if await self._do(by, command, kind, player.id, data, changes, roles):
            await self.tell_sanctioned(player.id)

    async def tell_sanctioned(self, player: str) -> None:
        """Tell a player about their newest sanction; disconnect them if they are banned."""
        now = self._now()
        found = await players.find_player(self._store, player)
        active = await sanctions.list_active(self._store, player, now)
        try:
            if found is not None:
                let_in(found, now)
        except Refused as ban:
            await self._sessions.dismiss(self._sessions.anywhere(player), ban.code, ban.detail)
            return
        if active:
            newest = max(active, key=lambda each: each.id)
            for client in self._sessions.anywhere(player):
                client.say(Sanctioned(tell(newest)))
        self._signals.emit(SanctionsChanged(player))

    def tell_lifted(self, player: str) -> None:
        """Show a player that a sanction has ended."""
        self._signals.emit(SanctionsChanged(player))

    async def lift(
        self, by: str, command: str, laid: StoredSanction, note: str, *, roles: Collection[RoleName]
    ) -> None:
        """End a sanction. Refused("unknown_sanction") if it has ended already."""
        now = self._now()
        noted = audit.insert(by, command, f"lift_{laid.kind}", laid.player, {"note": note}, now, roles=roles)
        try:
            noted_now, *_ = await self._store.execute(
                only_if(noted, sanctions.find_active(laid.id, now)),
                accounts.demand_above(by, laid.player),
                *sanctions.lift([laid], now),
            )
        except Conflict:
            if not await audit.has_command(self._store, by, command):
                raise  # the rank was taken meanwhile
            noted_now = 0
        if noted_now:
            self.tell_lifted(laid.player)
        elif not await audit.has_command(self._store, by, command):
            raise Refused(code="unknown_sanction")

    async def rename(self, by: str, command: str, target: str, name: str, note: str) -> None:
        """Rename a player. Refused("no_player"), or as for any name."""
        player = await self.find_player(target)
        if await audit.has_command(self._store, by, command):
            return

        def noted(before: str, after: str) -> Statement:
            data = {"before": before, "name": after, "note": note}
            return audit.insert(by, command, "rename", player.id, data, self._now())

        try:
            renamed = await self._accounts.rename(player.id, name, noted, [accounts.demand_above(by, player.id)])
        except Refused:
            if await audit.has_command(self._store, by, command):
                return  # the same command on another connection was faster
            if not await accounts.is_above(self._store, by, player.id):
                raise Refused(code="not_staff") from None  # either rank has changed meanwhile
            raise
        self._sessions.rename(renamed.id, renamed.name)

    async def hide(self, by: str, command: str, remark: int, note: str) -> None:
        """Hide a remark from everybody but staff. Refused("unknown_remark")."""
        found = await remarks.find_remark(self._store, remark)
        if found is None:
            raise Refused(code="unknown_remark")
        data = {"remark": remark, "room": found.room, "said": found.body, "note": note}
        target = found.player or None
        if await self._do(by, command, "hide", target, data, [remarks.hide(remark, by, self._now())]):
            self._signals.emit(RemarkHidden(remark, found.room))

    async def settle(self, by: str, command: str, report: int, state: ReportState, note: str) -> None:
        """Settle a report. Refused("unknown_report")."""
        if await audit.has_command(self._store, by, command):
            return
        found = await reports.find_report(self._store, report)
        if found is None or found.state != "open":
            raise Refused(code="unknown_report")
        data = {"report": report, "state": state, "note": note}
        changes = [demand(reports.find_open(report)), reports.settle(report, state, by, self._now())]
        try:
            await self._do(by, command, "settle", found.about, data, changes)
        except Conflict:  # somebody else settled it meanwhile
            raise Refused(code="unknown_report") from None
        self._signals.emit(ReportsChanged())

    async def find_player(self, target: str) -> StoredPlayer:
        """Find a player who is not deleted. Refused("no_player")."""
        player = await players.find_player(self._store, target)
        if player is None or player.deleted_at is not None:
            raise Refused(code="no_player")
        return player

    async def _do(
        self,
        by: str,
        command: str,
        action: str,
        target: str | None,
        data: dict[str, Any],
        changes: list[Statement],
        roles: Collection[RoleName] = STAFF,
    ) -> bool:
        """Make changes and log the act, for which ``by`` needs one of these roles. Return False if the command was
        performed before."""
        noted = audit.insert(by, command, action, target, data, self._now(), roles=roles)
        return await audit.execute_once(self._store, by, command, noted, *changes)
