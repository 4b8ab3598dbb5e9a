"""``tengen cluster`` lists the servers of an installation, and says where nobody answers."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.servers import run_servers

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.nats]


def tengen(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program."""
    return subprocess.run([sys.executable, "-m", "server", *arguments], capture_output=True, text=True, check=False)


def test_servers_say_who_they_are(tmp_path: Path) -> None:
    with run_servers(tmp_path, 2) as servers:
        found = tengen("cluster", "--bus", servers.bus, "--json")
        assert (found.returncode, found.stderr) == (0, "")
        members = json.loads(found.stdout)
        assert [member["kind"] for member in members] == ["server", "server"]
        assert {member["process"] for member in members} == {server.pid for server in servers.all}
        assert all(member["rooms"] == 0 and member["database_ms"] >= 0 for member in members)
        shown = tengen("cluster", "--bus", servers.bus)
        assert shown.stdout.count("server") >= 2
        bus = servers.bus
    assert tengen("cluster", "--bus", bus).returncode == 1
