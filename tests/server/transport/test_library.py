"""The library over HTTP: filters, pages, who sees what, exports."""

import asyncio
import json
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from gomoku.game import Reason
from gomoku.notation import psq, sgf
from gomoku.notation.games import moves_of_tree, tree_of_moves
from gomoku.notation.tree import Tree
from server.errors import Refused
from server.moderation.powers import Powers
from server.moderation.roles import Roles
from server.protocol import addresses
from server.protocol.api import GameHistory, GamePage
from server.protocol.events import Chose, Declared, Ended, Moved, Proposed, Seated, TookBack
from server.protocol.values import (
    BotRun,
    ByoYomiSpec,
    CanadianSpec,
    ClockSpec,
    CorrespondenceSpec,
    FischerSpec,
    NoClockSpec,
    Visibility,
    Who,
)
from server.ratings.held import Ratings
from server.store.writes import Append, NewGame
from server.transport import api, pictures
from server.transport.library import DAY_MS, write_time
from server.transport.pictures import film
from server.transport.routing import Call
from tests.kit.fair_play import make_idle
from tests.server.store.examples import add_player, created, finished, moved, new_room
from tests.server.transport.conftest import LADDER, Served

NOON = DAY_MS // 2
ANN, BOB = Who(id="annannannann", name="Ann"), Who(id="bobbobbobbob", name="Bob")


async def ids(served: Served, query: str = "", **headers: str) -> list[str]:
    answer = await served.get(f"/api/games?{query}", **headers)
    assert answer.status == 200, answer.body
    return [game.id for game in msgspec.json.decode(answer.body, type=GamePage).games]


async def library(served: Served) -> None:
    """Four games: one a day from the first day of 1970 on; the last is Bob's against himself."""
    ann, bob = await add_player(served.store, ANN.id, "Ann"), await add_player(served.store, BOB.id, "Bob")
    await finished(served.store, "game00000000", ann, bob, ended_at=NOON)
    await finished(served.store, "game00000001", ann, bob, ended_at=NOON + DAY_MS, winner="white")
    await finished(served.store, "game00000002", ann, bob, ended_at=NOON + 2 * DAY_MS, winner=None, rules="freestyle")
    await finished(served.store, "game00000003", bob, bob, ended_at=NOON + 3 * DAY_MS, rules="caro")


async def test_the_newest_game_comes_first(served: Served) -> None:
    assert await ids(served) == []
    await library(served)
    assert await ids(served) == ["game00000003", "game00000002", "game00000001", "game00000000"]


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ("player=Ann", [2, 1, 0]),
        (f"player={BOB.id}", [3, 2, 1, 0]),
        ("player=Nobody", []),
        ("level=3", []),
        ("rules=freestyle", [2]),
        ("result=black", [3, 0]),
        ("result=white", [1]),
        ("result=draw", [2]),
        ("since=1970-01-03", [3, 2]),
        ("until=1970-01-02", [1, 0]),
        ("since=1970-01-02&until=1970-01-02", [1]),
        ("since=0001-01-01&until=9999-12-31", [3, 2, 1, 0]),
        ("player=Ann&result=black", [0]),
    ],
)
async def test_filters(served: Served, query: str, numbers: list[int]) -> None:
    await library(served)
    assert await ids(served, query) == [f"game{number:08}" for number in numbers]


async def test_pages_follow_each_other_without_gap_or_repeat(served: Served) -> None:
    await library(served)
    seen: list[str] = []
    query = "limit=3"
    while True:
        page = msgspec.json.decode((await served.get(f"/api/games?{query}")).body, type=GamePage)
        seen += [game.id for game in page.games]
        if page.next is None:
            break
        query = f"limit=3&cursor={page.next}"
    assert seen == [f"game{number:08}" for number in (3, 2, 1, 0)]


@pytest.mark.parametrize("cursor", ["x", "!!!!", "OTk", "MS4yLjM"])
async def test_a_cursor_of_somebody_else_is_refused(served: Served, cursor: str) -> None:
    answer = await served.get(f"/api/games?cursor={cursor}")
    assert (answer.status, answer.json) == (400, {"code": "bad_cursor"})


async def test_one_game_whole(served: Served) -> None:
    await library(served)
    answer = await served.get("/api/games/game00000000")
    history = msgspec.json.decode(answer.body, type=GameHistory)
    assert (history.game.black, history.game.white, history.game.plies) == (ANN, BOB, 2)
    assert [move.name for move in history.moves] == ["A15", "B15"]
    assert [event.v for event in history.events] == [1, 2, 3, 4, 5]
    assert answer.headers["cache-control"] == "no-store"


