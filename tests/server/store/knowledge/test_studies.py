"""A study comes out of the store as it went in, and those of earlier versions are read for what they still say."""

import json
import zlib
from pathlib import Path

import pytest
from msgspec import Raw, ValidationError

from bots.learning.proofs.lesson import StoredLastChance, Suspect
from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.effort import VERSION
from bots.learning.study.findings import (
    LosingMove,
    StudiedLesson,
    StudiedMove,
    StudiedPuzzle,
    StudiedWin,
    Study,
)
from bots.tuning.training_games import list_studied_moves
from server.operator import listing
from server.store.knowledge import jobs, studies
from server.store.knowledge.studies import HOUR_MS, STATE, StudyQueue, read_queue
from server.store.reading import read_from
from tests.kit.stores import OpenStore
from tests.server.learning.examples import pattern
from tests.server.learning.examples import study as example
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

WIN = StudiedWin("vct", (1, 2, 3), Raw(b"[1,null,2,[3]]"))
OPEN = OpenMove(100, "fukumi", 30_000)


def stored(**fields: object) -> bytes:
    return zlib.compress(json.dumps(fields).encode())


def test_all_that_a_study_says_comes_back() -> None:
    lost = StudiedMove("lost_here", -12, "four", WIN, WIN, (OPEN,), (5,), (LosingMove(6, (7, 8)),), (9,), (10,))
    study = Study(
        version=VERSION,
        nodes=20_000,
        effort=10,
        moves=(lost, StudiedMove()),
        lesson=StudiedLesson(
            "black", 6, "vct", 5, (OPEN,), (5,), (1, 2), (7,), StoredLastChance("0" * 225, "white", 4)
        ),
        suspect=Suspect(3, 4, "fukumi", 9),
        patterns=example(pattern()).patterns,
        puzzles=(StudiedPuzzle("win", 4, "vct", (1, 2, 3)), StudiedPuzzle("defence", 5, "vcf", (100,))),
    )
    assert studies.unpack(studies.pack(study)) == study
    assert study.patterns[0].pattern() == pattern()


def test_a_study_that_was_stored_with_what_it_does_not_say_is_the_same_as_without() -> None:
    bare: dict[str, object] = {
        "label": None,
        "eval": 3,
        "forced": None,
        "open": [],
        "undecided": [],
        "win": None,
        "threat": None,
    }
    lesson = {"winner": "white", "entry": 2, "method": "vcf", "mistake": None, "open": [], "undecided": [], "line": [1]}
    body = stored(
        version=VERSION,
        nodes=20_000,
        effort=1,
        moves=[bare, bare],
        lesson={**lesson, "led": [], "last_chance": None},
        suspect=None,
        patterns=[{**pattern().to_json(), "ply": 6}],
        puzzles=[{"kind": "defence", "ply": 5, "method": "vcf", "solution": [100], "proof": None}],
    )
    assert studies.unpack(body) == Study(
        version=VERSION,
        nodes=20_000,
        moves=(StudiedMove(eval=3),) * 2,
        lesson=StudiedLesson("white", 2, "vcf", line=(1,)),
        patterns=example(pattern()).patterns,
        puzzles=(StudiedPuzzle("defence", 5, "vcf", (100,)),),
    )


def test_the_first_version_is_read_without_what_it_called_saving() -> None:
    saving = {"saving": [{"point": 4, "method": "vcf"}], "unproven": [5]}
    body = stored(
        version=1,
        nodes=20_000,
        moves=[{"label": "lost_here", "eval": 10_000, "forced": None, "win": None, "threat": None, **saving}],
        lesson={"winner": "black", "entry": 1, "mistake": 0, "line": [3], "led": [], **saving},
        patterns=[{**pattern().to_json(), "ply": 6}],
        puzzles=[],
    )
    found = studies.unpack(body)
    assert (found.version, found.effort, found.suspect) == (1, 1, None)
    assert found.lesson == StudiedLesson("black", 1, mistake=0, line=(3,))
    assert [(move.value, move.open) for move in list_studied_moves(found)] == [(10_000, ())]


def test_what_is_no_study_is_refused() -> None:
    with pytest.raises(ValidationError):
        studies.unpack(stored(version=VERSION, moves=[]))


async def stands(store: OpenStore, now: int) -> StudyQueue:
    (row,) = await store.fetch(STATE, {"now": now})
    return read_queue(row)


async def test_the_queue_is_seen_as_it_stands(store: OpenStore, tmp_path: Path) -> None:
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
    await jobs.note_ended(store, serials[0])
    assert (await stands(store, 10_000)).running is None
    done = "INSERT INTO analyses (game, at, version, body) VALUES (?, 9000, 1, ?)"
    await store.execute((done, (serials[0], b"")), ("DELETE FROM jobs WHERE game = ?", (serials[0],)))
    assert (await stands(store, 10_000)).done == 1
    assert (await stands(store, 9_000 + HOUR_MS)).done == 0
    with read_from(store.address) as connection:
        text = listing.describe_studies(connection, 9_000 + HOUR_MS)
    assert text.splitlines() == [
        "waiting  2, the oldest for 1 h 0 min; 1 of them asked for by players",
        "running  none",
        "done     0 in the last hour",
        "failed   1, tried no more: botgame00003",
        "dropped  2 in the last 7 days, for want of room in the queue",
    ]


async def test_a_game_for_which_there_was_no_room_is_counted(store: OpenStore) -> None:
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
