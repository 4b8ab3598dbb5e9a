"""The classes of the server: what a teacher does to them and to the pupils in them, noted in the audit log."""

import asyncio
from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from server.accounts.accounts import PUPILS_LENGTH, bare_code, hash_code, new_code, new_id
from server.accounts.hashing import Hashing
from server.accounts.look_alikes import make_look
from server.accounts.names import clean_name
from server.accounts.registry import CODE_LENGTH
from server.accounts.sessions import Sessions
from server.errors import Refused
from server.moderation.roles import Roles
from server.steady_time import Now
from server.store import accounts, audit, classrooms, players
from server.store.accounts import NewAccount
from server.store.classrooms import MOST, MOST_PUPILS, StoredClassroom, StoredPupil
from server.store.database import Database
from server.store.sql import Conflict, Statement

DAY_MS = 86_400_000
RELEASE_MS = 30 * DAY_MS


class HandedCodes(Struct, frozen=True):
    """Codes of pupils, by their ids, which are shown now and never again, and until when they work."""

    codes: dict[str, str]
    expires_at: int


class Classrooms:
    """Those of ``store``. ``now`` is the time in ms.

    Each act names who does it and by which command; a teacher has his own classes, the server's owner has all.
    All raise Refused("unknown_classroom").
    """

    def __init__(self, store: Database, hashing: Hashing, roles: Roles, sessions: Sessions, now: Now) -> None:
        self._store = store
        self._hashing = hashing
        self._roles = roles
        self._sessions = sessions
        self._now = now
        self._lock = asyncio.Lock()
        """A command that comes on two connections at once is done once: what is second finds the other's line."""

    async def list_classrooms(self, by: str) -> list[StoredClassroom]:
        """Those that somebody may look after."""
        return await classrooms.list_classrooms(self._store, None if self._roles.of(by) == "owner" else by)

    async def find(self, by: str, id: str) -> StoredClassroom:
        """A class that somebody may look after."""
        found = await classrooms.find_classroom(self._store, id)
        if found is None or (found.owner != by and self._roles.of(by) != "owner"):
            raise Refused(code="unknown_classroom")
        return found

    async def list_pupils(self, id: str) -> list[StoredPupil]:
        """The pupils of a class."""
        return await classrooms.list_pupils(self._store, id, self._now())

    async def make(self, by: str, command: str, name: str) -> StoredClassroom:
        """A new class. Refused("too_many_classrooms"), Refused("bad_name")."""
        async with self._lock:
            own = await classrooms.list_classrooms(self._store, by)
            # a command that comes again made one with the id that its line in the log has
            id = await audit.find_detail(self._store, by, command, "classroom") or new_id()
            if len(own) >= MOST and id not in {each.id for each in own}:
                raise Refused(code="too_many_classrooms", limit=MOST)
            clean = _clean_title(name)
            made = classrooms.insert(id, clean, by, self._now())
            await self._do(by, command, "class_make", None, {"classroom": id, "class": clean}, [made])
            return await self.find(by, id)

    async def rename(self, by: str, command: str, id: str, name: str) -> None:
        """Another name for a class. Refused("bad_name")."""
        async with self._lock:
            found, clean = await self.find(by, id), _clean_title(name)
            data = {"before": found.name, "class": clean}
            await self._do(by, command, "class_rename", None, data, [classrooms.rename(id, clean)])

    async def end(self, by: str, command: str, id: str) -> None:
        """A class is no more: its pupils keep their accounts and devices, its codes work no longer."""
        async with self._lock:
            if await audit.has_command(self._store, by, command):
                return
            found = await self.find(by, id)
            data = {"class": found.name, "pupils": found.pupils}
            await self._do(by, command, "class_end", None, data, [classrooms.remove(id)])

    async def add_pupils(self, by: str, command: str, id: str, names: Sequence[str]) -> None:
        """Make accounts for pupils, all or none. Refused: "too_many_pupils", and with the ``name``: "bad_name",
        "mixed_scripts", "name_reserved", "name_taken"."""
        async with self._lock:
            found = await self.find(by, id)
            if await audit.has_command(self._store, by, command):
                return
            if found.pupils + len(names) > MOST_PUPILS:
                raise Refused(code="too_many_pupils", limit=MOST_PUPILS)
            pupils: dict[str, NewAccount] = {}
            for name in names:
                clean = _clean_name(name)
                look = make_look(clean)
                if look in pupils or await self._is_taken(clean, look):
                    raise Refused(code="name_taken", name=clean)
                pupils[look] = NewAccount(new_id(), clean, look)
            data = {"class": found.name, "pupils": len(pupils)}
            changes = [
                classrooms.demand_class(id),
                *classrooms.list_pupil_changes(id, pupils.values(), self._now()),
            ]
            try:
                await self._do(by, command, "class_pupils", None, data, changes)
            except Conflict:
                raise Refused(code="name_taken") from None  # taken at this very moment

    async def make_codes(
        self, by: str, command: str, id: str, chosen: Sequence[str], days: int, *, address: str, sign_out: bool
    ) -> HandedCodes:
        """New codes for the pupils who are chosen, or for all of a class, and none of before works any more.

        With ``sign_out`` their devices are ended, too. Refused("not_managed") for one who was chosen and has a password
        or is nobody's pupil here. The same command again makes others, which are those that work.
        """
        found, now = await self.find(by, id), self._now()
        managed = {each.player for each in await self.list_pupils(id) if each.managed and not each.disabled}
        if not managed.issuperset(chosen):
            raise Refused(code="not_managed")
        codes = {player: new_code(PUPILS_LENGTH) for player in (chosen or sorted(managed))}
        hashes = await self._hashing.hash_codes([bare_code(code) for code in codes.values()], address)
        until = now + days * DAY_MS
        changes = classrooms.list_code_changes(id, dict(zip(codes, hashes, strict=True)), until)
        if sign_out:
            changes += [classrooms.end_devices(id, player, now) for player in codes]
        data = {"class": found.name, "pupils": len(codes), "until": until}
        target = chosen[0] if len(chosen) == 1 else None
        changes.insert(0, classrooms.demand_class(id))
        async with self._lock:
            try:
                if not await self._do(by, command, "class_codes", target, data, changes):
                    await self._store.execute(*changes)
            except Conflict:
                await self.find(by, id)
                raise
        for player in codes if sign_out else ():
            await self._sessions.dismiss(self._sessions.of_player(player), "signed_out")
        return HandedCodes(codes, until)

    async def release(self, by: str, command: str, player: str) -> tuple[str, int]:
        """A code by which a pupil chooses a password, and is nobody's to look after from then on; until when it works.

        Refused("not_managed"). The same command again makes another code, which is the one that works.
        """
        found = await classrooms.find_of_pupil(self._store, player)
        if found is None:
            raise Refused(code="not_managed")
        await self.find(by, found.id)
        account = await accounts.find_account(self._store, player)
        if account is None or account.role or account.password is not None or account.disabled_at is not None:
            raise Refused(code="not_managed")
        code, now = new_code(CODE_LENGTH), self._now()
        given = [
            classrooms.demand_managed(found.id, player),
            *accounts.list_code_changes(hash_code(code), "reset", now, now + RELEASE_MS, player),
        ]
        data = {"class": found.name, "until": now + RELEASE_MS}
        async with self._lock:
            try:
                if not await self._do(by, command, "class_release", player, data, given):
                    await self._store.execute(*given)
            except Conflict:
                raise Refused(code="not_managed") from None  # has a password or a role since
        return code, now + RELEASE_MS

    async def _is_taken(self, name: str, look: str) -> bool:
        same = await players.find_by_name(self._store, name)
        return same is not None or await accounts.find_by_look(self._store, look) is not None

    async def _do(
        self, by: str, command: str, action: str, target: str | None, data: dict[str, Any], changes: list[Statement]
    ) -> bool:
        """Make changes and note the act; False where the command has done so before."""
        if await audit.has_command(self._store, by, command):
            return False
        await self._store.execute(audit.insert(by, command, action, target, data, self._now()), *changes)
        return True


def _clean_title(name: str) -> str:
    clean = " ".join(name.split())
    if not clean or not clean.isprintable():
        raise Refused(code="bad_name")
    return clean


def _clean_name(name: str) -> str:
    try:
        return clean_name(name)
    except Refused as refused:
        detail: dict[str, Any] = {**refused.detail, "name": name}
        raise Refused(code=refused.code, **detail) from None
