"""Where requests lead."""

from datetime import date
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from server.protocol import addresses
from server.protocol.addresses import Address
from server.protocol.pages import PAGES, page_path
from server.protocol.query import GamesQuery, LinesQuery, PatternsQuery, PuzzleOverviewQuery, PuzzlesQuery, SgfQuery
from server.transport.routing import Built, Call, File, Page, Refusal, Route, route

ID = "abcDEF123456"


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("/ws", Call(addresses.SOCKET)),
        ("/ws?", Call(addresses.SOCKET)),
        ("/main.js?v=2", File("main.js")),
        ("/", Page("lobby")),
        ("/?lang=en", Page("lobby")),
        ("/games", Page("games")),
        ("/games/", Page("games")),
        ("/play", Page("play")),
        ("/play/next", File("play/next")),
        ("/settings", Page("settings")),
        ("/staff", Page("staff")),
        ("/staff/server", Page("staff")),
        ("/staff/classes", Page("classes")),
        ("/staff/classes/AbCdEfGh1234", Page("classes")),
        ("/code", Page("code")),
        ("/staff/rooms", Page("staff")),
        ("/oidc", Page("oidc")),
        ("/staff/settings", Page("staff")),
        ("/traps", Page("traps")),
        ("/puzzles", Page("puzzles")),
        ("/puzzles/storm", Page("run")),
        ("/puzzles/12", Page("puzzle")),
        ("/learn", Page("learn")),
        ("/rules", Page("rules")),
        ("/rules/swap2", Page("rules")),
        (f"/room/{ID}", Page("room")),
        (f"/game/{ID}?ply=3", Page("game")),
        (f"/room/{ID}/", Page("room")),
        ("/api/levels", Call(addresses.LEVELS)),
        ("/api/scores", Call(addresses.SCORES)),
        ("/api/scores/1", Refusal(404, "not_found")),
        ("/healthz", Call(addresses.HEALTH)),
        ("/metrics", Call(addresses.METRICS)),
        (f"/api/games/{ID}", Call(addresses.GAME, {"id": ID})),
        (f"/api/games/{ID}.sgf", Call(addresses.SGF, {"id": ID}, SgfQuery())),
        (f"/api/games/{ID}.sgf?lang=zh-Hant", Call(addresses.SGF, {"id": ID}, SgfQuery("zh-Hant"))),
        (f"/api/games/{ID}.psq", Call(addresses.PSQ, {"id": ID})),
        (f"/api/games/{ID}/analysis", Call(addresses.ANALYSIS, {"id": ID})),
        (f"/api/games/{ID}.sgf/analysis", Refusal(404, "not_found")),
        ("/api/patterns", Call(addresses.PATTERNS, {}, PatternsQuery())),
        ("/api/patterns?rules=caro&limit=5", Call(addresses.PATTERNS, {}, PatternsQuery("caro", 5))),
        ("/api/patterns/12", Call(addresses.PATTERN, {"key": "12"})),
        ("/api/patterns/renju-black:aa-e.d", Call(addresses.PATTERN, {"key": "renju-black:aa-e.d"})),
        ("/api/patterns/", Refusal(404, "not_found")),
        (f"/api/games/{ID}.pgn", Refusal(404, "not_found")),
        ("/api/games/short", Refusal(404, "not_found")),
        (f"/api/games/{ID}/", Refusal(404, "not_found")),
        (f"/api/games/{ID}%0a", Refusal(404, "not_found")),
        ("/api/puzzles/12", Call(addresses.PUZZLE, {"number": "12"})),
        ("/api/puzzles/0", Refusal(404, "not_found")),
        ("/api/puzzles/12x", Refusal(404, "not_found")),
        ("/api/puzzles/1234567890123456", Refusal(404, "not_found")),
        ("/api/puzzles", Call(addresses.PUZZLES, {}, PuzzleOverviewQuery())),
        ("/api/puzzles/next", Call(addresses.NEXT_PUZZLE, {}, PuzzlesQuery())),
        (
            "/api/puzzles/next?kind=win&rules=caro&after=12",
            Call(addresses.NEXT_PUZZLE, {}, PuzzlesQuery("win", "caro", after=12)),
        ),
        ("/api/lines", Call(addresses.LINES, {}, LinesQuery())),
        ("/api/lines/today", Call(addresses.TODAY)),
        (f"/api/lines/{ID}", Call(addresses.LINE, {"game": ID})),
        ("/api/bots/10", Call(addresses.BOT, {"level": "10"})),
        ("/api/bots/1000", Refusal(404, "not_found")),
        ("/api/nothing", Refusal(404, "not_found")),
        ("*", Refusal(404, "not_found")),
        ("http://elsewhere/", Refusal(404, "not_found")),
        ("/main.js", File("main.js")),
        ("/b/0123456789ab/lib/dom.js", Built("0123456789ab", "lib/dom.js")),
        ("/b/0123456789/lib/dom.js", File("b/0123456789/lib/dom.js")),
        ("/lib/dom%2ejs", File("lib/dom.js")),
        ("/room/short", File("room/short")),
        ("/../server/app.py", File("../server/app.py")),
    ],
)
def test_each_address(target: str, found: Route) -> None:
    assert route("GET", target) == found
    assert route("HEAD", target) == found


