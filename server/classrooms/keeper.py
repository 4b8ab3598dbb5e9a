"""Classes of the server: acts of teachers on them and their pupils, recorded in the audit log."""

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
from server.moderation.powers import TEACHING
from server.moderation.roles import Roles
from server.steady_time import Now
from server.store import audit
from server.store.database import Database
from server.store.people import accounts, classrooms, players
from server.store.people.accounts import NewAccount
from server.store.people.classrooms import MOST, MOST_PUPILS, StoredClassroom, StoredPupil
from server.store.sql import Conflict, Statement

DAY_MS = 86_400_000
RELEASE_MS = 30 * DAY_MS


class HandedCodes(Struct, frozen=True):
    """Codes of pupils by their ids, shown only once, and their expiry (ms)."""

    codes: dict[str, str]
    expires_at: int


class Classrooms:
    """The classes in ``store``. ``now`` returns the time in ms.

    Each act names the acting player and their command; teachers manage their own classes, the server's owner all of
    them. All methods raise Refused("unknown_classroom").
    """

    def __init__(self, store: Database, hashing: Hashing, roles: Roles, sessions: Sessions, now: Now) -> None:
        self._store = store
        self._hashing = hashing
        self._roles = roles
        self._sessions = sessions
        self._now = now
        self._lock = asyncio.Lock()
        """Serialises acts: of two concurrent copies of a command the second finds the audit entry of the first. Where
        another process does an act at the same time, the store refuses one of the two."""

    async def list_classrooms(self, by: str) -> list[StoredClassroom]:
        """List the classes that a player manages."""
        return await classrooms.list_classrooms(self._store, None if self._roles.of(by) == "owner" else by)

    async def find(self, by: str, id: str) -> StoredClassroom:
        """Return a class that a player manages."""
        found = await classrooms.find_classroom(self._store, id)
        if found is None or (found.owner != by and self._roles.of(by) != "owner"):
            raise Refused(code="unknown_classroom")
        return found

    async def list_pupils(self, id: str) -> list[StoredPupil]:
        """List the pupils of a class."""
        return await classrooms.list_pupils(self._store, id, self._now())

    async def make(self, by: str, command: str, name: str) -> StoredClassroom:
        """Create a class. Raises Refused("too_many_classrooms"), Refused("bad_name")."""
        async with self._lock:
            own = await classrooms.list_classrooms(self._store, by)
            # a repeated command finds the id in the audit entry of the first
            id = await audit.find_detail(self._store, by, command, "classroom") or new_id()
            if len(own) >= MOST and id not in {each.id for each in own}:
                raise Refused(code="too_many_classrooms", limit=MOST)
            clean = _clean_title(name)
            made = classrooms.insert(id, clean, by, self._now())
            data, room = {"classroom": id, "class": clean}, classrooms.demand_room(by)
            try:
                done = await self._do(by, command, "class_make", None, data, [room, made])
            except Conflict:
                raise Refused(code="too_many_classrooms", limit=MOST) from None  # reached at this moment
            if not done:
                id = await audit.find_detail(self._store, by, command, "classroom") or id
            return await self.find(by, id)

    async def rename(self, by: str, command: str, id: str, name: str) -> None:
        """Rename a class. Raises Refused("bad_name")."""
        async with self._lock:
            found, clean = await self.find(by, id), _clean_title(name)
            data = {"before": found.name, "class": clean}
            await self._do(by, command, "class_rename", None, data, [classrooms.rename(id, clean)])

    async def end(self, by: str, command: str, id: str) -> None:
        """End a class: its pupils keep their accounts and devices, and its codes stop working."""
        async with self._lock:
            if await audit.has_command(self._store, by, command):
                return
            found = await self.find(by, id)
            data = {"class": found.name, "pupils": found.pupils}
            await self._do(by, command, "class_end", None, data, [classrooms.remove(id)])

    async def add_pupils(self, by: str, command: str, id: str, names: Sequence[str]) -> None:
        """Create accounts for pupils, all or none. Raises Refused: "too_many_pupils", and with the ``name``:
        "bad_name", "mixed_scripts", "name_reserved", "name_taken".
        """
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
                classrooms.demand_places(id, len(pupils)),
                *classrooms.list_pupil_changes(id, pupils.values(), self._now()),
            ]
            try:
                await self._do(by, command, "class_pupils", None, data, changes)
            except Conflict:
                if (await self.find(by, id)).pupils + len(names) > MOST_PUPILS:
                    raise Refused(code="too_many_pupils", limit=MOST_PUPILS) from None
                raise Refused(code="name_taken") from None  # taken at this moment

    async def make_codes(
        self, by: str, command: str, id: str, chosen: Sequence[str], days: int, *, address: str, sign_out: bool
    ) -> HandedCodes:
        """Create codes for the chosen pupils, or for all of a class; their former codes stop working.

        With ``sign_out`` their devices are ended, too. Raises Refused("not_managed") for a chosen player who has a
        password or is no pupil here. A repeated command creates other codes, which replace the first.
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
            await self._sessions.dismiss(self._sessions.anywhere(player), "signed_out")
        return HandedCodes(codes, until)

    async def release(self, by: str, command: str, player: str) -> tuple[str, int]:
        """Release a pupil. Return a code with which they set a password, after which they are no longer managed, and
        its expiry (ms). Raises Refused("not_managed"). A repeated command creates another code, which replaces the
        first.
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
                raise Refused(code="not_managed") from None  # got a password or a role meanwhile
        return code, now + RELEASE_MS

    async def _is_taken(self, name: str, look: str) -> bool:
        same = await players.find_by_name(self._store, name)
        return same is not None or await accounts.find_by_look(self._store, look) is not None

    async def _do(
        self, by: str, command: str, action: str, target: str | None, data: dict[str, Any], changes: list[Statement]
    ) -> bool:
        """Make changes and record the act; return False if the command has already done so."""
        if await audit.has_command(self._store, by, command):
            return False
        noted = audit.insert(by, command, action, target, data, self._now(), roles=TEACHING)
        return await audit.execute_once(self._store, by, command, noted, *changes)


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
