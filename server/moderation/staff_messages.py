"""Handlers of moderation: reports, sanctions, records of players, the audit log."""

from collections.abc import Iterable, Sequence
from typing import cast

from server.accounts.look_alikes import make_look
from server.accounts.sessions import Sessions
from server.errors import Refused
from server.handlers import Client, Handlers
from server.moderation.acts import Acts
from server.moderation.powers import Powers, find_sanctioning
from server.protocol import inbound
from server.protocol.outbound import (
    Ack,
    Act,
    AuditLog,
    LaidSanction,
    PlayerRecord,
    Remark,
    ReportInfo,
    ReportList,
    ReportState,
)
from server.protocol.values import PhraseName, Who
from server.store import audit
from server.store.database import Database
from server.store.people import accounts, players, reports, sanctions
from server.store.people.remarks import StoredRemark
from server.store.people.reports import StoredReport
from server.store.sql import Conflict

A_PAGE = 20
"""Reports or acts per page: a message must fit a write buffer."""
MOST_SANCTIONS = 20


class StaffMessages:
    """Answers from ``store`` and performs ``acts``, for staff that ``powers`` allows."""

    def __init__(self, store: Database, acts: Acts, powers: Powers, sessions: Sessions) -> None:
        self._store = store
        self._acts = acts
        self._powers = powers
        self._sessions = sessions

    def register(self, handlers: Handlers) -> None:
        """Register the handlers, each guarded by the powers of its sender."""
        self._powers.guard(handlers, inbound.ReadReports, self._list_reports)
        self._powers.guard(handlers, inbound.ReadReport, self._read_report)
        self._powers.guard(handlers, inbound.SettleReport, self._settle)
        self._powers.guard(handlers, inbound.LaySanction, self._sanction)
        self._powers.guard(handlers, inbound.LiftSanction, self._lift)
        self._powers.guard(handlers, inbound.RenamePlayer, self._rename)
        self._powers.guard(handlers, inbound.HideRemark, self._hide)
        self._powers.guard(handlers, inbound.ReadPlayer, self._read_player)
        self._powers.guard(handlers, inbound.ReadAudit, self._read_audit)

    # --- acts -----------------------------------------------------------------------------------------------------

    async def _sanction(self, client: Client, message: inbound.LaySanction, at: int) -> None:
        self._powers.require_sanction(client.player, message.player, message.kind, message.minutes)
        active = await sanctions.list_active(self._store, message.player, at)
        instead = [laid for laid in active if laid.kind == message.kind]
        for laid in instead:  # nobody ends a sanction that they could not lay
            self._powers.require_sanction(client.player, laid.player, laid.kind, laid.minutes)
        try:
            await self._acts.sanction(
                *(client.player, message.id, message.player, message.kind, message.reason, message.minutes),
                *(message.note, instead),
                roles=find_sanctioning(message.kind, message.minutes),
            )
        except Conflict:
            await self._powers.require_sanction_still(client.player, message.player, message.kind, message.minutes)
            raise
        client.say(Ack(message.id))

    async def _lift(self, client: Client, message: inbound.LiftSanction, at: int) -> None:
        laid = await sanctions.find_sanction(self._store, message.sanction)
        if laid is None:
            raise Refused(code="unknown_sanction")
        self._powers.require_sanction(client.player, laid.player, laid.kind, laid.minutes)
        roles = find_sanctioning(laid.kind, laid.minutes)
        try:
            await self._acts.lift(client.player, message.id, laid, message.note, roles=roles)
        except Conflict:
            await self._powers.require_sanction_still(client.player, laid.player, laid.kind, laid.minutes)
            raise
        client.say(Ack(message.id))

    async def _rename(self, client: Client, message: inbound.RenamePlayer, at: int) -> None:
        self._powers.require_rank(client.player, message.player)
        await self._acts.rename(client.player, message.id, message.player, message.name, message.note)
        client.say(Ack(message.id))

    async def _hide(self, client: Client, message: inbound.HideRemark, at: int) -> None:
        await self._acts.hide(client.player, message.id, message.remark, message.note)
        client.say(Ack(message.id))

    async def _settle(self, client: Client, message: inbound.SettleReport, at: int) -> None:
        found = await reports.find_report(self._store, message.report)
        if found is not None and not self._powers.may_judge(client.player, found.about):
            raise Refused(code="not_staff")
        await self._acts.settle(client.player, message.id, message.report, message.state, message.note)
        client.say(Ack(message.id))

    # --- questions ------------------------------------------------------------------------------------------------

    async def _list_reports(self, client: Client, message: inbound.ReadReports, at: int) -> None:
        found = await reports.list_reports(self._store, open=message.open, before=message.beyond, limit=A_PAGE + 1)
        waiting = await reports.count_open(self._store)
        client.say(
            ReportList(
                message.id, await self._tell_reports(client.player, found[:A_PAGE]), waiting, len(found) > A_PAGE
            )
        )

    async def _read_report(self, client: Client, message: inbound.ReadReport, at: int) -> None:
        found = await reports.find_report(self._store, message.report)
        if found is None:
            raise Refused(code="unknown_report")
        (told,) = await self._tell_reports(client.player, [found])
        client.say(ReportState(message.id, told, [_show(each) for each in found.remarks]))

    async def _tell_reports(self, reader: str, found: Sequence[StoredReport]) -> list[ReportInfo]:
        """Convert reports to messages. Who made a report about the reader is left out."""
        names = await self._name(id for each in found for id in (each.by, each.about, each.handled_by))
        return [
            ReportInfo(
                each.id,
                each.at,
                names[each.about],
                each.reason,
                each.state,
                len(each.remarks),
                await reports.count_about(self._store, each.about),
                by=names.get(each.by) if self._powers.may_judge(reader, each.about) else None,
                room=each.game,
                note=each.note,
                handled_by=names.get(each.handled_by),
                handled_at=each.handled_at,
                damaged=each.damaged,
            )
            for each in found
        ]

    async def _read_player(self, client: Client, message: inbound.ReadPlayer, at: int) -> None:
        id = await players.find_by_name(self._store, message.player)
        named = await accounts.find_by_look(self._store, make_look(message.player))
        found = await self._acts.find_player(id or (message.player if named is None else named.player))
        account = await accounts.find_account(self._store, found.id)
        laid = (await sanctions.list_sanctions(self._store, found.id))[:MOST_SANCTIONS]
        names = await self._name(each.by for each in laid)
        client.say(
            PlayerRecord(
                message.id,
                Who(found.id, found.name),
                found.created_at,
                await players.read_seen(self._store, found.id),
                [
                    LaidSanction(
                        *(
                            each.id,
                            each.kind,
                            each.reason,
                            each.at,
                            each.until,
                            names.get(each.by),
                            each.note,
                            each.lifted_at,
                        )
                    )
                    for each in laid
                ],
                await reports.count_about(self._store, found.id),
                self._powers.list_kinds(client.player, found.id),
                account_at=found.account_at,
                role=found.role,
                here=bool(self._sessions.anywhere(found.id)),
                disabled=account is not None and account.disabled_at is not None,
                totp=bool(found.has_totp) and self._powers.require(client.player, message) == "owner",
            )
        )

    async def _read_audit(self, client: Client, message: inbound.ReadAudit, at: int) -> None:
        found = await audit.list_acts(self._store, before=message.before, limit=A_PAGE + 1)
        names = await self._name(id for each in found for id in (each.by, each.target))
        acts = [
            Act(each.id, each.at, each.action, names.get(each.by), names.get(each.target), each.data, each.damaged)
            for each in found[:A_PAGE]
        ]
        client.say(AuditLog(message.id, acts, len(found) > A_PAGE))

    async def _name(self, ids: Iterable[str | None]) -> dict[str | None, Who]:
        """Map ids to players with their current names."""
        wanted = {id for id in ids if id}
        names = await players.read_names(self._store, wanted)
        return {id: Who(id, names.get(id, "")) for id in wanted}


def _show(said: StoredRemark) -> Remark:
    return Remark(
        said.id,
        said.at,
        said.side,
        Who(said.player, said.name),
        phrase=cast("PhraseName", said.body) if said.kind == "phrase" else None,
        text=said.body if said.kind == "text" else None,
        hidden=said.hidden,
    )
