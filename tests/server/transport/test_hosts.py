"""The names that this server goes by."""

import logging
import socket
from pathlib import Path

import pytest

from server.transport import hosts as module
from server.transport.hosts import Hosts, own_names
from server.transport.operator_advice import MOST_TOLD


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine called box in a network that adds home.example to bare names."""
    (tmp_path / "resolv.conf").write_text("# by hand\nnameserver 192.0.2.1\nsearch home.example. club.example\n")
    (tmp_path / "hosts").write_text("127.0.0.1 localhost\n127.0.1.1 box.school.example box # ours\n192.0.2.9 other\n")
    monkeypatch.setattr(module, "_RESOLVER", tmp_path / "resolv.conf")
    monkeypatch.setattr(module, "_TABLE", tmp_path / "hosts")
    monkeypatch.setattr(socket, "gethostname", lambda: "Box")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "192.168.1.20:8080",
        "[::1]:8080",
        "[fe80::1%25eth0]",
        "[2001:db8::7]",
        "localhost:8080",
        "LOCALHOST",
        "tengen.localhost:81",
        "box",
        "BOX:8080",
        "box.",
        "box.local",
        "box.lan:8080",
        "box.home.example",
        "box.club.example:8080",
        "play.example.org",
        "play.example.org:8443",
        "listens.example",
    ],
)
def test_names_that_lead_here_anyway_pass(machine: None, host: str) -> None:
    assert Hosts(own_names("listens.example"), ["https://play.example.org"]).know(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.example",
        "evil.example:8080",
        "box.evil.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1.nip.io",
        "xplay.example.org",
        "play.example.org.evil.example",
        "other",
        "localhost, evil.example",
        "evil.example, localhost",
        "localhost:80:80",
        "localhost@evil.example",
        "[::1].evil.example",
        "1.2.3",
        "lo\ncalhost",
        "夜.example",
    ],
)
def test_any_other_name_is_refused(machine: None, host: str) -> None:
    assert not Hosts(own_names("0.0.0.0"), ["https://play.example.org"]).know(host)


def test_the_full_name_is_in_the_table_of_hosts_or_told_by_a_name_server(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(module, "_RESOLVER", tmp_path / "none")
    monkeypatch.setattr(module, "_TABLE", tmp_path / "hosts")
    (tmp_path / "hosts").write_text("127.0.1.1 box.school.example box\n")
    monkeypatch.setattr(socket, "gethostname", lambda: "box")
    monkeypatch.setattr(socket, "getfqdn", lambda: "box.dns.example")
    hosts = Hosts(own_names(""), [])
    assert hosts.know("box.school.example")
    assert not hosts.know("box.dns.example")
    hosts.ask().join()
    assert hosts.know("box.dns.example")


def test_the_log_names_the_setting_once_for_each_of_a_few_names(caplog: pytest.LogCaptureFixture) -> None:
    hosts = Hosts([], [])
    with caplog.at_level(logging.WARNING):
        for n in range(3 * MOST_TOLD):
            assert "TENGEN_PUBLIC_ORIGINS" in hosts.refuse(f"evil{n}.example")
            hosts.refuse(f"evil{n}.example")
        assert "x" * 100 not in hosts.refuse("x" * 5_000)
    assert len(caplog.records) == MOST_TOLD
