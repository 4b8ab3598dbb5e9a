from time import perf_counter

import pytest

from server.errors import Refused
from server.protocol.api import LevelScore
from server.protocol.values import Who
from server.store.games import library
from server.store.integrity import Damaged
from server.store.people import people_lists, players
from server.store.records import GameFilter
from server.store.sql import Value
from server.store.store import Store
from tests.kit.stores import ON_FILE, OpenStore
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, finished, new_room

BOT = Who(level=3)


async def listed(store: OpenStore, wanted: GameFilter, limit: int = 50) -> list[str]:
    """The ids of all pages, which must be as long as they can be."""
    ids: list[str] = []
    cursor = None
    while True:
        page = await library.list_games(store, wanted, cursor, limit)
        ids += [game.id for game in page.games]
        if page.next is None:
            return ids
        assert len(page.games) == limit
        cursor = page.next


async def test_only_finished_games_with_a_stone_are_listed_newest_first(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    await finished(store, "older0000001", ann, BOT, ended_at=10)
    await finished(store, "newest000001", ann, BOT, ended_at=30)
    await finished(store, "middle000001", ann, BOT, ended_at=20)
    await finished(store, "aborted00001", ann, BOT, ended_at=40, plies=-2)
    await finished(store, "empty0000001", ann, BOT, ended_at=50, plies=0)
    await new_room(store, "live00000001", ann)
    assert await listed(store, GameFilter()) == ["newest000001", "middle000001", "older0000001"]


async def test_a_line_of_the_list_tells_the_game(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    await finished(store, "room00000001", ann, BOT, ended_at=10, winner="white", black=1, plies=3)
    (line,) = (await library.list_games(store, GameFilter(), None, 5)).games
    history = await library.find_game(store, "room00000001")
    assert history is not None
    assert line == history.game
    assert (line.black, line.white, line.plies, line.result.winner if line.result else "") == (BOT, ann, 3, "white")


async def test_a_game_without_a_checksum_is_damaged_if_its_row_is_not_readable(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    await finished(store, "room00000001", ann, BOT, ended_at=10)
    store.integrity.unsummed = (1, 9)
    await store.execute(("UPDATE games SET sum = NULL, rules = 'freestile'", ()))
    with pytest.raises(Damaged, match="freestile"):
        await library.find_game(store, "room00000001")
    assert (await library.list_games(store, GameFilter(), None, 5)).broken == ["room00000001"]


async def test_filters(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    bob = await add_player(store, "bob000000001", "Bob")
    await finished(store, "a1", ann, BOT, ended_at=10, winner="black")
    await finished(store, "a2", ann, bob, ended_at=20, winner="white", rules="freestyle")
    await finished(store, "a3", bob, ann, ended_at=30, winner=None)
    await finished(store, "a4", bob, Who(level=5), ended_at=40)
    await finished(store, "a5", Who(level=3), Who(level=5), ended_at=50)
    await finished(store, "a6", Who(level=5), Who(level=5), ended_at=60)

    async def ids(**wanted: object) -> str:
        return " ".join(await listed(store, GameFilter(**wanted)))  # type: ignore[arg-type]

    assert await ids() == "a6 a5 a4 a3 a2 a1"
    assert await ids(player=ann.id) == "a3 a2 a1"
    assert await ids(player="  ANN ") == "a3 a2 a1"
    assert await ids(player="nobody") == ""
    assert await ids(level=5) == "a6 a5 a4"
    assert await ids(level=3) == "a5 a1"
    assert await ids(player="Ann", level=3) == "a1"
    assert await ids(rules="freestyle") == "a2"
    assert await ids(result="black") == "a6 a5 a4 a1"
    assert await ids(result="white") == "a2"
    assert await ids(result="draw") == "a3"
    assert await ids(since=20, until=40) == "a3 a2"
    assert await ids(player="bob", result="draw", since=30, rules="renju") == "a3"
    await players.delete(store, ann.id, 1)
    assert await ids(player="ann") == await ids(player=ann.id) == ""


async def test_players_are_found_by_parts_of_their_names(store: OpenStore) -> None:
    called = ("Ann Lee", "Joanna", "100% sure", "a_b", "axb", "Straße", "王小明", "Guest 4821")
    people = [await add_player(store, f"player{n:06}", name) for n, name in enumerate(called)]
    for n, person in enumerate(people):
        await finished(store, f"g{n}", person, BOT, ended_at=n)
    await finished(store, "both", people[0], people[1], ended_at=90)
    await add_player(store, "noone0000001", "Anna who never played")

    async def ids(player: str) -> str:
        return " ".join(await listed(store, GameFilter(player=player)))

    assert await ids("ANN") == await ids("ann") == "both g1 g0"
    assert await ids("lee") == "both g0"
    assert await ids("  n   LE ") == "both g0"  # spaces are one, and trimmed
    assert await ids("%") == "g2"
    assert await ids("_") == await ids("a_") == "g3"
    assert await ids("*") == await ids("?") == await ids("\\") == ""
    assert await ids("STRASSE") == await ids("rass") == "g5"
    assert await ids("小明") == "g6"
    assert await ids("guest") == await ids("4821") == await ids("48") == "g7"


@ON_FILE
async def test_a_crowd_of_names_does_not_make_a_search_slow(store: OpenStore) -> None:
    """A guest's name costs nothing, and of those that fit only so many are looked at."""
    ann = await add_player(store, "ann000000001", "Zebra Ann")
    await finished(store, "hers", ann, BOT, ended_at=1)
    rows = ((f"id{n:010}", f"Guest {n}", f"guest {n}") for n in range(100_000))
    sql = "INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, 0, 0)"
    assert isinstance(store, Store)
    store._writing.executemany(sql, rows)
    assert await listed(store, GameFilter(player="bra a")) == ["hers"]
    plans = [
        row["detail"]
        for sql, values in ((people_lists._BEGINNING, ("b", "b")), (people_lists._WITHIN, ("b",)))
        for row in await store.fetch(f"EXPLAIN QUERY PLAN {sql}", values)
    ]
    assert not [line for line in plans if line == "SCAN players"], plans
    times = {wanted: min([await seconds(store, wanted) for _ in range(5)]) for wanted in ("bra a", "guest", "a", "4")}
    assert max(times.values()) < 0.05, times


async def seconds(store: OpenStore, wanted: str) -> float:
    """How long a list of the games of players with such a name takes."""
    began = perf_counter()
    await library.list_games(store, GameFilter(player=wanted), None, 50)
    return perf_counter() - began


async def test_the_games_of_one_player_come_from_both_seats(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    await finished(store, "own", ann, ann, ended_at=10)
    assert await listed(store, GameFilter(player="Ann")) == ["own"]


async def test_private_games_are_seen_by_their_players_only(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    bob = await add_player(store, "bob000000001", "Bob")
    eve = await add_player(store, "eve000000001", "Eve")
    await finished(store, "public", ann, bob, ended_at=10)
    await finished(store, "link", ann, bob, ended_at=20, visibility="link")
    await finished(store, "private", bob, ann, ended_at=30, visibility="private")
    await finished(store, "botgame", ann, BOT, ended_at=40, visibility="private")
    for wanted, hers in (({}, ["botgame", "private", "link", "public"]), ({"level": 3}, ["botgame"])):
        assert await listed(store, GameFilter(**wanted, visible_to=ann.id)) == hers  # type: ignore[arg-type]
    assert await listed(store, GameFilter(visible_to=bob.id)) == ["private", "link", "public"]
    for stranger in (eve.id, None):
        assert await listed(store, GameFilter(visible_to=stranger)) == ["public"]
        assert await listed(store, GameFilter(player=ann.id, visible_to=stranger)) == ["public"]
        assert await listed(store, GameFilter(level=3, visible_to=stranger)) == []
    assert await listed(store, GameFilter(player=ann.id, visible_to=bob.id)) == ["private", "link", "public"]


async def test_the_bot_of_a_player_sits_on_either_side(store: OpenStore) -> None:
    ann, other = await add_player(store, "ann000000001", "Ann"), Who(level=5)
    await finished(store, "first", ann, BOT, ended_at=10)
    await finished(store, "second", BOT, ann, ended_at=20)
    await finished(store, "third", other, ann, ended_at=30)
    await finished(store, "fourth", ann, other, ended_at=40)
    assert await listed(store, GameFilter(player="ann", level=3)) == ["second", "first"]
    assert await listed(store, GameFilter(player="ann", level=5)) == ["fourth", "third"]


@pytest.mark.parametrize("limit", [1, 2, 5])
async def test_pages_of_a_period_end_where_it_ends(store: OpenStore, limit: int) -> None:
    for number in range(6):
        await finished(store, f"g{number}", BOT, BOT, ended_at=10 + number // 2, winner=None)
    for filters in ({}, {"result": "draw"}, {"level": 3}):
        wanted = GameFilter(**filters, since=10, until=12)
        assert await listed(store, wanted, limit) == ["g3", "g2", "g1", "g0"]
    first = await library.list_games(store, GameFilter(), None, 1)  # whose cursor is beyond the period
    page = await library.list_games(store, GameFilter(until=12), first.next, 9)
    assert [game.id for game in page.games] == ["g3", "g2", "g1", "g0"]


@pytest.mark.parametrize("limit", [1, 2, 3, 7])
async def test_pages_neither_lose_nor_repeat(store: OpenStore, limit: int) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    expected: list[str] = []
    for number in range(7):
        await finished(
            store, f"g{number}", ann, BOT, ended_at=10 + number // 3, visibility="public" if number % 2 else "link"
        )
        expected.insert(0, f"g{number}")
    assert await listed(store, GameFilter(visible_to=ann.id), limit) == expected


async def test_a_new_game_does_not_move_the_next_page(store: OpenStore) -> None:
    for number in range(4):
        await finished(store, f"g{number}", BOT, BOT, ended_at=number)
    page = await library.list_games(store, GameFilter(), None, 2)
    await finished(store, "g9", BOT, BOT, ended_at=9)
    rest = await library.list_games(store, GameFilter(), page.next, 2)
    assert [game.id for game in rest.games] == ["g1", "g0"]
    assert rest.next is None


@pytest.mark.parametrize("cursor", ["", "x", "!!", "MTIz", "YWJjLmRlZg", "MS4yLjM", "é"])
async def test_a_strange_cursor_is_refused(store: OpenStore, cursor: str) -> None:
    with pytest.raises(Refused) as caught:
        await library.list_games(store, GameFilter(), cursor, 5)
    assert caught.value.code == "bad_cursor"


@ON_FILE
@pytest.mark.parametrize(
    ("wanted", "indexes"),
    [
        (GameFilter(), {"library"}),
        (GameFilter(since=5, until=9), {"library"}),
        (GameFilter(rules="renju"), {"library_of_rules"}),
        (GameFilter(visible_to="ann"), {"library", "library_of_player0", "library_of_player1"}),
        (GameFilter(player="ann", visible_to="bob"), {"library_of_player0", "library_of_player1"}),
        (GameFilter(player="ann", level=3, rules="renju", result="draw"), {"library_of_player0", "library_of_player1"}),
        (GameFilter(level=3, result="white"), {"library_of_level0", "library_of_level1"}),
        (GameFilter(level=3, rules="renju"), {"library_of_level0_and_rules", "library_of_level1_and_rules"}),
        (GameFilter(result="draw"), {"library_of_draws"}),
        (GameFilter(level=3, rules="renju", result="draw"), {"library_of_draws"}),
    ],
)
@pytest.mark.parametrize("after", [None, (7, 7)])
async def test_a_page_is_read_from_indexes_without_sorting(
    store: OpenStore, wanted: GameFilter, indexes: set[str], after: tuple[int, int] | None
) -> None:
    values: dict[str, Value] = {"me": wanted.visible_to, "player": wanted.player, "limit": 5}
    sql = library.build_query(wanted, values, after)
    plan = [row["detail"] for row in await store.fetch(f"EXPLAIN QUERY PLAN {sql}", values)]
    used = {line.split("INDEX ")[1].split()[0] for line in plan if "INDEX " in line}
    assert used == indexes, plan
    assert not any("TEMP B-TREE" in line or line == "SCAN games" for line in plan), plan


async def test_scores_count_each_bot_apart(store: OpenStore) -> None:
    ann = await add_player(store, "ann000000001", "Ann")
    bob = await add_player(store, "bob000000001", "Bob")
    await finished(store, "won-as-black", ann, BOT, ended_at=1, winner="black")
    await finished(store, "won-as-white", ann, BOT, ended_at=2, winner="white", black=1)
    await finished(store, "lost", ann, BOT, ended_at=3, winner="black", black=1, rules="caro")
    await finished(store, "drawn", ann, BOT, ended_at=4, winner=None, visibility="private")
    await finished(store, "aborted", ann, BOT, ended_at=5, plies=-2)
    await finished(store, "a-person", ann, bob, ended_at=6)
    await finished(store, "not-mine", bob, BOT, ended_at=7)
    await finished(store, "nobodys", Who(level=3), Who(level=5), ended_at=8)
    await finished(store, "small", ann, Who(level=0), ended_at=9, winner="white")
    await finished(store, "other-seat", Who(level=7), ann, ended_at=10, winner="black", black=1)
    await new_room(store, "live", ann)
    await against_bot(store, "given", ann, start=[1, 2])  # might be won with a single move
    assert await library.list_scores(store, ann.id) == [
        LevelScore(level=0, won=0, drawn=0, lost=1),
        LevelScore(level=3, won=2, drawn=1, lost=1),
        LevelScore(level=7, won=1, drawn=0, lost=0),
    ]
    assert await library.list_scores(store, "nobody") == []


@ON_FILE
async def test_scores_are_read_from_indexes(store: OpenStore) -> None:
    plan = [row["detail"] for row in await store.fetch(f"EXPLAIN QUERY PLAN {library.SCORES}", {"player": "a"})]
    searched = [line for line in plan if "games" in line]
    assert [line.split("INDEX ")[1].split()[0] for line in searched] == ["library_of_player0", "library_of_player1"], (
        plan
    )
    assert all(line.startswith("SEARCH") for line in searched), plan