async def test_a_game_that_is_not_there(served: Served) -> None:
    for target in ("/api/games/abcdefgh1234", "/api/games/abcdefgh1234.sgf"):
        answer = await served.get(target)
        assert (answer.status, answer.json) == (404, {"code": "not_found"})


@pytest.mark.parametrize(
    ("visibility", "stranger", "listed"),
    [("public", 200, True), ("link", 200, False), ("private", 404, False)],
)
async def test_who_sees_a_game(served: Served, visibility: Visibility, stranger: int, listed: bool) -> None:
    people = [await served.accounts.make_guest("en") for _ in range(3)]
    (owner, owner_token), (guest, guest_token), (_, other_token) = people
    await finished(
        served.store,
        "game00000000",
        Who(id=owner.id, name=owner.name),
        Who(id=guest.id, name=guest.name),
        ended_at=NOON,
        visibility=visibility,
    )
    for token in (owner_token, guest_token):
        headers = {"Authorization": f"Bearer {token}"}
        assert await ids(served, **headers) == ["game00000000"]
        for end in ("", ".sgf", ".psq", ".svg", ".gif"):
            assert (await served.get(f"/api/games/game00000000{end}", **headers)).status == 200
    nobody: dict[str, str] = {}
    for headers in (nobody, {"Authorization": f"Bearer {other_token}"}):
        assert await ids(served, **headers) == (["game00000000"] if listed else [])
        for end in ("", ".sgf", ".psq", ".svg", ".gif"):
            assert (await served.get(f"/api/games/game00000000{end}", **headers)).status == stranger


async def test_nobody_is_not_the_deleted_player_of_a_private_game(served: Served) -> None:
    gone = Who(id="gonegonegone", name="Gone")  # in no table of players: as after a deletion
    await finished(served.store, "game00000000", gone, gone, ended_at=NOON, visibility="private")
    assert (await served.get("/api/games/game00000000")).status == 404


@pytest.mark.parametrize("header", ["Bearer nobodys", "Bearer ", "Basic YTpi", "x"])
async def test_a_token_that_is_nobodys_is_refused(served: Served, header: str) -> None:
    for target in ("/api/games", "/api/games/abcdefgh1234"):
        answer = await served.get(target, Authorization=header)
        assert (answer.status, answer.json) == (401, {"code": "bad_token"})
        assert answer.headers["www-authenticate"] == "Bearer"


async def test_the_bots_seed_is_told_when_the_game_is_over(served: Served) -> None:
    ann = await add_player(served.store, ANN.id, "Ann")
    run = BotRun(level=1, engine="e", version="1", seed=7, limits={}, learned=4, weights=2, book=5)
    serial = served.store.new_serial()
    await served.store.commit(
        NewGame(serial, "game00000000", ann.id, None, created(ann, clock=NoClockSpec()), run),
        Append(serial, Seated(v=2, at=2, seat=1, who=Who(level=1), black=0), None, 0),
    )
    assert "bot" not in (await served.get("/api/games/game00000000")).json
    over = Ended(v=3, at=3, winner=None, reason="aborted", left=(None, None))
    await served.store.commit(Append(serial, over, None, 0))
    told = (await served.get("/api/games/game00000000")).json["bot"]
    assert (told["seed"], told["weights"]) == (7, 2)
    assert told.get("learned", 0) == told.get("book", 0) == 0  # they would count the games of others


@pytest.mark.parametrize("rated", [True, False])
async def test_a_bots_reasons_are_told_unless_a_rated_game_goes_on(served: Served, rated: bool) -> None:
    ann = await add_player(served.store, ANN.id, "Ann")
    why = {"kind": "attack", "candidates": [[0, 5]]}
    serial = await new_room(served.store, "game00000000", ann, rated=rated)
    await served.store.commit(
        Append(serial, Seated(v=2, at=2, seat=1, who=Who(level=3), black=1), None, 0),
        Append(serial, replace(moved(3, 0), seat=1, why=why, forced=True), None, 1),
        Append(serial, moved(4, 1), None, 2),
    )

    async def told() -> list[object]:
        history = msgspec.json.decode((await served.get("/api/games/game00000000")).body, type=GameHistory)
        assert history.moves[1].why is None
        assert history.moves[0].forced == (None if history.moves[0].why is None else True)
        return [history.moves[0].why, *(event.why for event in history.events if isinstance(event, Moved))]

    assert await told() == ([None, None, None] if rated else [why, why, None])
    over = Ended(v=5, at=5, winner="white", reason="resigned", left=(None, None))
    await served.store.commit(Append(serial, over, None, 2))
    assert await told() == [why, why, None]


