"""Where requests lead."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.protocol.query import GamesQuery, PatternsQuery, PuzzlesQuery
from server.transport.routing import (
    Analysis,
    Built,
    Export,
    File,
    Game,
    Games,
    Health,
    Levels,
    Measurements,
    NextPuzzle,
    Page,
    Pattern,
    Patterns,
    Puzzle,
    Refusal,
    Route,
    Scores,
    Socket,
    route,
)

ID = "abcDEF123456"


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ("/ws", Socket()),
        ("/ws?room=1", Socket()),
        ("/", Page()),
        ("/?lang=en", Page()),
        ("/games", Page()),
        ("/games/", Page()),
        ("/play", Page()),
        ("/play/next", File("play/next")),
        ("/settings", Page()),
        ("/traps", Page()),
        ("/puzzles/12", Page()),
        (f"/room/{ID}", Page()),
        (f"/game/{ID}?ply=3", Page()),
        (f"/room/{ID}/", Page()),
        ("/api/levels", Levels()),
        ("/api/scores", Scores()),
        ("/api/scores/1", Refusal(404, "not_found")),
        ("/healthz", Health()),
        ("/metrics", Measurements()),
        (f"/api/games/{ID}", Game(ID)),
        (f"/api/games/{ID}.sgf", Export(ID, "sgf")),
        (f"/api/games/{ID}.psq", Export(ID, "psq")),
        (f"/api/games/{ID}/analysis", Analysis(ID)),
        (f"/api/games/{ID}.sgf/analysis", Refusal(404, "not_found")),
        ("/api/patterns", Patterns(PatternsQuery())),
        ("/api/patterns?rules=caro&sort=met", Patterns(PatternsQuery("caro", "met"))),
        ("/api/patterns/12", Pattern("12")),
        ("/api/patterns/renju-black:aa-e.d", Pattern("renju-black:aa-e.d")),
        ("/api/patterns/", Refusal(404, "not_found")),
        (f"/api/games/{ID}.pgn", Refusal(404, "not_found")),
        ("/api/games/short", Refusal(404, "not_found")),
        (f"/api/games/{ID}/", Refusal(404, "not_found")),
        (f"/api/games/{ID}%0a", Refusal(404, "not_found")),
        ("/api/puzzles/12", Puzzle(12)),
        ("/api/puzzles/0", Refusal(404, "not_found")),
        ("/api/puzzles/12x", Refusal(404, "not_found")),
        ("/api/puzzles/1234567890123456", Refusal(404, "not_found")),
        ("/api/puzzles", Refusal(404, "not_found")),
        ("/api/puzzles/next", NextPuzzle(PuzzlesQuery())),
        ("/api/puzzles/next?kind=win&rules=caro&after=12", NextPuzzle(PuzzlesQuery("win", "caro", 12))),
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


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "get"])
def test_other_methods_are_refused_everywhere(method: str) -> None:
    for target in ("/", "/ws", "/api/games", "/nothing"):
        assert route(method, target) == Refusal(405, "method_not_allowed")


def test_filters_are_read_with_their_types() -> None:
    assert route("GET", "/api/games") == Games(GamesQuery())
    query = "player=Ann%20B&level=3&rules=renju&result=draw&since=2026-01-31&until=2026-02-01&limit=100&cursor=abc"
    assert route("GET", f"/api/games?{query}") == Games(
        GamesQuery(
            player="Ann B",
            level=3,
            rules="renju",
            result="draw",
            since=date(2026, 1, 31),
            until=date(2026, 2, 1),
            limit=100,
            cursor="abc",
        )
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


@given(st.text(st.characters(min_codepoint=33, max_codepoint=126)))
def test_no_target_upsets_it(target: str) -> None:
    assert isinstance(route("GET", "/api/games?" + target), Games | Refusal)
    route("GET", "/" + target)
