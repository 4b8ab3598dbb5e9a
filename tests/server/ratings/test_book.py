"""The book of ratings in a real store: whatever happened, its numbers are those of counting everything anew."""

import asyncio
import random
from math import log
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bots.levels import level
from server.protocol.values import NoClockSpec, ReasonName, Who
from server.ratings import book as the_book
from server.ratings.book import FEWEST, SPREAD, Counted, FirstMoveGame, RatingBook, estimate, find_due
from server.ratings.glicko2 import PlayerRating, expect
from server.ratings.held import Ratings, read_ratings
from server.ratings.identity import AFTER_CHANGE, OFFSET, BotIdentity, BotOrigin
from server.ratings.ledger import RatedGame, RatingPool
from server.store import joining
from server.store.games import library, ratings
from server.store.games.ratings import FAMILIES
from server.store.people import players
from server.store.records import StoredPlayer
from server.store.store import Store
from tests.server.ratings.rated_games import (
    SLOW,
    add_account,
    begin_game,
    count_anew,
    dump,
    end_game,
    finish_game,
    make_rated,
)
from tests.server.store.examples import add_player

GOMOKU = RatingPool("gomoku", False)
DAY = 86_400_000
NAMES = ["ada", "bob", "cy", "dee"]


@st.composite
def lives(draw: st.DrawFn) -> list[tuple[Any, ...]]:
    """Things that happen: games of some people, which end in whatever order of times, and against bots, some at once;
    counts of what waits; games that are struck out, brought back and deleted; people who go."""
    games, found = 0, list[tuple[Any, ...]]()
    for _ in range(draw(st.integers(1, 14))):
        kind = draw(
            st.sampled_from(
                ["game", "game", "game", "game", "bot", "count", "step", "strike", "restore", "delete", "go"]
            )
        )
        if kind == "bot":
            ended_at = draw(st.sampled_from([5_000, 2 * DAY, 3 * DAY - 1, 3 * DAY + 5_000]))
            games += (many := draw(st.integers(1, 7)))
            found.append(("bot", draw(st.integers(0, 1)), ended_at, draw(st.sampled_from([6, 7])), many))
        elif kind == "game" or not games:
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
    gone, played = set[str](), dict[str, tuple[tuple[int, int], int]]()
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
            case "bot":
                one, ended_at, level, many = more
                for _ in range(many):
                    id, bot = f"game{len(ids):08}", find_bot(level)
                    serial = await end_game(
                        *(store, id, who[one], Who(level=level)),
                        ended_at=ended_at,
                        version=bot.version,
                        began_at=ended_at,
                    )
                    ids.append(id)
                    had = [
                        other
                        for other, (pair, at) in played.items()
                        if pair == (one, level) and at > ended_at - DAY and other in games and other not in struck
                    ]
                    played[id] = (one, level), ended_at
                    if NAMES[one] not in gone and len(had) < ratings.MOST_AGAINST_BOT:
                        rated = make_rated(serial, ended_at, NAMES[one], bot.key, "black", "freestyle", NoClockSpec())
                        games[id] = rated
            case "count":
                await book.catch_up()
            case "step":
                for family in FAMILIES:
                    await book._step(family)
            case "strike" | "restore":
                id = ids[more[0] % len(ids)]
                entry = await ratings.find_entry(store, id)
                if entry is not None:
                    await store.execute(ratings.strike(entry.serial, "struck" if kind == "strike" else None))
                    (struck.add if kind == "strike" else struck.discard)(id)
            case "delete":
                id = ids[more[0] % len(ids)]
                await library.delete_game(store, id)
                games.pop(id, None)
                played.pop(id, None)
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


def find_bot(level: int) -> BotIdentity:
    return BotIdentity(level, f"engine of {level} 1", 0)


async def held(store: Store) -> dict[tuple[str, RatingPool], Any]:
    everybody = [*NAMES, *(find_bot(level).key for level in (6, 7))]
    return {(name, pool): rating for name in everybody for pool, rating in (await read_ratings(store, name)).items()}


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


