"""Checks that the running server has made: what is told of them, however much they find."""

import asyncio
from pathlib import Path

import pytest
from msgspec.json import encode

from server.operator import checks as module
from server.operator.checks import Checks
from server.operator.program import MOST_CHARACTERS, MOST_LINES, Ran
from server.protocol.outbound import CheckList
from server.protocol.staff import CheckInfo
from server.protocol.values import CheckName
from server.transport.connection import MOST_UNREAD


async def test_what_they_find_cuts_nobody_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The findings for a damaged file may contain any byte."""
    line, done = "\0" * MOST_CHARACTERS, asyncio.Event()
    all: list[CheckName] = ["database", "backup", "proofs"]

    async def run(*words: str, address: str) -> Ran:
        if "proofs" in words:
            done.set()
        return Ran(1, [line] * MOST_LINES, line, 1_000_000, "")

    monkeypatch.setattr(module, "run_tengen", run)
    checks = Checks(str(tmp_path / "tengen.db"), lambda: 1)
    for name in all:
        checks.ask(name, tmp_path / "b.db" if name == "backup" else None)
    work = asyncio.create_task(checks.work())
    await done.wait()
    while checks.running:
        await asyncio.sleep(0)
    work.cancel()
    found = [
        CheckInfo(name, None, each.at, each.outcome, each.findings, each.count, each.said)
        for name, each in checks.done.items()
    ]
    assert [each.count for each in found] == [999_999] * 3
    assert len(encode(CheckList("c", found))) < MOST_UNREAD


async def test_what_was_found_in_another_backup_is_told_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, ...]] = []

    async def run(*words: str, address: str) -> Ran:
        asked.append((*words, address))
        return Ran(0, ["sound"], "sound", 1, "")

    monkeypatch.setattr(module, "run_tengen", run)
    checks = Checks(str(tmp_path / "tengen.db"), lambda: 1)
    work = asyncio.create_task(checks.work())
    for file in (tmp_path / "one.db", tmp_path / "two.db"):
        checks.ask("backup", file)
        assert (checks.backup, checks.done.get("backup")) == (file, None)
        while checks.running:
            await asyncio.sleep(0)
        assert checks.done["backup"].outcome == "sound"
        assert asked[-1] == ("check", str(file), str(tmp_path / "tengen.db"))
    work.cancel()
