"""The book of ratings in a real store: whatever happened, its numbers are those of counting everything anew."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from server.protocol.values import NoClockSpec, Who
from server.ratings import book as the_book
from server.ratings.book import Counted, RatingBook, find_due
from server.ratings.glicko2 import PlayerRating
from server.ratings.held import Ratings, read_ratings
from server.ratings.identity import AFTER_CHANGE, OFFSET
from server.ratings.ledger import RatedGame, RatingPool
from server.store import library, players, ratings
from server.store.ratings import FAMILIES
from server.store.records import StoredPlayer
from server.store.store import Store
from tests.server.ratings.rated_games import SLOW, add_account, count_anew, dump, end_game, make_rated

GOMOKU = RatingPool("gomoku", False)
DAY = 86_400_000
NAMES = ["ada", "bob", "cy", "dee"]


@st.composite
def lives(draw: st.DrawFn) -> list[tuple[Any, ...]]:
    """Things that happen: games of some people, which end in whatever order of times; counts of what waits; games that
    are struck out, brought back and deleted; people who go."""
    games, found = 0, []
    for _ in range(draw(st.integers(1, 14))):
        kind = draw(
            st.sampled_from(["game", "game", "game", "game", "count", "step", "strike", "restore", "delete", "go"])
        )
        if kind == "game" or not games:
            games += 1
            pair = draw(st.permutations(range(len(NAMES))))[:2]
            rules, clock = (
                draw(st.sampled_from(["freestyle", "standard", "renju"])),
                draw(st.sampled_from([None, SLOW])),
            )
            ended_at = draw(st.sampled_from([5_000, 5_000, 3 * DAY, 7 * DAY, 20 * DAY, 21 * DAY]))
            found.append(("game", *pair, ended_at, draw(st.sampled_from(["black", "white", None])), rules, clock))
        else:
            found.append((kind, draw(st.integers(0, 99))))
    return found


WRITTEN = "games", "rating_entries", "ratings", "rating_changes", "rating_bots", "first_moves", "accounts", "players"


def test_the_numbers_are_those_of_counting_anew_whatever_happened(path: Path) -> None:
    with asyncio.Runner() as runner:
        store = runner.run(Store.open(path))

        @given(lives())
        @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def check(life: list[tuple[Any, ...]]) -> None:
            runner.run(store.execute(*((f"DELETE FROM {table}", ()) for table in WRITTEN)))
            runner.run(live(store, life))

        try:
            check()
        finally:
            runner.run(store.close())


async def live(store: Store, life: list[tuple[Any, ...]]) -> None:
    who = [await add_account(store, name) for name in NAMES]
    book, games, struck, ids = RatingBook(store, at_once=2), dict[str, RatedGame](), set[str](), list[str]()
    gone: set[str] = set()
    for kind, *more in life:
        match kind:
            case "game":
                one, other, ended_at, winner, rules, clock = more
                id = f"game{len(ids):08}"
                serial = await end_game(
                    *(store, id, who[one], who[other]), ended_at=ended_at, winner=winner, rules=rules, clock=clock
                )
                ids.append(id)
                if not gone & {NAMES[one], NAMES[other]}:
                    pair = NAMES[one], NAMES[other]
                    games[id] = make_rated(serial, ended_at, *pair, winner, rules, clock or NoClockSpec())
            case "count":
                await book.catch_up()
            case "step":
                for family in FAMILIES:
                    await book._step(family)
            case "strike" | "restore":
                id = ids[more[0] % len(ids)]
                entry = await ratings.find_entry(store, id)
                if entry is not None:
                    await store.execute(ratings.strike(entry["serial"], "struck" if kind == "strike" else None))
                    (struck.add if kind == "strike" else struck.discard)(id)
            case "delete":
                id = ids[more[0] % len(ids)]
                await library.delete_game(store, id)
                games.pop(id, None)
            case "go":
                name = NAMES[more[0] % len(NAMES)]
                gone.add(name)
                await players.delete(store, name, 1)
    await book.catch_up()
    counting = [game for id, game in games.items() if id not in struck]
    assert await held(store) == count_anew(counting)
    changed = await store.fetch("SELECT DISTINCT game FROM rating_changes")
    assert {f"{row['game']:09}" for row in changed} == {game.id for game in counting}
    before = await dump(store)
    await store.execute(ratings.begin_anew())
    assert await book.catch_up() >= len(counting)
    assert await dump(store) == before


async def held(store: Store) -> dict[tuple[str, RatingPool], Any]:
    return {(name, pool): rating for name in NAMES for pool, rating in (await read_ratings(store, name)).items()}


async def test_a_game_that_comes_late_changes_those_after_it(store: Store) -> None:
    ada, bob = [await add_account(store, name) for name in NAMES[:2]]
    book = RatingBook(store)
    late = await end_game(store, "game00000002", ada, bob, ended_at=9_000)
    await book.catch_up()
    early = await end_game(store, "game00000001", bob, ada, ended_at=8_000)
    await book.catch_up()
    games = [
        make_rated(early, 8_000, "bob", "ada", "black", "freestyle", NoClockSpec()),
        make_rated(late, 9_000, "ada", "bob", "black", "freestyle", NoClockSpec()),
    ]
    assert await held(store) == count_anew(games)


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"rules": "row_4"}, "rules"),
        ({"visibility": "link"}, "not_public"),
        ({"visibility": "private"}, "not_public"),
        ({"reason": "aborted", "winner": None}, "aborted"),
        ({"plies": 1, "reason": "timeout"}, "too_short"),
        ({}, None),
    ],
)
async def test_what_changes_nothing_says_why(store: Store, wishes: dict[str, Any], reason: str | None) -> None:
    ada, bob = [await add_account(store, name) for name in NAMES[:2]]
    told: list[Counted] = []
    book = RatingBook(store, lambda counted, held: told.extend(counted))
    await end_game(store, "game00000001", ada, bob, ended_at=9_000, **wishes)
    await book.catch_up()
    assert [(each.game, each.reason, len(each.seats)) for each in told] == [
        ("game00000001", reason, 2 if reason is None else 0)
    ]
    assert bool(await held(store)) == (reason is None)


async def test_a_guest_is_not_rated_nor_is_what_was_not_asked_to_be(store: Store) -> None:
    ada = await add_account(store, "ada")
    await players.insert(store, StoredPlayer("guest", "guest", 1), b"guest")
    told: list[Counted] = []
    book = RatingBook(store, lambda counted, held: told.extend(counted))
    await end_game(store, "game00000001", ada, Who("guest", "guest"), ended_at=9_000)
    await end_game(store, "game00000002", ada, Who("guest", "guest"), ended_at=9_000, rated=False)
    await store.execute(("INSERT INTO accounts (player, look, created_at) VALUES ('guest', 'guest', 9001)", ()))
    await book.catch_up()
    await store.execute(ratings.begin_anew())
    await book.catch_up()
    assert [(each.game, each.reason) for each in told] == [("game00000001", "no_account")]
    assert await held(store) == {}


async def test_a_bot_begins_by_the_ladder_and_a_new_version_inherits(store: Store) -> None:
    ada = await add_account(store, "ada")
    book, pool = RatingBook(store), GOMOKU
    await end_game(store, "game00000001", ada, Who(level=6), ended_at=9_000, version="double_threat 1")
    await book.catch_up()
    (change,) = await store.fetch("SELECT * FROM rating_changes WHERE seat = 1")
    assert (change["rating0"], change["deviation0"]) == (1259 + OFFSET, 350)
    before = (await read_ratings(store, "6:double_threat 1"))[pool].rating
    for n in range(12):  # until it is well known
        await end_game(store, f"game1000{n:04}", ada, Who(level=6), ended_at=9_100 + n, version="double_threat 1")
    await book.catch_up()
    before = (await read_ratings(store, "6:double_threat 1"))[pool].rating
    assert before.deviation < AFTER_CHANGE
    await end_game(store, "game00000003", ada, Who(level=6), ended_at=9_200, version="double_threat 2")
    await book.catch_up()
    (change,) = await store.fetch("SELECT * FROM rating_changes WHERE player = '6:double_threat 2'")
    assert (change["rating0"], change["deviation0"]) == (before.value, AFTER_CHANGE)
    assert (await read_ratings(store, "6:double_threat 1"))[pool].rating == before
    told = await dump(store)
    await store.execute(ratings.begin_anew())
    await book.catch_up()
    assert await dump(store) == told


async def test_the_first_move_counts_once_there_are_enough_games(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ratings.first_move.FEWEST", 8)
    monkeypatch.setattr(the_book, "FEWEST", 8)
    chance = random.Random(1)
    who = [await add_account(store, name) for name in NAMES]
    book = RatingBook(store, at_once=5)
    for n in range(21):
        one, other = chance.sample(who, 2)
        winner: Any = "black" if chance.random() < 0.8 else "white"
        await end_game(store, f"game{n:08}", one, other, ended_at=9_000 + n // 3, winner=winner)
        if n % 4 == 0:
            await book.catch_up()
    await book.catch_up()
    found = await store.fetch("SELECT * FROM first_moves ORDER BY games")
    assert [row["games"] for row in found] == [8, 10, 12, 15, 18]
    assert [row["kind"] for row in found] == ["freestyle 15 free"] * 5
    assert found[0]["points"] > 0
    used = await store.fetch("SELECT advantage FROM rating_changes WHERE first = 1 ORDER BY ended_at, game")
    steps = [0.0] * 8 + [found[0]["points"]] * 2 + [found[1]["points"]] * 2
    assert [row["advantage"] for row in used][:12] == steps
    told = await dump(store)
    await store.execute(ratings.begin_anew())
    await book.catch_up()
    assert await dump(store) == told
    await store.execute(ratings.strike((await ratings.find_entry(store, "game00000002"))["serial"], "struck"))  # type: ignore[index]
    await book.catch_up()
    assert len(await store.fetch("SELECT * FROM first_moves")) == 5  # of 20 games
    struck = await dump(store)
    assert struck != told
    await store.execute(ratings.strike((await ratings.find_entry(store, "game00000002"))["serial"], None))  # type: ignore[index]
    await book.catch_up()
    assert await dump(store) == told


async def test_what_is_struck_out_while_it_is_counted_is_undone(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ada, bob = [await add_account(store, name) for name in NAMES[:2]]
    book = RatingBook(store)
    serials = [await end_game(store, f"game0000000{n}", ada, bob, ended_at=9_000 + n) for n in range(3)]
    prepare = book._prepare

    async def strike_meanwhile(rows: Any) -> Any:
        monkeypatch.setattr(book, "_prepare", prepare)
        await store.execute(ratings.strike(serials[1], "struck"))
        return await prepare(rows)

    monkeypatch.setattr(book, "_prepare", strike_meanwhile)
    await book.catch_up()
    left = [make_rated(serials[n], 9_000 + n, "ada", "bob", "black", "freestyle", NoClockSpec()) for n in (0, 2)]
    assert await held(store) == count_anew(left)
    assert len(await store.fetch("SELECT * FROM rating_changes")) == 4


def test_an_estimate_is_due_each_time_there_is_a_quarter_more() -> None:
    assert [find_due(games) for games in (0, 199, 200, 249, 250, 311, 312, 389, 390)] == [
        0,
        0,
        200,
        200,
        250,
        250,
        312,
        312,
        390,
    ]


async def test_an_unplayed_pool_is_not_there(store: Store) -> None:
    assert await read_ratings(store, "nobody") == {}
    assert PlayerRating() == PlayerRating(1500.0, 350.0, 0.06)


async def test_what_is_read_follows_what_is_counted(store: Store) -> None:
    ada, bob = [await add_account(store, name) for name in NAMES[:2]]
    known = Ratings(store)
    book = RatingBook(store, lambda counted, held: known.note(held), known.forget)
    assert await known.read("ada") == {}
    assert known.peek("bob") is None
    await end_game(store, "game00000001", ada, bob, ended_at=9_000)
    await book.catch_up()
    assert known.peek("ada") == await known.read("ada") == await read_ratings(store, "ada") != {}
    await library.delete_game(store, "game00000001")
    await book.catch_up()
    assert await known.read("ada") == await read_ratings(store, "ada") == {}
