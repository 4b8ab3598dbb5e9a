"""Advice to the operator in the log about refused clients, and its frequency."""

import logging
from dataclasses import replace
from ipaddress import ip_network

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from server.config import Config
from server.transport.operator_advice import AGAIN_S, MOST_TOLD, OperatorAdvice
from server.transport.proxy import find_untrusted
from tests.conftest import Connect
from tests.kit.app import App
from tests.server.transport.browser import fetch

Running = tuple[App, str]


def test_each_cause_is_told_once_a_minute_for_each_of_a_few_things(caplog: pytest.LogCaptureFixture) -> None:
    now = 0.0
    advice = OperatorAdvice(lambda: now)
    for _ in range(3):
        for n in range(2 * MOST_TOLD):
            advice.tell("one", str(n), f"one {n}")
        advice.tell("other", "0", "other 0")
    assert len(caplog.records) == MOST_TOLD + 1
    now = AGAIN_S
    advice.tell("one", "0", "one 0")
    assert caplog.messages.count("one 0") == 2


@pytest.mark.parametrize(
    ("peer", "forwarded", "found"),
    [
        ("127.0.0.1", ["198.51.100.7"], "127.0.0.1"),
        ("::ffff:10.0.0.7", ["198.51.100.7"], "10.0.0.7"),
        ("10.0.0.7", [], None),
        ("10.1.0.7", ["198.51.100.7"], None),  # trusted
        ("8.8.8.8", ["198.51.100.7"], None),  # a stranger who makes it up
        ("", ["198.51.100.7"], None),
    ],
)
def test_a_proxy_that_is_not_trusted_is_found(peer: str, forwarded: list[str], found: str | None) -> None:
    assert find_untrusted(peer, forwarded, [ip_network("10.1.0.0/16")]) == found


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_refused_page_and_the_setting_are_told(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(3):
        with pytest.raises(InvalidStatus, match="403"):
            await connect(running[1], origin="https://play.example.org").__aenter__()  # type: ignore[arg-type]
    (line,) = told(caplog)
    assert "'https://play.example.org'" in line
    assert "TENGEN_PUBLIC_ORIGINS=https://play.example.org" in line


async def test_a_proxy_that_is_not_trusted_is_told_once(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    port = int(running[1].split(":")[2].split("/")[0])
    for _ in range(3):
        assert (await fetch(port, "/api/levels", X_Forwarded_For="198.51.100.7")).status == 200
    (line,) = told(caplog)
    assert "TENGEN_TRUSTED_PROXIES=127.0.0.1" in line


async def test_a_proxy_that_passes_no_sockets_on_is_told(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    port = int(running[1].split(":")[2].split("/")[0])
    assert (await fetch(port, "/ws")).status == 426
    assert told(caplog) == []
    for _ in range(3):
        assert (await fetch(port, "/ws", Via="1.1 nginx")).status == 426
    (line,) = told(caplog)
    assert "Upgrade" in line


class TestFull:
    @pytest.fixture
    def config(self, config: Config) -> Config:
        return replace(config, connections_per_address=1)

    async def test_an_address_with_too_many_connections_is_told(
        self, running: Running, join: Connect, caplog: pytest.LogCaptureFixture
    ) -> None:
        await join()
        for _ in range(3):
            async with connect(running[1]) as second:
                assert '"too_many_connections"' in str(await second.recv())
                with pytest.raises(ConnectionClosed):
                    await second.recv()
        (line,) = told(caplog)
        assert "TENGEN_CONNECTIONS_PER_ADDRESS" in line
        assert "TENGEN_TRUSTED_PROXIES=127.0.0.1" in line
