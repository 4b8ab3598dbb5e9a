"""Subscribers hear of a write by the tables that it changes, once it is durable, and of none that changes nothing."""

import asyncio
from pathlib import Path

import pytest

from server.protocol.events import Chose, Ended, Seated
from server.protocol.values import NoClockSpec, Who
from server.store.changes import SCHEMA, StatementChanges, TableChange, Watched, derive_changes
from server.store.knowledge import jobs
from server.store.people import players
from server.store.records import StoredPlayer
from server.store.store import Store
from server.store.writes import Append, FlagAt, NewGame
from server.transport.cache import SHOWN_CHANGES
from tests.kit.stores import ON_FILE
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player, created, moved, new_room


async def derive(store: Store) -> StatementChanges:
    """Return what derives changes for the tables of a store."""
    return derive_changes(tuple(row[0] for row in await store.fetch(SCHEMA)))


class Heard:
    """Counts the changes of a kind."""

    def __init__(self, store: Store, *watched: Watched) -> None:
        self.count = 0
        store.on_change(self._note, *watched)

    def _note(self) -> None:
        self.count += 1

    def take(self) -> int:
        """Return how many came since it was last asked."""
        found, self.count = self.count, 0
        return found


@ON_FILE
@pytest.mark.parametrize(
    ("sql", "changes"),
    [
        ("SELECT 1 FROM games", ()),
        ("UPDATE games SET plies = ?, next = :next", ("update games.plies", "update games.next")),
        ("INSERT INTO blocks VALUES (1, 2, 3, 4, 1, 1)", ("insert blocks", "update learned.revision")),  # by a trigger
        (
            "INSERT INTO jobs (game, at) VALUES (?, ?) ON CONFLICT (game) DO UPDATE SET failures = 0",
            ("insert jobs", "update jobs.failures"),
        ),
        ("nothing that can be prepared", ()),
    ],
)
async def test_the_database_names_what_a_statement_changes(store: Store, sql: str, changes: tuple[str, ...]) -> None:
    found = {f"{each.verb} {each.table}{each.column and '.'}{each.column}" for each in (await derive(store)).find(sql)}
    assert found == set(changes)


@ON_FILE
async def test_what_goes_with_a_row_is_named_too(store: Store) -> None:
    gone = {
        each.table for each in (await derive(store)).find("DELETE FROM games WHERE serial = ?") if each.verb == "delete"
    }
    assert {"games", "actions", "jobs", "lessons", "plans"} <= gone  # by foreign keys
    assert TableChange("update", "edges", "last") in (await derive(store)).find("DELETE FROM passages")


async def test_lists_hear_of_the_end_of_a_game_and_of_nothing_before(store: Store) -> None:
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    heard = Heard(store, *SHOWN_CHANGES)
    serial = await new_room(store, "room00000001", ada)
    await store.commit(Append(serial, Seated(v=2, at=2, seat=1, who=bob, black=0), None, 0))
    await store.commit(Append(serial, moved(3, 0), None, 1), FlagAt(serial, 9, "bob"))
    await players.insert(store, StoredPlayer("eve", "Eve", 1), b"eve")
    await store.execute(("UPDATE players SET seen_at = 7", ()))
    assert heard.take() == 0
    await store.commit(Append(serial, Ended(4, 9, "black", "resigned", (None, None)), None, 1))
    assert heard.take() == 1
    await store.execute(("UPDATE players SET hidden = 1 WHERE id = 'ada'", ()))
    await store.execute(("DELETE FROM games", ()))
    assert heard.take() == 2


async def test_a_statement_that_changes_no_row_and_one_that_fails_are_not_heard_of(store: Store) -> None:
    await against_bot(store, "botgame00000", await add_player(store, "ada", "Ada"))
    heard = Heard(store, jobs.QUEUED)
    await store.execute(("UPDATE jobs SET failures = 0 WHERE game = -1", ()))
    with pytest.raises(Exception, match="not kept"):
        await store.execute(("UPDATE jobs SET failures = 0", ()), ("UPDATE jobs SET at = NULL", ()))
    await store.execute(("UPDATE jobs SET started_at = 1", ()))
    assert heard.take() == 0
    await store.execute(("UPDATE jobs SET failures = 0", ()))
    assert heard.take() == 1


async def test_a_cancelled_caller_takes_nothing_from_who_waits_for_the_write(path: Path) -> None:
    store = await Store.open(path)
    seen: list[int] = []

    async def count() -> None:
        seen.append((await store.fetch("SELECT count(*) FROM jobs"))[0][0])

    counting: list[asyncio.Task[None]] = []
    ada = await add_player(store, "ada", "Ada")
    store.on_change(lambda: counting.append(asyncio.create_task(count())), jobs.QUEUED)
    write = asyncio.create_task(against_bot(store, "botgame00000", ada))
    while not store._writer._queue:
        await asyncio.sleep(0)
    write.cancel()
    await asyncio.wait([write])
    await store.execute(("UPDATE players SET seen_at = 7", ()))  # a later commit
    await asyncio.gather(*counting)
    assert seen == [1]
    await store.close()


async def test_a_guest_sits_down_before_an_opening_settles_the_colours(store: Store) -> None:
    """Also where another game's word comes first in the batch."""
    ada, bob = Who(id="ada"), Who(id="bob")
    one, two = store.new_serial(), store.new_serial()
    made = [NewGame(n, f"room{n:08}", None, None, created(ada, clock=NoClockSpec())) for n in (one, two)]
    sits = [Append(n, Seated(v=2, at=2, seat=1, who=bob, black=0), None, 0) for n in (one, two)]
    word = Chose(v=3, at=3, seat=1, ply=0, left=(None, None), think_ms=1, lag_ms=0, given_ms=0, choice="swap", black=1)
    say = [Append(n, word, None, 0) for n in (one, two)]
    await store.commit(*made, sits[0])
    await asyncio.gather(store.commit(say[0]), store.commit(sits[1], say[1]))
    assert [row["black"] for row in await store.fetch("SELECT black FROM games ORDER BY serial")] == [1, 1]