async def test_some_games_a_day_against_one_bot_count(store: Store) -> None:
    ada, bob = [await add_account(store, name) for name in NAMES[:2]]
    book, told = RatingBook(store), dict[str, str | None]()
    book = RatingBook(store, lambda counted, held: told.update({each.game: each.reason for each in counted}))

    async def play(id: str, who: Who, level: int, ended_at: int, **wishes: Any) -> str | None:
        began_at = wishes.pop("began_at", ended_at)
        names = id.ljust(12, "-"), who, Who(level=level)
        await end_game(store, *names, ended_at=ended_at, began_at=began_at, **wishes)
        await book.catch_up()
        return told[id.ljust(12, "-")]

    assert await play("short", ada, 6, DAY, plies=1, reason="timeout") == "too_short"  # and is none of them
    for n in range(5):
        assert await play(f"game{n}", ada, 6, DAY + n, version=f"double_threat {n}") is None
    assert await play("again", ada, 6, DAY + 9) == "same_bot"
    assert await play("renju", ada, 6, DAY + 9, rules="renju") == "same_bot"
    assert await play("other", ada, 5, DAY + 9) is None
    assert await play("bobs", bob, 6, DAY + 9) is None
    assert await play("a day", ada, 6, 2 * DAY - 1) == "same_bot"
    assert await play("next day", ada, 6, 2 * DAY) is None
    (entry,) = await store.fetch("SELECT serial FROM games WHERE id = 'game0-------'")
    await store.execute(ratings.strike(entry["serial"], "struck"))
    await book.catch_up()
    assert {told[id] for id in told if id.startswith(("again", "renju"))} == {"same_bot"}  # as it was told


@pytest.mark.parametrize("reason", ["resigned", "aborted"])
async def test_of_games_at_once_with_a_bot_those_begun_first_count(store: Store, reason: ReasonName) -> None:
    """Else who plays several would end those that are lost when no more count, or abort one where another is won."""
    ada, told = await add_account(store, "ada"), dict[str, str | None]()
    book = RatingBook(store, lambda counted, held: told.update({each.game: each.reason for each in counted}))
    parked = await begin_game(store, "parked------", ada, Who(level=6))
    for n in range(5):
        await end_game(store, f"game{n:08}", ada, Who(level=6), began_at=2000 + n, ended_at=3000 + n)
    await finish_game(store, parked, ended_at=5000, plies=2, winner="white", reason=reason)
    await book.catch_up()
    assert told.pop("parked------") == ("aborted" if reason == "aborted" else None)
    assert list(told.values()) == [None] * 4 + ["same_bot"]


async def test_who_has_an_account_by_the_end_alone_has_nothing_counted(store: Store) -> None:
    """Neither by keeping a name nor by signing in to one that is kept; else who wins would be rated, who loses not."""
    ada, cy = await add_account(store, "ada"), await add_account(store, "cy")
    guests = [await add_player(store, id, id) for id in ("keeper", "joiner")]
    games = [await begin_game(store, f"{who.id:->12}", ada, who) for who in guests]
    games.append(await begin_game(store, "both--------", ada, cy))
    await store.execute(("INSERT INTO accounts (player, look, created_at) VALUES ('keeper', 'keeper', 2)", ()))
    await joining.join(store, "joiner", "cy", 2)
    await store.execute(("DELETE FROM accounts WHERE player = 'cy'", ()))
    for n, serial in enumerate(games):
        await finish_game(store, serial, ended_at=9_000 + n)
    entries = await store.fetch("SELECT game, reason FROM rating_entries ORDER BY game")
    assert [tuple(row) for row in entries] == [(games[0], "no_account"), (games[1], "no_account"), (games[2], None)]


async def test_guests_bring_an_account_no_games_with_a_bot_that_count(store: Store) -> None:
    """Games of three guests, each stopped before the end, and won once all of them have signed in to one account."""
    ada, book = await add_account(store, "ada"), RatingBook(store)
    games = []
    for guest in ("one", "two", "three"):
        who = await add_player(store, guest, guest)
        games += [await begin_game(store, f"{guest}{n}".rjust(12, "-"), who, Who(level=6)) for n in range(4)]
        await joining.join(store, guest, "ada", 2)
    own = [await begin_game(store, f"own{n}".rjust(12, "-"), ada, Who(level=6)) for n in range(6)]
    for n, serial in enumerate([*games, *own]):
        await finish_game(store, serial, ended_at=9_000 + n)
    await book.catch_up()
    rows = await store.fetch("SELECT reason FROM rating_entries ORDER BY ended_at")
    # and those that do not count take no place of those that do
    assert [row["reason"] for row in rows] == ["no_account"] * 12 + [None] * 5 + ["same_bot"]
    assert {held.games for held in (await read_ratings(store, "ada")).values()} == {5}


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
    await end_game(store, "game00000001", ada, Who(level=7), ended_at=9_000, version="search 1")
    await book.catch_up()
    (change,) = await store.fetch("SELECT * FROM rating_changes WHERE seat = 1")
    assert (change["rating0"], change["deviation0"]) == ((level(7).elo or 0) + OFFSET, 350)
    before = (await read_ratings(store, "7:search 1"))[pool].rating
    for n in range(12):  # until it is well known
        one = await add_account(store, f"one{n}")
        await end_game(store, f"game1000{n:04}", one, Who(level=7), ended_at=9_100 + n, version="search 1", winner=None)
    await book.catch_up()
    before = (await read_ratings(store, "7:search 1"))[pool].rating
    assert before.deviation < AFTER_CHANGE
    await end_game(store, "game00000003", ada, Who(level=7), ended_at=9_200, version="search 2")
    await book.catch_up()
    (change,) = await store.fetch("SELECT * FROM rating_changes WHERE player = '7:search 2'")
    assert (change["rating0"], change["deviation0"]) == (before.value, AFTER_CHANGE)
    assert (await read_ratings(store, "7:search 1"))[pool].rating == before
    told = await dump(store)
    await store.execute(ratings.begin_anew())
    await book.catch_up()
    assert await dump(store) == told


