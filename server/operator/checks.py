"""Checks that staff asks the running server for: of its database, of a backup, and of what is proven of positions.

Each is a command of our own in a process beside it, as a backup is: it takes minutes and may meet damage.
"""

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from server.errors import Refused
from server.operator.program import Ran, run_tengen
from server.protocol.values import CheckName, CheckOutcome

log = logging.getLogger("tengen.check")

PROOFS = 1_000
"""Proven positions that are replayed, taken by chance."""
FINDINGS = 12
"""That are kept of a check, ..."""
LONGEST = 200
"""... and characters of each: garbage is six bytes a character as it is told, and whoever has as much as `MOST_UNREAD`
before him is cut off."""
_WORDS: dict[CheckName, tuple[str, ...]] = {
    "database": ("check",),
    "proofs": ("proofs", "verify", str(PROOFS)),
    "backup": ("check",),
}


class CheckDone(Struct, frozen=True):
    """What a check has found, and when (ms): the first ``findings``, of ``count``, and what it says at its end."""

    at: int
    outcome: CheckOutcome
    findings: list[str]
    count: int
    said: str


class Checks:
    """Checks of the database ``db``, one after the other. ``now`` is in ms."""

    def __init__(self, db: Path, now: Callable[[], int]) -> None:
        self._db = db
        self._now = now
        self._asked: asyncio.Queue[tuple[CheckName, Path | None]] = asyncio.Queue()
        self.running: dict[CheckName, int] = {}
        """Since when those are asked for that are not done."""
        self.backup: Path | None = None
        """That which was asked for last."""
        self.done: dict[CheckName, CheckDone] = {}
        """The last of each since the server was started."""

    def ask(self, name: CheckName, backup: Path | None = None) -> None:
        """Have one made, of this backup where it is one of a backup. Refused("check_running")."""
        if name in self.running:
            raise Refused(code="check_running")
        self.running[name] = self._now()
        if backup is not None:
            self.backup = backup
            self.done.pop(name, None)  # it was of another one
        self._asked.put_nowait((name, backup))

    async def work(self) -> None:
        """Until cancelled."""
        while True:
            name, backup = await self._asked.get()
            try:
                found = await self._run(name, backup)
            except OSError as error:
                found = CheckDone(self._now(), "failed", [], 0, str(error))
            finally:
                del self.running[name]
            self.done[name] = found
            if found.outcome != "sound":
                log.error("the check of the %s: %s", name, " / ".join([*found.findings[:5], found.said]))

    async def _run(self, name: CheckName, backup: Path | None) -> CheckDone:
        file = () if backup is None else (str(backup),)
        ran = await run_tengen(*_WORDS[name], *file, "--db", str(self._db))
        outcome = _judge(ran)
        if outcome == "failed":
            return CheckDone(self._now(), outcome, [], 0, ran.complaint or f"status {ran.status}")
        lines = ran.lines[: ran.printed - 1]  # the last line counts
        findings = [line[:LONGEST] for line in lines[:FINDINGS]]
        return CheckDone(self._now(), outcome, findings, ran.printed - 1, ran.last)


def _judge(ran: Ran) -> CheckOutcome:
    if ran.complaint or ran.status not in (0, 1) or not ran.printed:
        return "failed"
    return "faulty" if ran.status else "sound"
