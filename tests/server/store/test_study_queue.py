"""How the queue of studies stands, as the server and an operator see it."""

from contextlib import closing
from pathlib import Path

from server.operator import listing
from server.store import jobs
from server.store.connection import connect
from server.store.store import Store
from server.store.study_queue import HOUR_MS, STATE, StudyQueue, read_queue
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player


async def stands(store: Store, now: int) -> StudyQueue:
    (row,) = await store.fetch(STATE, {"now": now})
    return read_queue(row)


async def test_the_queue_is_seen_as_it_stands(store: Store, tmp_path: Path) -> None:
    ada = await add_player(store, "ada", "Ada")
    assert await stands(store, 10_000) == StudyQueue(0, 0, None, None, None, 0, 0, 0)
    serials = [await against_bot(store, f"botgame{n:05}", ada, ended_at=5_000 + n) for n in range(4)]
    await jobs.ask(store, serials[1], "ada", 9_000)
    await jobs.note_running(store, serials[0], 8_000)
    for _ in range(jobs.TRIES):
        await jobs.note_failure(store, serials[3])
    await store.execute(("INSERT INTO studies_not_queued VALUES (0, 2)", ()))
    seen = await stands(store, 10_000)
    assert seen == StudyQueue(2, 1, 5_001, 8_000, "botgame00000", 1, 0, 2)
    await store.execute(("UPDATE games SET visibility = 'private' WHERE serial = ?", (serials[0],)))
    assert (await stands(store, 10_000)).private
    await jobs.note_running(store, None, 9_000)
    assert (await stands(store, 10_000)).running is None
    done = "INSERT INTO analyses (game, at, version, body) VALUES (?, 9000, 1, x'')"
    await store.execute((done, (serials[0],)), ("DELETE FROM jobs WHERE game = ?", (serials[0],)))
    assert (await stands(store, 10_000)).done == 1
    assert (await stands(store, 9_000 + HOUR_MS)).done == 0
    with closing(connect(tmp_path / "tengen.db")) as connection:
        text = listing.describe_studies(connection, 9_000 + HOUR_MS)
    assert text.splitlines() == [
        "waiting  2, the oldest for 1 h 0 min; 1 of them asked for by players",
        "running  none",
        "done     0 in the last hour",
        "failed   1, tried no more: botgame00003",
        "dropped  2 in the last 7 days, for want of room in the queue",
    ]


async def test_a_game_for_which_there_was_no_room_is_counted(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    await store.execute(
        *(
            (
                "INSERT INTO games (serial, id, rules, size, clock_kind, visibility, rated, pool, created_at) "
                "VALUES (?, ?, 'renju', 15, 'none', 'public', 0, 'renju', 1)",
                (1_000 + n, f"fill{n}"),
            )
            for n in range(jobs.MOST_UNASKED)
        ),
        *(("INSERT INTO jobs (game, at) VALUES (?, 1)", (1_000 + n,)) for n in range(jobs.MOST_UNASKED)),
    )
    won = await against_bot(store, "botwon000000", ada, winner="white", ended_at=5_000)
    small = await against_bot(store, "small0000000", ada, plies=8, ended_at=5_000)
    lost = await against_bot(store, "botlost00000", ada, ended_at=5_000)
    sql = "SELECT game FROM jobs WHERE game IN (?, ?, ?)"
    queued = {row["game"] for row in await store.fetch(sql, (won, small, lost))}
    assert queued == {lost}
    assert (await stands(store, 10_000)).dropped == 1
