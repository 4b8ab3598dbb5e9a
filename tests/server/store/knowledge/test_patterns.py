import msgspec

from server.learning import teaching
from server.store.games import library
from server.store.knowledge import lessons, patterns, studies
from server.store.knowledge.jobs import Job
from server.store.sql import Statement
from tests.kit.stores import OpenStore
from tests.server.learning.examples import CHANCE, pattern, study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, finished

A, B = pattern(1), pattern(2)


async def learned(store: OpenStore, id: str, *found: object, **wishes: object) -> int:
    """A game lost by a bot, studied and learned from."""
    owner = await add_player(store, f"of{id}", f"Owner {id}")
    serial = await against_bot(store, id, owner, **wishes)  # type: ignore[arg-type]
    await conclude(store, serial, id, *found)
    return serial


async def conclude(store: OpenStore, serial: int, id: str, *found: object) -> None:
    job, read, history = Job(serial, id), study(*found, chance=CHANCE), await library.find_game(store, id)  # type: ignore[arg-type]
    assert history is not None
    learned = await teaching.list_statements(store, job, history, read, 50 + serial)
    await studies.keep(store, job, read, 50 + serial, *learned)


async def keys(store: OpenStore) -> list[str]:
    return [stored.key for stored in await patterns.list_in_use(store)]


async def test_a_pattern_is_kept_once_with_every_game_that_taught_it(store: OpenStore) -> None:
    await learned(store, "one000000000", A, B)
    revision = await patterns.read_revision(store)
    await learned(store, "two000000000", A)
    assert await keys(store) == [A.key, B.key]
    assert [stored.taught for stored in await patterns.list_in_use(store)] == [2, 1]
    assert await patterns.read_revision(store) == revision + 1  # the position that lost the game is new


async def test_learning_a_game_twice_changes_nothing(store: OpenStore) -> None:
    serial = await learned(store, "one000000000", A)
    before = await patterns.list_in_use(store)
    await conclude(store, serial, "one000000000", A)
    assert await patterns.list_in_use(store) == before
    assert await patterns.list_by_game(store, serial, None) == [(A.key, 6)]


async def test_a_trap_keeps_its_date_when_its_game_is_studied_again(store: OpenStore) -> None:
    serial = await learned(store, "one000000000", A)
    job, read, history = (
        Job(serial, "one000000000"),
        study(A, chance=CHANCE),
        await library.find_game(store, "one000000000"),
    )
    assert history is not None
    await store.execute(lessons.keep(serial, read, 40))
    for at in (50, 900):
        await studies.keep(store, job, read, at, *await teaching.list_statements(store, job, history, read, at))
        seen = await patterns.find_seen(store, A.key, None)
        assert seen is not None
        assert seen.learned_at == 40


async def test_what_a_better_study_finds_takes_the_place_of_the_old(store: OpenStore) -> None:
    serial = await learned(store, "one000000000", A)
    await conclude(store, serial, "one000000000", B)
    assert await patterns.list_by_game(store, serial, None) == [(B.key, 6)]
    assert await keys(store) == [A.key, B.key]  # what is proven stays until a rebuilding
    await teaching.rebuild(store, 1)
    assert await keys(store) == [B.key]


async def test_sources_are_shown_to_who_may_see_them(store: OpenStore) -> None:
    await learned(store, "open00000000", A)
    await learned(store, "link00000000", A, visibility="link")
    await learned(store, "hidden000000", A, visibility="private")
    (stored,) = await patterns.list_in_use(store)
    assert stored.taught == 3
    own = [("ofhidden000000", ["hidden", "open"]), ("oflink00000000", ["link", "open"])]
    for viewer, seen in [(None, ["open"]), *own]:
        found = await patterns.list_sources(store, stored.id, viewer, 10)
        assert [source.game.rstrip("0") for source in found] == seen


async def test_what_is_forgotten_stays_forgotten(store: OpenStore) -> None:
    await learned(store, "one000000000", A, B)
    assert await patterns.switch(store, A.key, "forgotten")
    await learned(store, "two000000000", A)
    await store.execute(patterns.add_imported(A.rules, A.key, msgspec.json.encode(A.to_json()).decode(), 1))
    await teaching.rebuild(store, 1)
    assert await keys(store) == [B.key]
    assert await patterns.find_pattern(store, A.key) is None
    assert not await patterns.switch(store, A.key, "on")


