"""Lines that bots have learned: whose they are, who may know of them, what became of them, and the one of the day."""

from typing import Any

import pytest
from msgspec.structs import replace

from bots.learning.patterns.pattern import Pattern
from server.errors import Refused
from server.learning import lines, teaching
from server.protocol.query import LinesQuery
from server.protocol.values import Who
from server.store.games import library
from server.store.games import lines as stored_lines
from server.store.knowledge import lessons, patterns
from server.store.knowledge.jobs import Job
from server.store.people import players
from server.store.store import Store
from tests.server.learning.examples import CHANCE, pattern, study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

A, B = pattern(), pattern(2)
DAY = lines.DAY_MS
NOW = 100 * DAY + 5


async def taught(
    store: Store, id: str, owner: Who, *found: Pattern, lost: int | None = None, level: int = 10, **wishes: Any
) -> int:
    """A game that a learner has lost, studied: by the move ``lost``, else by one that lost no other."""
    serial = await against_bot(store, id, owner, level=level, **wishes)
    history = await library.find_game(store, id)
    assert history is not None
    said = study(*found, chance=replace(CHANCE, lost=serial if lost is None else lost))
    assert said.lesson is not None
    said = replace(said, lesson=replace(said.lesson, method="vcf"))
    kept = await teaching.list_statements(store, Job(serial, id), history, said, 1)
    await store.execute(lessons.keep(serial, said, 1), *kept)
    return serial


async def again(store: Store, id: str, owner: Who, source: str, plies: int = 4, played: int = 9, **wishes: Any) -> int:
    """A game from the mistake of another, or from elsewhere in it, against the same bot."""
    start = [*range(1, plies + 1)]
    return await against_bot(store, id, owner, level=10, from_game=source, start=start, plies=played, **wishes)


async def test_a_line_belongs_to_the_game_that_taught_it_first(store: Store) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    for who in (ada.id, bob.id):
        await players.set_consent(store, who or "", True)
    await taught(store, "late00000000", bob, A, lost=3, ended_at=20_000)
    await taught(store, "first0000000", ada, A, B, lost=3, ended_at=10_000)  # won before that one, which began earlier
    await taught(store, "third0000000", bob, A, lost=4, ended_at=30_000)
    page = await lines.list_lines(store, LinesQuery(), None)
    assert [line.game for line in page.lines] == ["third0000000", "first0000000"]
    first = page.lines[1]
    assert {trap.key for trap in first.traps} == {A.key, B.key}
    assert (first.entry, first.mistake, first.line, first.winner, first.level) == (6, 4, [3, 18, 4], "black", 10)
    assert first.stones == [30 + ply for ply in range(6)]
    assert first.exercise
    assert (first.at, first.teacher) == (10_000, "Ada")
    assert (await lines.find_line(store, "late00000000", None)).teacher is None  # Bob was not the first


async def test_who_is_first_is_told_by_what_the_reader_may_find(store: Store) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    await players.set_consent(store, "bob", True)
    await taught(store, "hidden000000", ada, lost=3, visibility="private")
    await taught(store, "public000000", bob, lost=3)

    async def listed(viewer: str | None) -> list[tuple[str, str | None]]:
        return [(line.game, line.teacher) for line in (await lines.list_lines(store, LinesQuery(), viewer)).lines]

    assert await listed(None) == await listed("bob") == [("public000000", "Bob")]
    assert await listed("ada") == [("hidden000000", None)]


