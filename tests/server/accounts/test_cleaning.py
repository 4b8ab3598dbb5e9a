"""Guests who have not been seen for long: who goes, and that nobody goes who has something."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.accounts import cleaning
from server.accounts.accounts import Accounts, device_of
from server.accounts.cleaning import ABORTED_MS, DAY_MS, FORGOTTEN_MS, Cleaning
from server.operator import check
from server.protocol.events import Ended, Rematched
from server.protocol.outbound import Ack
from server.protocol.values import Who
from server.store import answers
from server.store.games import library
from server.store.people import leftovers, players, remarks, reports, sanctions
from server.store.people.leftovers import BATCH
from server.store.store import Store
from server.store.writes import Append
from tests.server.store.examples import finished, new_room

NOW = 100 * DAY_MS
THINGS = ("first seat", "second seat", "aborted late", "open room", "file", "puzzle", "banned", "deleted", "recent")
NOTHINGS = ("empty game", "code", "second device", "chosen name")
BOT = Who(level=3)


async def give(store: Store, accounts: Accounts, who: Who, thing: str, device: str) -> None:
    """Let a player have something."""
    game = f"{who.id}{THINGS.index(thing) if thing in THINGS else 10 + NOTHINGS.index(thing)}"
    match thing:
        case "first seat":
            await finished(store, game, who, BOT, ended_at=5)
        case "second seat":
            await finished(store, game, Who("somebodyelse"), who, ended_at=5, visibility="private")
        case "aborted late":
            await finished(store, game, who, BOT, ended_at=5, plies=-3)
        case "open room":
            await new_room(store, game, who)
        case "file":
            await finished(store, game, who, BOT, ended_at=5, plies=0)
            await store.execute(("UPDATE games SET imported = 'a.sgf' WHERE id = ?", (game,)))
        case "puzzle":
            await store.execute(("INSERT INTO attempts (puzzle, player, solved, at) VALUES (1, ?, 1, 5)", (who.id,)))
        case "banned":
            await store.execute(*sanctions.insert(who.id, "ban", "other", "", 5, None, None))
        case "deleted":
            await players.delete(store, who.id, 5)
        case "recent":
            await store.execute(("UPDATE players SET seen_at = ? WHERE id = ?", (NOW - FORGOTTEN_MS, who.id)))
        case "empty game":
            await finished(store, game, who, Who("somebodyelse"), ended_at=5, plies=0)
        case "code":
            await accounts.make_code(who.id, device)
        case "second device":
            code, _ = await accounts.make_code(who.id, device)
            await accounts.redeem(code, "guest", "c")
        case "chosen name":
            await accounts.rename(who.id, f"Name {who.id}")


async def swept(folder: Path, population: Sequence[frozenset[str]]) -> tuple[list[int], int, int]:
    """Sweep players with such possessions. Return the remaining ones, and the numbers of their tokens and of all
    remaining players."""
    store = await Store.open(folder / "t.db")
    try:
        accounts = Accounts(store, lambda: 1)
        sql = "INSERT INTO puzzles (key, rules, size, kind, method, nodes, moves, created_at) VALUES "
        await store.execute((sql + "(x'00', 'renju', 15, 'win', 'vcf', 1, '[]', 1)", ()))
        ids = []
        for things in population:
            player, token = await accounts.make_guest("en")
            ids.append(player.id)
            for thing in sorted(things, key=(*NOTHINGS, *THINGS).index):  # the rename before the deletion
                await give(store, accounts, Who(player.id, player.name), thing, device_of(token))
        await Cleaning(store, list, lambda: NOW).sweep()
        left = {row["id"] for row in await store.fetch("SELECT id FROM players")}
        tokens = "SELECT count(*) FROM tokens WHERE player NOT IN (SELECT id FROM players)"
        return [n for n, id in enumerate(ids) if id in left], (await store.fetch(tokens))[0][0], len(left)
    finally:
        await store.close()


@settings(max_examples=8, deadline=None)
@given(st.lists(st.frozensets(st.sampled_from(THINGS + NOTHINGS), max_size=4), max_size=12))
def test_whoever_has_anything_is_never_removed(population: list[frozenset[str]]) -> None:
    every = [*population, *(frozenset({thing}) for thing in THINGS + NOTHINGS), frozenset[str]()]
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(cleaning, "SHORTEST_S", 0.0)
        left, orphans, _ = asyncio.run(swept(Path(folder), every))
    assert left == [n for n, things in enumerate(every) if things & set(THINGS)]
    assert orphans == 0


@pytest.fixture
async def crowd(tmp_path: Path) -> AsyncIterator[Store]:
    store = await Store.open(tmp_path / "t.db")
    for n in range(2 * BATCH + 3):
        await store.execute(
            ("INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, '', ?, 1, 1)", (f"p{n}", str(n)))
        )
    yield store
    await store.close()


async def test_who_is_here_for_weeks_is_not_forgotten(crowd: Store) -> None:
    here = [f"p{n}" for n in range(0, 40)]
    removed = await Cleaning(crowd, lambda: here, lambda: NOW).sweep()
    left = {row["id"] for row in await crowd.fetch("SELECT id FROM players")}
    assert (removed, left) == (2 * BATCH + 3 - 40, set(here))
    assert await Cleaning(crowd, list, lambda: NOW + FORGOTTEN_MS).sweep() == 0
    assert await Cleaning(crowd, list, lambda: NOW + FORGOTTEN_MS + 1).sweep() == 40


async def test_who_comes_back_at_this_moment_stays(crowd: Store) -> None:
    before = NOW - FORGOTTEN_MS
    ids, _ = await leftovers.list_forgettable(crowd, before, leftovers.SweepCursor())
    assert len(ids) == BATCH
    assert await players.note_seen(crowd, ids[0], b"", None, NOW)
    serial = await new_room(crowd, "room00000001", Who(ids[1]))
    assert serial
    assert await leftovers.forget(crowd, ids, before) == BATCH - 2
    assert not await players.note_seen(crowd, ids[2], b"", None, NOW)


async def test_who_was_removed_while_coming_back_is_a_new_guest(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "t.db")
    player, token = await Accounts(store, lambda: 1).make_guest("en")

    removing = Cleaning(store, list, lambda: NOW)
    read = players.find_by_token

    async def slow(opened: Store, token_hash: bytes) -> object:
        found = await read(opened, token_hash)
        assert await removing.sweep() == 1
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(players, "find_by_token", slow)
        assert await Accounts(store, lambda: NOW).find_by_token(token) is None
    assert await store.fetch("SELECT 1 FROM players WHERE id = ?", (player.id,)) == []
    await store.close()


async def test_the_sweep_reads_from_indexes(crowd: Store) -> None:
    sql = f"SELECT id FROM players WHERE rowid IN (SELECT value FROM json_each('[1]')) AND {leftovers._NOTHING}"
    plan = [row["detail"] for row in await crowd.fetch(f"EXPLAIN QUERY PLAN {sql}", (5,))]
    assert not [line for line in plan if line.startswith("SCAN") and "json_each" not in line], plan
    assert not [line for line in plan if "games_live" in line], plan


ADA, BOB = Who("ada"), Who("bob")
LONG_AGO = NOW - ABORTED_MS - 1


async def games_left(store: Store, shown: Callable[[str], bool] = lambda _: False) -> set[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cleaning, "SHARE", 100.0)
        await Cleaning(store, list, lambda: NOW, shown).sweep_games()
    return {row["id"] for row in await store.fetch("SELECT id FROM games")}


async def test_only_games_that_came_to_nothing_a_week_ago_are_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "PAGE", 3)
    store = await Store.open(tmp_path / "t.db")
    nothing, start = Who("x"), [112, 113, 114]
    # one that is aborted in its first position is over without a move
    for number in range(4):
        serial = await new_room(store, f"opened{number}".ljust(12, "0"), ADA)
        end = Ended(v=2, at=LONG_AGO, winner=None, reason="aborted", left=(None, None))
        await store.commit(Append(serial, end, None, 0))
    source = await finished(store, "source000000", ADA, BOB, ended_at=LONG_AGO, plies=-1)
    serial = await new_room(store, "goneonfrom00", ADA, from_game="source000000", start=start)
    assert serial > source
    serial = await new_room(store, "begunfrom000", ADA, from_game="played000000", start=start)
    await store.commit(Append(serial, end, None, 3))
    await finished(store, "onemove00000", ADA, nothing, ended_at=LONG_AGO, plies=-1)
    await finished(store, "twomoves0000", ADA, nothing, ended_at=LONG_AGO, plies=-2)
    await finished(store, "recent000000", ADA, nothing, ended_at=LONG_AGO + 1, plies=-1)
    await finished(store, "won000000000", ADA, nothing, ended_at=LONG_AGO, plies=1)
    await finished(store, "shown0000000", ADA, nothing, ended_at=LONG_AGO, plies=-1)
    await finished(store, "file00000000", ADA, nothing, ended_at=LONG_AGO, plies=-1)
    await store.execute(("UPDATE games SET imported = 'a.sgf' WHERE id = 'file00000000'", ()))
    kept = {"source000000", "goneonfrom00", "twomoves0000", "recent000000", "won000000000", "file00000000"}
    assert await games_left(store, {"shown0000000"}.__contains__) == kept | {"shown0000000"}
    assert await games_left(store) == kept
    assert (await store.fetch("SELECT count(*) FROM actions WHERE game NOT IN (SELECT serial FROM games)"))[0][0] == 0
    await store.close()


async def test_what_is_removed_leaves_a_sound_file_and_is_not_missed(tmp_path: Path) -> None:
    """Neither the games of its series nor the mark beside the file say afterwards that something is amiss."""
    store = await Store.open(tmp_path / "t.db")
    first = await finished(store, "first0000000", ADA, BOB, ended_at=5)
    await store.commit(Append(first, Rematched(v=6, at=6, room="again0000000"), None, 2))
    serial = await new_room(store, "again0000000", ADA, previous="first0000000")
    await store.commit(Append(serial, Ended(v=2, at=7, winner=None, reason="aborted", left=(None, None)), None, 0))
    assert await games_left(store) == {"first0000000"}
    (row,) = await store.fetch("SELECT next FROM games")
    assert row["next"] is None
    assert await library.find_game(store, "first0000000") is not None
    await store.close()
    store = await Store.open(tmp_path / "t.db")
    assert list(store.behind) == []
    await store.close()
    with closing(sqlite3.connect(tmp_path / "t.db")) as connection:
        connection.row_factory = sqlite3.Row
        assert list(check.find_faults(connection)) == []


async def test_what_was_said_is_removed_after_its_days(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And reports once they are settled for so long; those that wait stay, and with 0 days everything."""
    monkeypatch.setattr(cleaning, "SHARE", 100.0)
    monkeypatch.setattr(remarks, "BATCH", 2)
    store = await Store.open(tmp_path / "t.db")
    for who in (ADA, BOB):
        await store.execute(
            ("INSERT INTO players (id, name, name_key, created_at, seen_at) VALUES (?, ?, ?, 1, 1)", (who.id,) * 3)
        )
    serial = await new_room(store, "room00000001", ADA)
    edge = NOW - 10 * DAY_MS
    for n, at in enumerate((1, 2, 3, edge - 1, edge, NOW)):
        await remarks.insert(store, serial, "players", "ada", f"c{n}", "phrase", "hello", at)
    for n, settled in enumerate((None, edge - 1, edge)):
        await reports.insert(store, "ada", f"r{n}", "bob", serial, "spam", "", [], 1)
        if settled is not None:
            await store.execute(reports.settle(n + 1, "handled", None, settled))
    assert await Cleaning(store, list, lambda: NOW).sweep_talk() == 0
    assert await Cleaning(store, list, lambda: NOW, talk_days=10).sweep_talk() == 5
    assert [row["at"] for row in await store.fetch("SELECT at FROM remarks ORDER BY at")] == [edge, NOW]
    assert [row["id"] for row in await store.fetch("SELECT id FROM reports ORDER BY id")] == [1, 3]
    await store.close()


async def test_answers_are_forgotten_when_nobody_asks_for_them_any_more(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "BATCH", 2)
    player, _ = await Accounts(store, lambda: NOW).make_guest("en")
    for n in range(7):
        await store.execute(answers.keep(player.id, Ack(f"c{n}"), NOW - n * cleaning.ANSWERED_MS // 3))
    work = asyncio.create_task(Cleaning(store, list, lambda: NOW).work())
    async with asyncio.timeout(60):
        while [await answers.find(store, player.id, f"c{n}") for n in (4, 5, 6)] != [None] * 3:
            await asyncio.sleep(0)
    work.cancel()
    assert await answers.find(store, player.id, "c3") == Ack("c3")