def test_the_path_of_each_page_leads_to_the_page() -> None:
    ids = {"bot": "7", "classes": ID, "staff": "rooms", "run": "storm"}
    for name, path in PAGES.items():
        assert route("GET", page_path(name, ids.get(name, ID))) == Page(name), name
        assert ("{" in path and "?" not in path) or route("GET", page_path(name)) == Page(name), name


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "get"])
def test_other_methods_are_refused_everywhere(method: str) -> None:
    for target in ("/", "/ws", "/api/games", "/nothing"):
        assert route(method, target) == Refusal(405, "method_not_allowed")


def test_filters_are_read_with_their_types() -> None:
    assert route("GET", "/api/games") == Call(addresses.GAMES, {}, GamesQuery())
    query = "player=Ann%20B&level=3&rules=renju&result=draw&since=2026-01-31&until=2026-02-01&limit=100&cursor=abc"
    assert route("GET", f"/api/games?{query}") == Call(
        addresses.GAMES,
        {},
        GamesQuery(
            player="Ann B",
            level=3,
            rules="renju",
            result="draw",
            since=date(2026, 1, 31),
            until=date(2026, 2, 1),
            limit=100,
            cursor="abc",
        ),
    )


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=ten",
        "limit=",
        "limit=1&limit=2",
        "level=-1",
        "level=1000",
        "rules=chess",
        "result=won",
        "since=yesterday",
        "since=2026-02-30",
        "since=2026-01-01T00:00:00",
        "player=",
        f"player={'x' * 41}",
        "cursor=",
        f"cursor={'x' * 65}",
        "colour=black",
        "limit",
        "&".join(f"a{number}=1" for number in range(20)),
    ],
)
def test_a_bad_filter_is_refused_with_the_reason(query: str) -> None:
    found = route("GET", f"/api/games?{query}")
    assert isinstance(found, Refusal)
    assert (found.status, found.code) == (400, "bad_filter")
    assert found.why


SAMPLE = {"id": ID, "game": ID, "key": "aa-e.d", "level": "3", "number": "12", "name": "Ada", "version": "0"}


OURS = [address for address in addresses.ADDRESSES if address is not addresses.OIDC_CALLBACK]  # providers add their own


@pytest.mark.parametrize("address", OURS, ids=lambda address: address.path)
def test_a_parameter_that_an_address_does_not_have_is_refused_everywhere(address: Address) -> None:
    path = address.path.format(**SAMPLE)
    found = route("GET", f"{path}?colour=black")
    assert found == Refusal(400, "bad_filter", "Object contains unknown field `colour`")
    assert isinstance(route("GET", path), Call)


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126)))
def test_no_target_upsets_it(target: str) -> None:
    assert isinstance(route("GET", "/api/games?" + target), Call | Refusal)
    route("GET", "/" + target)


def path_part(name: str) -> str:
    """A name as the page links it (``pathPart`` of ``web_client/lib/router.js``)."""
    return "%20.." if name == ".." else quote(name, safe="-_.!~*'()")


WHOLE = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")), min_size=2, max_size=20)
"""Names as one may ever have had."""


@given(WHOLE.map(lambda name: " ".join(name.split())).filter(bool))
@example("a/b")
@example("a\\b")
@example("..")
@example("%2F")
@example("100%")
@example("?#&")
@example("a//b/")
def test_every_name_leads_to_its_profile_and_its_page(name: str) -> None:
    found = route("GET", f"/api/players/{path_part(name)}")
    assert isinstance(found, Call)
    assert (found.address, found.named["name"].strip()) == (addresses.PLAYER, name)
    assert isinstance(route("GET", f"/players/{path_part(name)}"), Page)


@pytest.mark.parametrize("target", ["/lib%2Fapi.js", "/..%2Fsecret", "/b/0123456789ab/..%2Fx"])
def test_a_slash_that_is_escaped_leads_into_no_folder(target: str) -> None:
    found = route("GET", target)
    assert isinstance(found, File | Built)
    assert "/" not in found.name