async def test_a_classic_bot_is_an_anchor(store: Store) -> None:
    book, key = RatingBook(store), "6:double_threat 1"
    for n in range(20):
        one = await add_account(store, f"one{n}")
        await end_game(store, f"game{n:08}", one, Who(level=6), ended_at=9_000 + n, version="double_threat 1")
    await book.catch_up()
    changes = await store.fetch("SELECT * FROM rating_changes WHERE player = ? ORDER BY ended_at", (key,))
    assert (changes[0]["rating0"], changes[0]["deviation0"]) == (1259 + OFFSET, 30)
    assert max(abs(change["rating"] - change["rating0"]) for change in changes) < 3
    assert changes[-1]["deviation"] < 30
    one = await add_account(store, "late")
    await end_game(store, "game10000000", one, Who(level=6), ended_at=9_000 + 1000 * DAY, version="double_threat 1")
    await end_game(store, "game10000001", one, Who(level=6), ended_at=9_001 + 1000 * DAY, version="double_threat 2")
    await book.catch_up()
    last, new = await store.fetch("SELECT * FROM rating_changes WHERE seat = 1 AND ended_at > ? ORDER BY game", (DAY,))
    assert last["deviation0"] == changes[-1]["deviation"]  # nothing has become less sure of it
    assert (new["player"], new["rating0"], new["deviation0"]) == ("6:double_threat 2", last["rating"], 30)


async def test_an_anchor_stays_one_though_its_level_is_another_by_now(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, book = await add_account(store, "ada"), RatingBook(store)
    await end_game(store, "game00000001", ada, Who(level=6), ended_at=9_000, version="double_threat 1")
    await book.catch_up()
    told = await dump(store)
    monkeypatch.setattr(the_book, "find_origin", lambda level: BotOrigin(2_000, anchor=False))
    await store.execute(ratings.begin_anew())
    await book.catch_up()
    assert await dump(store) == told


async def test_the_first_move_counts_once_there_are_enough_games(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ratings.book.FEWEST", 8)
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
    await store.execute(ratings.strike((await ratings.find_entry(store, "game00000002")).serial, "struck"))  # type: ignore[union-attr]
    await book.catch_up()
    assert len(await store.fetch("SELECT * FROM first_moves")) == 5  # of 20 games
    struck = await dump(store)
    assert struck != told
    await store.execute(ratings.strike((await ratings.find_entry(store, "game00000002")).serial, None))  # type: ignore[union-attr]
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


def made(count: int, worth: float, seed: int = 1) -> list[FirstMoveGame]:
    """Games of players between 1200 and 1900, in which the first move is worth so much."""
    chance, games = random.Random(seed), []
    for _ in range(count):
        first, second = (PlayerRating(chance.uniform(1200, 1900), chance.uniform(45, 120)) for _ in range(2))
        games.append(FirstMoveGame(first, second, float(chance.random() < expect(first, second, worth))))
    return games


@pytest.mark.parametrize("worth", [-60.0, 0.0, 60.0, 150.0])
def test_it_is_found_within_its_error(worth: float) -> None:
    found = estimate(made(5_000, worth))
    assert found is not None
    assert abs(found.points - worth) < 3 * found.error
    assert found.error < 10


def test_few_games_say_nothing() -> None:
    games = made(FEWEST, 60)
    assert estimate(games[1:]) is None
    assert estimate(games) is not None


def test_it_is_the_most_likely_one() -> None:
    games = made(FEWEST, 60)
    found = estimate(games)
    assert found is not None

    def likelihood(points: float) -> float:
        shares = [(game.score, expect(game.first, game.second, points)) for game in games]
        return sum(s * log(e) + (1 - s) * log(1 - e) for s, e in shares) - points**2 / (2 * SPREAD**2)

    best = likelihood(found.points)
    assert all(likelihood(found.points + step) < best for step in (-5, -0.5, 0.5, 5))


def test_who_is_seen_from_the_other_side_has_as_much_less() -> None:
    games = [
        game._replace(second=game.second, first=PlayerRating(game.first.value, game.second.deviation))
        for game in made(400, 60)
    ]
    turned = [FirstMoveGame(game.second, game.first, 1 - game.score) for game in games]
    one, other = estimate(games), estimate(turned)
    assert one is not None
    assert other is not None
    assert other.points == pytest.approx(-one.points)
    assert other.error == pytest.approx(one.error)
