"""Answers over a real connection: methods, headers, the handshake, faults."""

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from server.errors import StoreError
from server.protocol.codes import CODES
from server.store.store import Store
from tests.server.transport.conftest import Served

EVERY_KIND = [
    "/",
    "/icon.svg",
    "/nothing",
    "/api/games",
    "/api/levels",
    "/healthz",
    "/metrics",
    "/ws",
    "/api/games?x=1",
]


@pytest.mark.parametrize("target", EVERY_KIND)
async def test_every_answer_is_guarded(served: Served, target: str) -> None:
    answer = await served.get(target)
    policy = dict(part.strip().split(" ", 1) for part in answer.headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert "unsafe" not in str(policy)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"
    assert "close" in answer.headers["connection"]
    assert "access-control-allow-origin" not in answer.headers
    assert int(answer.headers["content-length"]) == len(answer.body)


@pytest.mark.parametrize("target", EVERY_KIND)
async def test_head_says_what_get_would_without_the_body(served: Served, target: str) -> None:
    got, head = await served.get(target), await served.get(target, "HEAD")
    assert head.body == b""
    assert head.status == got.status
    assert head.headers.keys() == got.headers.keys()
    if target != "/metrics":
        assert head.headers["content-length"] == got.headers["content-length"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_other_methods_are_told_which_are_taken(served: Served, method: str) -> None:
    for target in ("/", "/api/games", "/ws"):
        answer = await served.get(target, method, Content_Length="0")
        assert (answer.status, answer.json) == (405, {"code": "method_not_allowed"})
        assert answer.headers["allow"] == "GET, HEAD"


async def test_a_plain_request_for_the_socket_is_told_to_upgrade(served: Served) -> None:
    answer = await served.get("/ws")
    assert (answer.status, answer.json) == (426, {"code": "not_a_websocket"})
    assert answer.headers["upgrade"] == "websocket"


async def test_own_pages_and_programs_may_open_the_socket(served: Served) -> None:
    own = Origin(f"http://127.0.0.1:{served.port}")
    for origin in (None, own):
        async with connect(f"ws://127.0.0.1:{served.port}/ws", origin=origin) as socket:
            await socket.send("hello")
            assert await socket.recv() == "hello"


async def test_pages_of_others_may_not(served: Served) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{served.port}/ws", origin=Origin("http://evil.example"))
    assert refused.value.response.status_code == 403
    assert refused.value.response.body == b'{"code":"wrong_origin"}'


async def test_the_socket_is_nowhere_else(served: Served) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await connect(f"ws://127.0.0.1:{served.port}/")
    assert refused.value.response.status_code == 200


async def test_health_needs_the_store(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = await served.get("/healthz")
    assert (answer.status, answer.json) == (200, {"status": "ok"})

    with monkeypatch.context() as full:
        full.setattr(Store, "failing", True)
        assert (await served.get("/healthz")).status == 503

    async def fail() -> None:
        raise StoreError("disk gone")

    monkeypatch.setattr(served.store, "last_heartbeat", fail)
    answer = await served.get("/healthz")
    assert (answer.status, answer.json) == (503, {"code": "store_unavailable"})
    assert answer.headers["retry-after"] == "1"


async def test_a_fault_is_logged_under_the_id_that_the_answer_names(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(served.metrics, "text", fail)
    answer = await served.get("/metrics")
    assert (answer.status, answer.json["code"]) == (500, "internal")
    assert answer.json["detail"]["id"] in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "ZeroDivisionError" not in str(answer.body)


async def test_metrics_are_what_prometheus_reads(served: Served) -> None:
    served.metrics.refused.labels("occupied").inc()
    answer = await served.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert b'\ntengen_refused_total{code="occupied"} 1.0\n' in answer.body


async def test_problems_carry_registered_codes(served: Served) -> None:
    for target in ("/nothing", "/ws", "/api/games?x=1", "/api/games?cursor=~", "/api/games/abcdefgh"):
        assert (await served.get(target)).json["code"] in CODES


async def test_headers_sent_twice_do_no_harm(served: Served) -> None:
    answer = await served.get("/", Accept="text/html", accept="*/*", Accept_Encoding="gzip", accept_encoding="br")
    assert answer.status == 200