async def test_scores_are_for_who_has_a_token(served: Served) -> None:
    player, token = await served.accounts.make_guest("en")
    me = Who(id=player.id, name=player.name)
    await finished(served.store, "game00000000", me, Who(level=2), ended_at=NOON)
    answer = await served.get("/api/scores", Authorization=f"Bearer {token}")
    assert answer.json == [{"level": 2, "won": 1, "drawn": 0, "lost": 0}]
    _, other = await served.accounts.make_guest("en")
    assert (await served.get("/api/scores", Authorization=f"Bearer {other}")).json == []
    for headers in ({}, {"Authorization": "Bearer nobodys"}):
        answer = await served.get("/api/scores", **headers)
        assert (answer.status, answer.json) == (401, {"code": "bad_token"})


async def test_exports_hold_moves_times_names_and_result(served: Served) -> None:
    await library(served)
    answer = await served.get("/api/games/game00000001.sgf")
    assert answer.headers["content-type"] == "application/x-go-sgf; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="tengen-game00000001.sgf"'
    record = sgf.load(answer.body.decode())
    assert (record.size, record.moves, record.rules) == (15, (0, 1), "renju")
    assert (record.black, record.white, record.date) == ("Ann", "Bob", "1970-01-01")
    assert record.outcome is not None
    assert (record.outcome.winner, record.outcome.reason) == (2, Reason.RESIGNED)
    answer = await served.get("/api/games/game00000001.psq")
    assert answer.headers["content-disposition"] == 'attachment; filename="tengen-game00000001.psq"'
    record = psq.load(answer.body.decode())
    assert (record.moves, record.think_ms, record.black) == ((0, 1), (10, 10), "Ann")


async def test_a_bot_and_a_name_in_chinese_are_exported(served: Served) -> None:
    lin = await add_player(served.store, "linlinlinlin", "林海峰]")
    await finished(served.store, "game00000000", lin, Who(level=2), ended_at=NOON)
    record = sgf.load((await served.get("/api/games/game00000000.sgf")).body.decode())
    assert (record.black, record.white) == ("林海峰]", "Bot, level 2")


async def test_an_export_tells_of_the_opening_in_the_language_that_is_asked_for(served: Served) -> None:
    ann = await add_player(served.store, ANN.id, "Ann")
    serial = await new_room(served.store, "game00000000", ann, opening="taraguchi_10")
    decided: dict[str, Any] = {"at": 4, "ply": 1, "think_ms": 0, "lag_ms": 0, "given_ms": 0, "left": (None, None)}
    await served.store.commit(
        Append(serial, Seated(v=2, at=2, seat=1, who=Who(level=2), black=0), None, 0),
        Append(serial, moved(3, 0), None, 1),
        Append(serial, Chose(v=4, seat=1, choice="swap", black=1, **decided), None, 1),
        Append(serial, Declared(v=5, seat=0, number=2, **decided), None, 1),
        Append(serial, Proposed(v=6, seat=0, points=[3, 4], **decided), None, 1),
    )
    told = {
        "": "Bot, level 2 swaps the colours; Ann: 2 fifth stones to be offered; Ann offers D15 E15",
        "?lang=en": "Bot, level 2 swaps the colours; Ann: 2 fifth stones to be offered; Ann offers D15 E15",
        "?lang=zh-Hans": "机器人，2 级 交换执色；Ann 宣布第五手 2 打；Ann 给出打点 D15 E15",
        "?lang=zh-Hant": "機器人，2 級 交換執色；Ann 宣布第五手 2 打；Ann 給出打點 D15 E15",
    }
    for query, comment in told.items():
        text = (await served.get(f"/api/games/game00000000.sgf{query}")).body.decode()
        assert f"C[{comment}]" in text
    for wrong in ("fr", "zh", ""):
        answer = await served.get(f"/api/games/game00000000.sgf?lang={wrong}")
        assert (answer.status, answer.json["code"]) == (400, "bad_filter")
        assert "lang" in answer.json["detail"]["why"]