async def test_a_pattern_is_turned_off_and_on_by_its_id_or_key(store: OpenStore) -> None:
    await learned(store, "one000000000", A)
    revision = await patterns.read_revision(store)
    assert await patterns.switch(store, A.key, "off")
    assert await keys(store) == []
    assert await patterns.read_revision(store) > revision
    off = await patterns.find_pattern(store, A.key)
    assert off is not None
    assert off.state == "off"
    assert await patterns.switch(store, str(off.id), "on")
    assert await keys(store) == [A.key]
    assert not await patterns.switch(store, "99", "off")


async def test_pages_go_from_the_newest(store: OpenStore) -> None:
    for n, key in enumerate("abcde"):
        await store.execute(patterns.add_imported("caro" if key == "e" else "freestyle", key, "{}", n))

    async def listed(limit: int, rules: str | None = None) -> list[str]:
        found: list[str] = []
        after = None
        while rows := await patterns.list_patterns(store, None, rules, after, limit):
            found += [stored.key for stored in rows]
            after = rows[-1].learned_at, rows[-1].key
        return found

    for limit in (1, 2, 10):
        assert await listed(limit) == list("edcba")
        assert await listed(limit, "freestyle") == list("dcba")
    assert await patterns.count_patterns(store, None, None) == 5
    assert await patterns.count_patterns(store, None, "caro") == 1


async def test_what_a_deleted_game_alone_has_taught_goes_with_it(store: OpenStore) -> None:
    both, alone, off, file = A, B, pattern(3), pattern(4)
    await store.execute(patterns.add_imported(file.rules, file.key, msgspec.json.encode(file.to_json()).decode(), 1))
    await learned(store, "one000000000", both, off)
    await learned(store, "two000000000", both, alone, off, file)
    await patterns.switch(store, off.key, "off")
    assert set(await keys(store)) == {both.key, alone.key, file.key}
    assert await library.delete_game(store, "two000000000")
    assert set(await keys(store)) == {both.key, file.key}
    assert await patterns.find_pattern(store, off.key) is not None


async def test_a_rebuilding_gives_the_same_patterns(store: OpenStore) -> None:
    await learned(store, "one000000000", A)
    await learned(store, "two000000000", B)
    await against_bot(store, "new000000000", await add_player(store, "ada", "Ada"))
    before = await patterns.list_in_use(store)
    assert await teaching.rebuild(store, 5) == (3, 1)  # the last game has not been studied
    assert await patterns.list_in_use(store) == before
    await library.delete_game(store, "two000000000")
    await teaching.rebuild(store, 5)
    assert await keys(store) == [A.key]


async def test_an_imported_pattern_outlives_a_rebuilding(store: OpenStore) -> None:
    await store.execute(patterns.add_imported(A.rules, A.key, msgspec.json.encode(A.to_json()).decode(), 1))
    await learned(store, "one000000000", B)
    await teaching.rebuild(store, 5)
    assert await keys(store) == [A.key, B.key]


async def test_people_s_games_teach_when_an_operator_says_so(store: OpenStore) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    serial = await finished(store, "people000000", ada, bob, ended_at=9, rules="freestyle")
    await conclude(store, serial, "people000000", A)
    assert await keys(store) == []
    assert await teaching.teach(store, "people000000", 1)
    await conclude(store, serial, "people000000", A)
    assert await keys(store) == [A.key]
    assert await teaching.rebuild(store, 5) == (1, 0)
    assert await keys(store) == [A.key]
    assert not await teaching.teach(store, "nothere00000", 1)


async def test_what_a_study_says_of_a_block_counts_and_is_replaced(store: OpenStore) -> None:
    serial = await learned(store, "one000000000", A)
    hidden = await learned(store, "two000000000", A, visibility="private")

    def told(game: int, *blocks: tuple[int, int, bool]) -> list[Statement]:
        body = msgspec.json.encode(A.to_json()).decode()
        return patterns.learn(game, A.rules, [patterns.FoundPattern(A.key, 4, body, blocks)], 9)

    (stored,) = await patterns.list_in_use(store)
    await store.execute(*told(serial, (0, 1, True), (1, 1, False)), *told(hidden, (0, 1, False)))
    assert await patterns.count_blocks(store, stored.id, None) == {(0, 1): (1, 1), (1, 1): (1, 0)}
    assert await patterns.count_blocks(store, stored.id, "oftwo000000000") == {(0, 1): (2, 1), (1, 1): (1, 0)}
    await store.execute(*told(serial, (0, 1, False)))
    assert await patterns.count_blocks(store, stored.id, None) == {(0, 1): (1, 0)}
    await patterns.switch(store, A.key, "forgotten")
    assert await store.fetch("SELECT * FROM blocks") == []
