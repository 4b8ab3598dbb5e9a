"""Checks of the database, of a backup and of proven positions, which staff starts in the running server.

Each runs a command of ``tengen`` in a process, as a backup does: it takes minutes and may meet damage.
"""

import asyncio
import logging
from pathlib import Path

from msgspec import Struct

from server.errors import Refused
from server.operator.program import Ran, run_tengen
from server.protocol.values import CheckName, CheckOutcome
from server.steady_time import Now

log = logging.getLogger("tengen.check")

PROOFS = 1_000
"""Proven positions that are replayed, chosen at random."""
FINDINGS = 12
"""Findings that are kept of a check."""
LONGEST = 200
"""Characters of a finding: garbage takes six bytes a character, and a client with `MOST_UNREAD` bytes unread is
disconnected."""
_WORDS: dict[CheckName, tuple[str, ...]] = {
    "database": ("check",),
    "proofs": ("proofs", "verify", str(PROOFS)),
    "backup": ("check",),
}


class CheckDone(Struct, frozen=True):
    """Result of a check at ``at`` (ms): the first ``findings`` of ``count``, and its last line."""

    at: int
    outcome: CheckOutcome
    findings: list[str]
    count: int
    said: str


class Checks:
    """Runs checks of the database at ``address``, one after the other. ``now`` is in ms."""

    def __init__(self, address: str, now: Now) -> None:
        self._address = address
        self._now = now
        self._asked: asyncio.Queue[tuple[CheckName, Path | None]] = asyncio.Queue()
        self.running: dict[CheckName, int] = {}
        """Checks that are not done, with the time (ms) of the request."""
        self.backup: Path | None = None
        """The backup that was checked last."""
        self.done: dict[CheckName, CheckDone] = {}
        """The last result of each check since the start of the server."""

    def ask(self, name: CheckName, backup: Path | None = None) -> None:
        """Request a check, of ``backup`` if it is one of a backup. Refused("check_running")."""
        if name in self.running:
            raise Refused(code="check_running")
        self.running[name] = self._now()
        if backup is not None:
            self.backup = backup
            self.done.pop(name, None)  # was about another backup
        self._asked.put_nowait((name, backup))

    async def work(self) -> None:
        """Run the checks until cancelled."""
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
        ran = await run_tengen(*_WORDS[name], *file, address=self._address)
        outcome = _judge(ran)
        if outcome == "failed":
            return CheckDone(self._now(), outcome, [], 0, ran.complaint or f"status {ran.status}")
        lines = ran.lines[: ran.printed - 1]  # the last line is the summary
        findings = [line[:LONGEST] for line in lines[:FINDINGS]]
        return CheckDone(self._now(), outcome, findings, ran.printed - 1, ran.last)


def _judge(ran: Ran) -> CheckOutcome:
    if ran.complaint or ran.status not in (0, 1) or not ran.printed:
        return "failed"
    return "faulty" if ran.status else "sound"