async def test_an_export_tells_which_stones_the_players_have_not_laid(served: Served) -> None:
    ann = await add_player(served.store, ANN.id, "Ann")
    serial = await new_room(served.store, "game00000000", ann, start=[112, 0])
    await served.store.commit(
        Append(serial, Seated(v=2, at=2, seat=1, who=Who(level=2), black=0), None, 0),
        Append(serial, moved(3, 2, 113), None, 3),
    )
    told = {"en": "This position was given, and the game begins here", "zh-Hans": "以上局面为给定，对局由此开始"}
    for lang, comment in told.items():
        text = (await served.get(f"/api/games/game00000000.sgf?lang={lang}")).body.decode()
        assert text.count("C[") == 1
        assert f";W[aa]TGTHINK[0]C[{comment}]" in text


async def test_an_export_holds_the_moves_that_stand(served: Served) -> None:
    ann = await add_player(served.store, ANN.id, "Ann")
    serial = await new_room(served.store, "game00000000", ann)
    await served.store.commit(
        Append(serial, Seated(v=2, at=2, seat=1, who=ann, black=0), None, 0),
        *(Append(serial, moved(3 + ply, ply), None, ply + 1) for ply in range(3)),
        Append(serial, TookBack(v=6, at=6, seat=0, plies=2, left=(None, None)), None, 1),
        Append(serial, moved(7, 1, 100), None, 2),
    )
    record = sgf.load((await served.get("/api/games/game00000000.sgf")).body.decode())
    assert (record.moves, record.outcome) == ((0, 100), None)


async def test_the_ladder(served: Served) -> None:
    answer = await served.get("/api/levels")
    assert answer.json == json.loads(msgspec.json.encode(LADDER))


