"""Answers over a real connection: methods, headers, the handshake, faults."""

import asyncio
import socket

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from gomoku.point import name
from server.config import Config
from server.errors import StoreError
from server.protocol.api import Explored, GameHistory, GamePage
from server.protocol.codes import CODES
from server.protocol.events import Seated
from server.protocol.query import ExplorerQuery, GamesQuery
from server.protocol.values import Language, Notation, Who
from server.store.games import library as stored
from server.store.store import Store
from server.store.writes import Append
from server.transport import library
from server.transport.api import MOST_LOOKING
from server.transport.budget import Budgets
from server.transport.http import BURST_S
from server.transport.proxy import is_loopback
from tests.server.store.examples import finished, moved, new_room
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

    async def fail(*_: object) -> None:
        raise StoreError("disk gone")

    monkeypatch.setattr(served.store, "fetch", fail)
    answer = await served.get("/healthz")
    assert (answer.status, answer.json) == (503, {"code": "store_unavailable"})
    assert answer.headers["retry-after"] == "1"


async def test_a_fault_is_logged_under_the_id_that_the_answer_names(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(served.metrics, "render", fail)
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


async def test_another_name_than_its_own_is_refused_with_the_setting(served: Served) -> None:
    for target in ("/", "/ws", "/api/games", "/metrics", "/nothing"):
        refused = await served.get(target, Host="evil.example:80")
        assert (refused.status, refused.json["code"]) == (421, "wrong_host")
        assert "TENGEN_PUBLIC_ORIGINS" in refused.json["detail"]["why"]
    for host in ("localhost", f"{socket.gethostname()}.local:{served.port}", "192.0.2.7"):
        assert (await served.get("/", Host=host)).status == 200


async def test_a_page_whose_name_was_made_to_lead_here_gets_no_socket(served: Served) -> None:
    upgrade = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec_WebSocket_Version": "13"}
    for host in ("evil.example", f"evil.example:{served.port}"):
        refused = await served.get("/ws", Host=host, Origin=f"http://{host}", **upgrade)
        assert refused.status == 421


async def test_metrics_are_closed_to_strangers(served: Served) -> None:
    assert (await served.get("/metrics")).status == 200
    for header in ("X_Forwarded_For", "Forwarded", "X_Real_IP", "Via"):
        forwarded = await served.get("/metrics", **{header: "127.0.0.1"})
        assert (forwarded.status, forwarded.json) == (403, {"code": "metrics_closed"})
        assert (await served.get("/metrics", **{header: "x", "Authorization": "Bearer secret"})).status == 200
        assert (await served.get("/metrics", **{header: "x", "Authorization": "Bearer other"})).status == 403


@pytest.mark.parametrize(
    ("peer", "own"),
    [
        ("127.0.0.1", True),
        ("127.8.9.1", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("10.0.0.1", False),
        ("", False),
    ],
)
def test_this_machine_is_known_by_its_address(peer: str, own: bool) -> None:
    assert is_loopback(peer) is own


async def test_an_address_has_a_budget_of_requests(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served.site, "_budgets", Budgets(0.01, 5))
    statuses = [(await served.get("/icon.svg")).status for _ in range(7)]
    assert statuses == [200] * 5 + [429] * 2
    refused = await served.get("/api/games")
    assert (refused.json, refused.headers["retry-after"]) == ({"code": "flood"}, "1")


async def test_a_filter_that_goes_through_games_costs_more_than_a_position(served: Served) -> None:
    served.site._budgets = Budgets(0.001, 45)
    found = [(await served.get(f"/api/explorer?since=2026-01-0{day}")).status for day in (1, 2, 3)]
    assert found == [200, 200, 429]
    assert [(await served.get("/api/explorer")).status for _ in range(6)] == [200] * 5 + [429]


async def test_positions_are_looked_up_so_many_at_a_time_for_all_together(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    go, explorer = asyncio.Event(), library.explorer

    async def held(store: Store, query: ExplorerQuery) -> Explored:
        await go.wait()
        return await explorer(store, query)

    known = await served.get("/api/explorer")
    monkeypatch.setattr(library, "explorer", held)
    waiting = [asyncio.create_task(served.get(f"/api/explorer?moves={name(at, 15)}")) for at in range(MOST_LOOKING)]
    while served.site._api._looking < MOST_LOOKING:
        await asyncio.sleep(0)
    refused = await served.get("/api/explorer?moves=a1")
    assert (refused.status, refused.json) == (429, {"code": "flood"})
    assert (await served.get("/api/explorer")).json == known.json, "what is kept costs nothing"
    go.set()
    assert {(await answer).status for answer in waiting} == {200}
    assert (await served.get("/api/explorer?moves=a1")).status == 200


def test_a_class_that_opens_the_page_at_once_is_within_it() -> None:
    assert BURST_S * Config().address_requests_per_s >= 30 * 100


async def test_pages_of_games_are_kept_until_something_changes_and_for_each_viewer_apart(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str | None] = []
    games = library.games

    async def counted(store: Store, query: GamesQuery, viewer: str | None) -> GamePage:
        asked.append(viewer)
        return await games(store, query, viewer)

    monkeypatch.setattr(library, "games", counted)
    ann, token = await served.accounts.make_guest("en", "")
    bob, other = await served.accounts.make_guest("en", "")

    async def listed(token: str | None = None) -> list[str]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        return [game["id"] for game in (await served.get("/api/games", **headers)).json["games"]]

    await finished(served.store, "private00000", Who(ann.id), Who(level=3), ended_at=5, visibility="private")
    for _ in range(3):
        assert (await listed(token), await listed(), await listed(other)) == (["private00000"], [], [])
    assert asked == [ann.id, None, bob.id]
    await finished(served.store, "public000000", Who(bob.id), Who(level=3), ended_at=6)
    assert await listed() == ["public000000"]
    await served.accounts.rename(bob.id, "Robert")
    page = (await served.get("/api/games")).json
    assert page["games"][0]["black"]["name"] == "Robert"
    await stored.delete_game(served.store, "public000000")
    assert await listed() == []


async def test_files_of_games_are_kept_once_these_are_over(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    export = library.export

    def counted(history: GameHistory, notation: Notation, lang: Language) -> library.Export:
        written.append(history.game.id)
        return export(history, notation, lang)

    monkeypatch.setattr(library, "export", counted)
    ann, token = await served.accounts.make_guest("en", "")
    serial = await new_room(served.store, "live00000000", Who(ann.id))
    await served.store.commit(Append(serial, Seated(v=2, at=1, seat=1, who=Who(level=3), black=0), None, 0))
    await finished(served.store, "over00000000", Who(ann.id), Who(level=3), ended_at=5, visibility="private")
    own = {"Authorization": f"Bearer {token}"}
    for v in (3, 4):
        assert b";B[ba]" not in (await served.get("/api/games/live00000000.sgf")).body
        await served.store.commit(Append(serial, moved(v, v - 3, v - 3), None, v - 2))
        for _ in range(2):
            assert (await served.get("/api/games/over00000000.sgf", **own)).status == 200
            assert (await served.get("/api/games/over00000000.sgf")).status == 404
    assert written.count("over00000000") == 1
    assert written.count("live00000000") == 2
    assert b";W[ba]" in (await served.get("/api/games/live00000000.sgf")).body
