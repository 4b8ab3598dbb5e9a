"""Handlers of backups, and of checks of the database, backups and proven positions, for the owner."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import get_args

from server.errors import Refused
from server.handlers import Client, Handlers
from server.moderation.powers import Powers
from server.moderation.roles import OWNER
from server.operator.backup_schedule import Backups
from server.operator.checks import Checks
from server.protocol import inbound
from server.protocol.outbound import Ack, BackupList, CheckList
from server.protocol.staff import BackupInfo, CheckInfo
from server.protocol.values import CheckName
from server.steady_time import Now
from server.store import audit
from server.store.address import is_server
from server.store.database import Database

MOST_SHOWN = 100


class BackupMessages:
    """Lists ``backups`` and starts one, for staff that ``powers`` allows. ``now`` is in ms."""

    def __init__(self, store: Database, backups: Backups, powers: Powers, now: Now) -> None:
        self._store = store
        self._backups = backups
        self._powers = powers
        self._now = now

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        self._powers.guard(handlers, inbound.ReadBackups, self._list)
        self._powers.guard(handlers, inbound.MakeBackup, self._make)

    async def _list(self, client: Client, message: inbound.ReadBackups, at: int) -> None:
        backups, failure = self._backups, self._backups.failure
        made = await asyncio.to_thread(self._read)
        failed_at, why = (None, "") if failure is None else (round(failure[0] * 1000), failure[1])
        kept = str(backups.folder), backups.every_s, backups.keep
        client.say(BackupList(message.id, made, *kept, backups.running, failed_at, why))

    def _read(self) -> list[BackupInfo]:
        """Return the backups, newest first. Blocking."""
        found = []
        for path in reversed(self._backups.list_backups()[-MOST_SHOWN:]):
            with suppress(OSError):  # removed meanwhile
                about = path.stat()
                found.append(BackupInfo(path.name, round(about.st_mtime * 1000), about.st_size))
        return found

    async def _make(self, client: Client, message: inbound.MakeBackup, at: int) -> None:
        if not await audit.has_command(self._store, client.player, message.id):
            _require_file(self._store)
            if self._backups.running:
                raise Refused(code="backup_running")
            noted = audit.insert(client.player, message.id, "backup", None, {}, self._now(), roles=OWNER)
            if await audit.execute_once(self._store, client.player, message.id, noted):
                with suppress(Refused):  # another command was faster
                    self._backups.ask()
        client.say(Ack(message.id))


def _require_file(store: Database) -> None:
    if is_server(store.address):
        raise Refused(code="database_server")


NAMES: tuple[CheckName, ...] = get_args(CheckName)


class CheckMessages:
    """Lists ``checks`` and starts one, perhaps of one of the ``backups``, for staff that ``powers`` allows.

    ``now`` is in ms.
    """

    def __init__(self, store: Database, checks: Checks, backups: Backups, powers: Powers, now: Now) -> None:
        self._store = store
        self._checks = checks
        self._backups = backups
        self._powers = powers
        self._now = now

    def register(self, handlers: Handlers) -> None:
        """Register the handlers."""
        self._powers.guard(handlers, inbound.ReadChecks, self._read)
        self._powers.guard(handlers, inbound.MakeCheck, self._make)

    async def _read(self, client: Client, message: inbound.ReadChecks, at: int) -> None:
        client.say(CheckList(message.id, [self._tell(name) for name in NAMES]))

    def _tell(self, name: CheckName) -> CheckInfo:
        running, done, backup = self._checks.running.get(name), self._checks.done.get(name), self._checks.backup
        file = backup.name if name == "backup" and backup is not None else ""
        if done is None:
            return CheckInfo(name, running, backup=file)
        return CheckInfo(name, running, done.at, done.outcome, done.findings, done.count, done.said, file)

    async def _make(self, client: Client, message: inbound.MakeCheck, at: int) -> None:
        if not await audit.has_command(self._store, client.player, message.id):
            if message.check != "proofs":
                _require_file(self._store)
            backup = await self._find_backup(message.backup) if message.check == "backup" else None
            if message.check in self._checks.running:
                raise Refused(code="check_running")
            data = {"check": message.check, "backup": "" if backup is None else backup.name}
            noted = audit.insert(client.player, message.id, "check", None, data, self._now(), roles=OWNER)
            if await audit.execute_once(self._store, client.player, message.id, noted):
                with suppress(Refused):  # another command was faster
                    self._checks.ask(message.check, backup)
        client.say(Ack(message.id))

    async def _find_backup(self, name: str) -> Path:
        """Find a backup that the server made. Refused("unknown_backup")."""
        for path in await asyncio.to_thread(self._backups.list_backups):
            if path.name == name:
                return path
        raise Refused(code="unknown_backup")