async def test_a_position_is_a_picture(served: Served) -> None:
    await library(served)
    answer = await served.get("/api/games/game00000000.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    text = answer.body.decode()
    assert "<title>Ann - Bob, 2</title>" in text
    assert text.count('r="13.5"') == 2
    one = (await served.get("/api/games/game00000000.svg?ply=1&numbers=false")).body.decode()
    assert one.count('r="13.5"') == 1
    assert 'font-size="12"' not in one
    assert (await served.get("/api/games/game00000000.svg?ply=900")).body.decode() == text
    assert (await served.get("/api/games/game00000000.svg?ply=-1")).status == 400
    assert (await served.get("/api/games/nothing00000.svg")).status == 404


async def test_any_position_is_a_picture(served: Served) -> None:
    answer = await served.get("/api/picture.svg?moves=H8,i9g7&size=15")
    assert answer.headers["content-type"] == "image/svg+xml"
    text = answer.body.decode()
    assert "<title>3</title>" in text
    assert text.count('r="13.5"') == 3
    assert 'font-size="12"' not in (await served.get("/api/picture.svg?moves=h8&numbers=false")).body.decode()
    film = await served.get("/api/picture.gif?moves=c3a1b2&size=3")
    assert film.headers["content-type"] == "image/gif"
    assert film.body.startswith(b"GIF89a")
    for wrong in ("moves=h8h8", "moves=z9", "size=21", "ply=1", "moves=d4&size=3"):
        assert (await served.get(f"/api/picture.svg?{wrong}")).status == 400, wrong
        assert (await served.get(f"/api/picture.gif?{wrong}")).status == 400, wrong


@pytest.mark.parametrize(
    ("clock", "left", "reserve", "written"),
    [
        (FischerSpec(60_000, 1_000), 42_000, None, (42_000, None)),
        (ByoYomiSpec(60_000, 10_000, 3), 90_000, None, (60_000, None)),
        (ByoYomiSpec(60_000, 10_000, 3), 30_000, None, (10_000, 3)),
        (ByoYomiSpec(60_000, 10_000, 3), 12_000, None, (2_000, 2)),
        (ByoYomiSpec(60_000, 10_000, 3), 10_000, None, (10_000, 1)),
        (CanadianSpec(60_000, 30_000, 5), 90_000, 0, (60_000, None)),
        (CanadianSpec(60_000, 30_000, 5), 21_000, 4, (21_000, 4)),
        (CorrespondenceSpec(move_ms=DAY_MS), DAY_MS, None, (None, None)),
        (CorrespondenceSpec(move_ms=DAY_MS, bank_ms=7 * DAY_MS), 6 * DAY_MS, None, (5 * DAY_MS, None)),
        (CorrespondenceSpec(135 * DAY_MS, 21 * DAY_MS), 21 * DAY_MS, 100 * DAY_MS, (100 * DAY_MS, None)),
        (NoClockSpec(), None, None, (None, None)),
    ],
)
def test_time_is_written_as_files_hold_it(
    clock: ClockSpec, left: int | None, reserve: int | None, written: tuple[int | None, int | None]
) -> None:
    assert write_time(clock, left, reserve) == written


async def test_a_game_is_a_film_which_is_kept(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    await library(served)
    made: list[tuple[int, ...]] = []

    def filmed(tree: Tree, numbers: bool) -> bytes:
        made.append(moves_of_tree(tree))
        return film(tree, numbers)

    monkeypatch.setattr(pictures, "film", filmed)
    for _ in range(2):
        answer = await served.get("/api/games/game00000000.gif")
        assert answer.headers["content-type"] == "image/gif"
        assert answer.body.startswith(b"GIF89a")
    assert made == [(0, 1)]


async def test_a_film_goes_on_when_who_asked_for_it_leaves(served: Served) -> None:
    await library(served)
    begun, go_on, ended = asyncio.Event(), asyncio.Event(), asyncio.Event()
    made: list[bytes] = []

    async def run(*_: object, **__: object) -> bytes:
        begun.set()
        task = asyncio.current_task()
        assert task is not None
        task.add_done_callback(lambda _: ended.set())
        await go_on.wait()
        made.append(b"GIF89a")
        return made[-1]

    powers = Powers(Roles(served.store))
    answers = api.Api(served.store, lambda: LADDER, lambda: 0, run, Ratings(served.store), make_idle(), powers)
    call = Call(addresses.GIF, {"id": "game00000000"}, asker="10.0.0.1")
    asked = asyncio.create_task(answers.answer(call, None))
    await begun.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    with pytest.raises(Refused, match="flood"):  # one of each address, whether anybody waits for it or not
        await asyncio.wait_for(answers.answer(call, None), 20)
    go_on.set()
    await ended.wait()
    assert (await answers.answer(call, None)).body == b"GIF89a"
    assert len(made) == 2


async def test_films_are_made_by_turns_of_the_addresses() -> None:
    begun: list[int] = []
    places = [asyncio.Event() for _ in range(8)]
    started = [asyncio.Event() for _ in range(8)]

    async def run(film: object, tree: Tree, *_: object, **__: object) -> bytes:
        moves = moves_of_tree(tree)
        begun.append(moves[0])
        started[moves[0]].set()
        await places[moves[0]].wait()
        return bytes(moves)

    studio = pictures.Films(run)
    ask = {n: asyncio.create_task(studio.make(f"10.0.0.{n}", "", tree_of_moves((n,), 15))) for n in (0, 1, 2)}
    await started[0].wait()
    with pytest.raises(Refused, match="flood"):
        await studio.make("10.0.0.1", "", tree_of_moves((7,), 15))
    ask[1].cancel()  # who leaves gives the turn away
    with pytest.raises(asyncio.CancelledError):
        await ask[1]
    places[0].set()
    assert await ask[0] == b"\0"
    again = asyncio.create_task(studio.make("10.0.0.0", "", tree_of_moves((3,), 15)))  # behind who has waited
    await started[2].wait()
    places[3].set()
    places[2].set()
    assert (await ask[2], await again) == (b"\2", b"\3")
    assert begun == [0, 2, 3]


async def test_who_has_waited_too_long_for_a_film_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    go_on, begun = asyncio.Event(), asyncio.Event()

    async def run(*_: object, **__: object) -> bytes:
        begun.set()
        await go_on.wait()
        return b"GIF89a"

    studio = pictures.Films(run)
    first = asyncio.create_task(studio.make("first", "", tree_of_moves((1,), 15)))
    await begun.wait()
    monkeypatch.setattr(pictures, "PATIENCE_S", 0.0)
    for _ in range(2):  # it may ask anew
        with pytest.raises(Refused, match="bots_busy"):
            await studio.make("second", "", tree_of_moves((2,), 15))
    go_on.set()
    assert await first == b"GIF89a"
    monkeypatch.setattr(pictures, "PATIENCE_S", 60.0)
    assert await studio.make("second", "", tree_of_moves((2,), 15)) == b"GIF89a"


async def test_no_more_addresses_wait_for_a_film_than_there_is_room_for() -> None:
    go_on, begun = asyncio.Event(), asyncio.Event()

    async def run(*_: object, **__: object) -> bytes:
        begun.set()
        await go_on.wait()
        return b"GIF89a"

    studio = pictures.Films(run)
    asked = [
        asyncio.create_task(studio.make(str(n), "", tree_of_moves((1,), 15))) for n in range(pictures.MOST_WAITING)
    ]
    await begun.wait()
    with pytest.raises(Refused, match="flood"):
        await studio.make("one more", "", tree_of_moves((1,), 15))
    go_on.set()
    assert await asyncio.gather(*asked) == [b"GIF89a"] * pictures.MOST_WAITING