async def test_pages_follow_each_other(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    for n in range(3):
        await taught(store, f"game{n}0000000", ada, ended_at=10_000)
    one = await lines.list_lines(store, LinesQuery(limit=2), None)
    two = await lines.list_lines(store, LinesQuery(limit=2, cursor=one.next), None)
    assert [line.game[:5] for line in (*one.lines, *two.lines)] == ["game2", "game1", "game0"]
    assert two.next is None
    with pytest.raises(Refused):
        await lines.list_lines(store, LinesQuery(cursor="x"), None)


async def test_a_name_is_told_where_its_person_agrees_and_the_game_is_public(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    await taught(store, "public000000", ada, A)
    await taught(store, "private00000", ada, B, visibility="private")

    async def teachers() -> list[str | None]:
        return [line.teacher for line in (await lines.list_lines(store, LinesQuery(), "ada")).lines]

    assert await teachers() == [None, None]
    await players.set_consent(store, "ada", True)
    assert await teachers() == [None, "Ada"]
    assert [line.game for line in (await lines.list_lines(store, LinesQuery(), None)).lines] == ["public000000"]
    with pytest.raises(Refused):
        await lines.find_line(store, "private00000", None)
    await players.set_consent(store, "ada", False)
    assert await teachers() == [None, None]
    await players.set_consent(store, "ada", True)
    await players.delete(store, "ada", 1)
    assert await teachers() == [None, None]


async def test_tries_count_for_who_takes_the_same_side_against_the_same_bot(store: Store) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    await taught(store, "line00000000", ada, A)
    await again(store, "won000000000", ada, "line00000000")
    await again(store, "lost00000000", bob, "line00000000", winner="white")
    await again(store, "other0000000", bob, "line00000000", winner="black", bot="black")  # the other side
    await again(store, "aborted00000", bob, "line00000000", winner=None, reason="aborted")
    await again(store, "early0000000", bob, "line00000000", plies=2)  # who knows whether it came to the mistake
    await again(store, "late00000000", bob, "line00000000", plies=6)  # the mistake was made already
    await again(store, "private00000", bob, "line00000000", visibility="private")
    for n, (reason, plies) in enumerate((("resigned", 2), ("timeout", 12), ("abandoned", 12), ("resigned", 9))):
        await again(store, f"left{n}0000000", bob, "line00000000", winner="white", reason=reason, played=plies)
    stranger = await lines.find_line(store, "line00000000", None)
    assert (stranger.tried, stranger.won) == (2, 1)
    own = await lines.find_line(store, "line00000000", "bob")
    assert (own.tried, own.won) == (3, 2)
    await again(store, "given0000000", bob, "line00000000", winner="white", reason="resigned", played=10)
    assert (await lines.find_line(store, "line00000000", None)).tried == 3


async def test_a_line_is_no_longer_lost_when_it_was_tried_indeed(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    await taught(store, "line00000000", ada, lost=3)
    await taught(store, "again0000000", ada, lost=3)
    for source in ("line00000000", "again0000000"):
        await again(store, f"left{source[:8]}", ada, source, winner="white", reason="resigned", played=2)
    assert await stored_lines.list_no_longer_lost(store, 10, 5) == []
    for source in ("line00000000", "again0000000"):
        await again(store, f"held{source[:8]}", ada, source, winner="white")
    assert [line.game for line in await stored_lines.list_no_longer_lost(store, 10, 5)] == ["line00000000"]


async def test_the_line_of_the_day_is_one_for_all_until_the_day_ends(store: Store) -> None:
    assert (await lines.find_unbeaten(store, NOW)).line is None
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    await taught(store, "today0000000", ada, A, ended_at=NOW - 2)
    assert (await lines.find_unbeaten(store, NOW)).line is None  # it is of today
    await taught(store, "line00000000", ada, B, ended_at=NOW - DAY)
    await taught(store, "hidden000000", ada, pattern(3), ended_at=NOW - DAY, visibility="link")
    await taught(store, "weak00000000", ada, ended_at=NOW - DAY, level=6)  # that bot learns nothing
    found = await lines.find_unbeaten(store, NOW)
    assert found.line is not None
    assert (found.day, found.line.game, found.beaten, found.by) == ("1970-04-11", "line00000000", None, None)
    await again(store, "beaten000000", bob, "line00000000", ended_at=NOW + 1)
    found = await lines.find_unbeaten(store, NOW + 2)
    assert found.line is not None
    assert (found.line.game, found.beaten, found.by) == ("line00000000", "beaten000000", None)
    await players.set_consent(store, "bob", True)
    assert (await lines.find_unbeaten(store, NOW + 2)).by == "Bob"
    tomorrow = await lines.find_unbeaten(store, NOW + DAY)
    assert tomorrow.line is not None
    assert tomorrow.line.game == "today0000000"  # the other was beaten


async def test_what_is_forgotten_is_no_line(store: Store) -> None:
    serial = await taught(store, "line00000000", await add_player(store, "ada", "Ada"), A)
    assert await patterns.switch(store, A.key, "forgotten")
    assert (await lines.list_lines(store, LinesQuery(), None)).lines == []
    assert await lessons.find_lesson(store, serial) is not None
