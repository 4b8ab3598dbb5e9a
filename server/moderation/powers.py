"""Powers of staff: the messages that each role may send, and the players they may act upon."""

from collections.abc import Mapping
from typing import TypeVar

from server.errors import Refused
from server.handlers import Client, Handle, Handlers
from server.moderation.act import StaffAct
from server.moderation.roles import JUDGES, OWNER, STAFF, Roles
from server.protocol import inbound
from server.protocol.inbound import StaffCommand
from server.protocol.values import RoleName, SanctionKind
from server.store.sql import Conflict

Asked = TypeVar("Asked", bound=StaffCommand)

TEACHING: frozenset[RoleName] = frozenset({"owner", "teacher"})
"""Roles with classes. Handlers check besides whose a class is."""

MAY: Mapping[type[StaffCommand], frozenset[RoleName]] = {
    inbound.ReadReports: STAFF,
    inbound.ReadReport: STAFF,
    inbound.SettleReport: STAFF,
    inbound.LaySanction: STAFF,
    inbound.LiftSanction: STAFF,
    inbound.RenamePlayer: STAFF,
    inbound.HideRemark: STAFF,
    inbound.ReadPlayer: STAFF,
    inbound.ReadAudit: OWNER,
    inbound.ReadEvidence: JUDGES,
    inbound.StudyGames: JUDGES,
    inbound.ReadHealth: JUDGES,
    inbound.ReadBackups: OWNER,
    inbound.MakeBackup: OWNER,
    inbound.ReadChecks: OWNER,
    inbound.MakeCheck: OWNER,
    inbound.ReadPatterns: OWNER,
    inbound.ReadWeights: OWNER,
    inbound.CompareWeights: OWNER,
    inbound.ReadProofs: OWNER,
    inbound.UploadTree: OWNER,
    inbound.PatternsClose: OWNER,
    inbound.ReadTrees: OWNER,
    inbound.ReadClassrooms: TEACHING,
    inbound.ReadClassroom: TEACHING,
    inbound.MakeClassroom: TEACHING,
    inbound.RenameClassroom: TEACHING,
    inbound.EndClassroom: TEACHING,
    inbound.AddPupils: TEACHING,
    inbound.MakePupilCodes: TEACHING,
    inbound.ReleasePupil: TEACHING,
    inbound.DoAct: JUDGES,
    inbound.ReadPeople: OWNER,
    inbound.ReadRooms: JUDGES,
    inbound.ReadGames: JUDGES,
    inbound.ReadJobs: JUDGES,
    inbound.ReadSettings: OWNER,
    inbound.ChangeSetting: OWNER,
}
"""Roles that may send each message of staff; nobody may send one that is missing."""

KINDS: Mapping[RoleName, tuple[SanctionKind, ...]] = {
    "owner": ("mute", "timeout", "ban"),
    "moderator": ("mute", "timeout", "ban"),
    "teacher": ("mute", "timeout"),
}
"""Sanctions that a role may lay and lift."""
TEACHERS_MINUTES = 7 * 24 * 60
"""Longest sanction that a teacher may lay."""

_RANKS: Mapping[RoleName | None, int] = {"owner": 3, "moderator": 2, "teacher": 1}


def find_sanctioning(kind: SanctionKind, minutes: int | None) -> frozenset[RoleName]:
    """Return the roles that may lay a sanction for so many minutes, None for good, and lift it."""
    long = minutes is None or minutes > TEACHERS_MINUTES
    return frozenset(role for role, kinds in KINDS.items() if kind in kinds and not (long and role == "teacher"))


class Powers:
    """Checks what players may do by their ``roles``."""

    def __init__(self, roles: Roles) -> None:
        self._roles = roles

    def guard(
        self,
        handlers: Handlers,
        kind: type[Asked],
        call: Handle[Asked],
        address_cost: int = 1,
        cost: float = 1.0,
    ) -> None:
        """Handle a message of staff by ``call`` if its sender may send it."""

        async def answer(client: Client, message: Asked, at: int) -> None:
            self.require(client.player, message)
            try:
                await call(client, message, at)
            except Conflict:  # every act demands that its author still has a role that may do it
                await self._roles.refresh()
                self.require(client.player, message)
                raise

        handlers.add(kind, answer, address_cost=address_cost, cost=cost)

    def require(self, player: str, message: StaffCommand) -> RoleName:
        """Return the role that lets a player send a message of staff. Refused("not_staff")."""
        role = self._roles.of(player)
        if role is None or role not in MAY.get(type(message), frozenset()):
            raise Refused(code="not_staff")
        return role

    async def require_act_still(self, player: str, act: StaffAct, target: str) -> None:
        """Require the same as `require_act` of the roles in the store, after they have refused a write."""
        await self._roles.refresh()
        self.require_act(player, act, target)

    async def require_sanction_still(self, player: str, target: str, kind: SanctionKind, minutes: int | None) -> None:
        """Require the same as `require_sanction` of the roles in the store, after they have refused a write."""
        await self._roles.refresh()
        self.require_sanction(player, target, kind, minutes)

    def require_act(self, player: str, act: StaffAct, target: str) -> None:
        """Raise Refused("not_staff") unless a player may do this to ``target``."""
        if self._roles.of(player) not in act.roles:
            raise Refused(code="not_staff")
        if act.upon_player:
            self.require_rank(player, target)

    def require_files(self, viewer: str | None) -> str:
        """Return the viewer if they may exchange files of staff: the owner. Refused: "bad_token", "not_staff"."""
        if viewer is None:
            raise Refused(code="bad_token")
        if self._roles.of(viewer) not in OWNER:
            raise Refused(code="not_staff")
        return viewer

    def require_rank(self, player: str, target: str) -> None:
        """Raise Refused("not_staff") unless a player ranks above another."""
        if not self.is_above(player, target):
            raise Refused(code="not_staff")

    def require_sanction(self, player: str, target: str, kind: SanctionKind, minutes: int | None) -> None:
        """Raise Refused("not_staff") unless a player may lay this sanction upon another."""
        if self._roles.of(player) not in find_sanctioning(kind, minutes) or not self.is_above(player, target):
            raise Refused(code="not_staff")

    def may_judge(self, player: str, about: str) -> bool:
        """Return True if staff may settle a report about ``about`` or decide a game of theirs; of themselves only the
        owner may."""
        return player != about or self._roles.of(player) == "owner"

    def list_kinds(self, player: str, target: str) -> list[SanctionKind]:
        """Return the sanctions that a player may lay upon another and lift."""
        role = self._roles.of(player)
        return list(KINDS.get(role, ())) if role is not None and self.is_above(player, target) else []

    def is_above(self, player: str, target: str) -> bool:
        """Return True if a player ranks above another."""
        return _RANKS.get(self._roles.of(player), 0) > _RANKS.get(self._roles.of(target), 0)
