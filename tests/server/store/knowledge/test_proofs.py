"""Proven positions: kept once, found by others, let go of when there are too many; and the games they bear on."""

import sqlite3

import pytest

from bots.learning.proofs.proven_positions import Row, position, seal_row
from bots.search.solver.proof import Win
from gomoku.board import Board, Color
from gomoku.keys import Keys, along
from gomoku.symmetry import maps
from server.store.games import library
from server.store.knowledge import jobs, lessons, proofs, studies
from server.store.knowledge.jobs import Job
from tests.kit.stores import OpenStore
from tests.server.learning.examples import study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

NOW = 3 * proofs.DAY_MS + 5


def row(moves: list[int], *, won: bool = True, nodes: int = 7, rules: str = "freestyle", size: int = 15) -> Row:
    """A row about the position after some moves; its proof is made up."""
    board = Board.from_stones(size, moves[::2], moves[1::2])
    to_move = Color.WHITE if len(moves) % 2 else Color.BLACK
    key, by = Keys.of(board).least(to_move)
    return seal_row(rules, size, key, position(board, to_move, by), won, "vcf", nodes, Win(maps(size)[by][0]))


async def kept(store: OpenStore) -> list[tuple[object, ...]]:
    return [tuple(found) for found in await store.fetch("SELECT * FROM proofs ORDER BY id")]


async def pools(store: OpenStore) -> tuple[int, ...]:
    """How many rows there are, how many bytes they take, and how many are no longer kept."""
    (row,) = await store.fetch("SELECT sum(proofs), sum(bytes), sum(dropped) FROM pools")
    return tuple(row)


async def test_rows_come_back_as_they_were_and_are_kept_once(store: OpenStore) -> None:
    rows = [row([n, 112], nodes=n) for n in range(3)] + [row([7], won=False, rules="renju"), row([7], size=19)]
    await store.execute(*proofs.keep(rows, NOW))
    await store.execute(*proofs.keep([rows[0], row([9])], NOW))
    stored = proofs.StoredProofs(store.address)
    for each in rows:
        assert list(stored.rows(each.rules, each.size, each.key)) == [each]
        assert each.whole
    assert list(stored.rows("caro", 15, rows[0].key)) == []
    stored.close()
    assert len(await kept(store)) == len(rows) + 1
    size = sum(len(each.position) + len(each.proof) for each in [*rows, row([9])])
    assert await pools(store) == (len(rows) + 1, size, 0)


async def test_a_row_tells_nothing_of_a_game(store: OpenStore) -> None:
    await store.execute(*proofs.keep([row([1])], NOW))
    columns = set((await store.fetch("SELECT * FROM proofs"))[0].keys())
    assert columns == {"id", "pool", "key", "position", "won", "method", "length", "nodes", "day", "seal", "proof"}
    assert (await store.fetch("SELECT day FROM proofs"))[0]["day"] == 3


async def test_what_was_easy_to_prove_goes_first_and_of_that_the_oldest(store: OpenStore) -> None:
    rows = [row([n], nodes=nodes) for n, nodes in enumerate([5, 3, 9, 3])]
    for each in rows:
        await store.execute(*proofs.keep([each], NOW, most=3))
    left = await store.fetch("SELECT key FROM proofs ORDER BY id")
    assert [found["key"] for found in left] == [rows[n].key for n in (0, 2, 3)]
    assert (await pools(store))[2] == 1


async def test_a_file_that_cannot_be_read_knows_nothing(store: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> sqlite3.Connection:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(proofs, "connect", broken)
    assert list(proofs.StoredProofs(store.address).rows("freestyle", 15, 0)) == []


async def studied(store: OpenStore, id: str, effort: int = 1, mistake: int | None = 4) -> int:
    """A game against a bot that was studied."""
    players = await store.fetch("SELECT id FROM players")
    ada = await add_player(store, f"p{len(players)}", f"P{len(players)}")
    await store.execute(lessons.end_wait(serial := await against_bot(store, id, ada)))
    await keep(store, serial, id, effort, mistake)
    return serial


async def keep(store: OpenStore, serial: int, id: str, effort: int = 1, mistake: int | None = 4) -> None:
    keys = list(along([30 + ply for ply in range(9)], 15))
    standing = proofs.keep_positions(serial, "freestyle", 15, keys)
    await studies.keep(store, Job(serial, id, effort), study(mistake=mistake), NOW, *standing)


async def test_the_games_that_a_proof_bears_on_are_studied_again(store: OpenStore) -> None:
    first, second = await studied(store, "first0000000"), await studied(store, "second000000", effort=10)
    moves = [30 + ply for ply in range(9)]
    there, near, far = row(moves[:6]), row([*moves[:5], 200]), row([*moves[:4], 200, 201])
    image = row([maps(15)[6][point] for point in moves[:6]])
    for found, concerned in ((there, True), (near, True), (image, True), (far, False)):
        around = proofs.list_keys_around([found])
        await store.execute(*proofs.queue_concerned(around, second, NOW))
        assert await jobs.find_next(store) == (Job(first, "first0000000", 1, jobs.IDLE) if concerned else None)
        await store.execute(("DELETE FROM jobs", ()))
        await store.execute(*proofs.queue_concerned(around, None, NOW))
        queued = [tuple(job) for job in await store.fetch("SELECT game, effort, again FROM jobs ORDER BY game")]
        assert queued == ([(first, 1, 1), (second, 10, 1)] if concerned else [])
        await store.execute(("DELETE FROM jobs", ()))
    assert proofs.list_keys_around([row([*moves[:5], 200])])


async def test_positions_of_games_are_found_by_their_keys(store: OpenStore) -> None:
    await studied(store, "first0000000")
    stored, keys = proofs.StoredProofs(store.address), [row([30, 31]).key, row([30, 33]).key]
    assert stored.standing("freestyle", 15, keys) == {keys[0]}
    assert stored.standing("renju", 15, keys) == set()
    stored.close()


async def test_what_waits_already_stays_as_it_is_and_other_rules_are_left_alone(store: OpenStore) -> None:
    serial = await studied(store, "first0000000")
    await jobs.ask(store, serial, "p0", NOW)
    moves = [30 + ply for ply in range(6)]
    await store.execute(*proofs.queue_concerned(proofs.list_keys_around([row(moves)]), None, NOW))
    assert await jobs.find_next(store) == Job(serial, "first0000000", rank=0)
    await store.execute(("DELETE FROM jobs", ()))
    await store.execute(*proofs.queue_concerned(proofs.list_keys_around([row(moves, rules="caro")]), None, NOW))
    assert await jobs.find_next(store) is None


async def test_a_game_that_is_deleted_takes_its_positions_along(store: OpenStore) -> None:
    await studied(store, "first0000000")
    await keep(store, 1, "first0000000")
    assert (await store.fetch("SELECT count(*) FROM positions_of_games"))[0][0] == 10
    await library.delete_game(store, "first0000000")
    assert (await store.fetch("SELECT count(*) FROM positions_of_games"))[0][0] == 0


async def test_a_game_studied_again_keeps_who_may_see_it(store: OpenStore) -> None:
    await add_player(store, "ada", "Ada")
    serial = await against_bot(store, "hidden000000", await add_player(store, "bob", "Bob"), visibility="private")
    await store.execute(lessons.end_wait(serial))
    await keep(store, serial, "hidden000000")
    await store.execute(
        *proofs.queue_concerned(proofs.list_keys_around([row([30 + ply for ply in range(4)])]), None, NOW)
    )
    again = await jobs.find_next(store)
    assert again is not None
    assert (again.serial, again.rank) == (serial, jobs.IDLE)
    await keep(store, serial, "hidden000000")
    assert (await store.fetch("SELECT visibility FROM games"))[0]["visibility"] == "private"
    public = await store.fetch("SELECT count(*) FROM games WHERE visibility = 'public'")
    assert public[0][0] == 0


async def test_who_waits_then_first_studies_then_again_then_harder(store: OpenStore) -> None:
    serials = [await studied(store, f"game0000000{n}") for n in range(5)]
    for serial, effort, again in zip(serials, (100, 10, 1, 1, 10), (0, 0, 1, 0, 0), strict=True):
        sql = "INSERT INTO jobs (game, at, effort, again) VALUES (?, 0, ?, ?)"
        await store.execute((sql, (serial, effort, again)))
    await jobs.ask(store, serials[4], "p0", NOW)
    order = []
    while (job := await jobs.find_next(store)) is not None:
        order.append((serials.index(job.serial), job.effort, job.rank))
        assert await jobs.count_ahead(store, [job.serial]) == ({job.serial: 0} if job.rank < jobs.IDLE else {})
        await store.execute(("DELETE FROM jobs WHERE game = ?", (job.serial,)))
    assert order == [(4, 1, 0), (3, 1, 1), (2, 1, 2), (1, 10, 3), (0, 100, 3)]


async def test_games_of_which_no_mistake_is_named_are_looked_at_harder_the_least_looked_at_first(
    store: OpenStore,
) -> None:
    await studied(store, "named0000000")
    for n in range(2):
        await studied(store, f"game0000000{n}", mistake=None)
    found = []
    while (job := await jobs.find_next(store)) is not None:
        found.append((job.game, job.effort))
        await keep(store, job.serial, job.game, job.effort, mistake=None)
    assert found == [(f"game0000000{n}", effort) for effort in (10, 100) for n in (0, 1)]


async def test_with_its_mistake_named_a_game_is_looked_at_no_harder(store: OpenStore) -> None:
    serial = await studied(store, "game00000000", mistake=None)
    await keep(store, serial, "game00000000", 10, mistake=3)
    assert await jobs.find_next(store) is None


async def test_what_another_version_has_read_is_read_anew(store: OpenStore) -> None:
    for n in range(2):
        await studied(store, f"game0000000{n}")
    version = study().version
    assert not await jobs.read_anew(store, NOW, version)
    # as quickly as at first, and behind what somebody waits for
    assert await jobs.read_anew(store, NOW, version + 1)
    job = await jobs.find_next(store)
    assert job is not None
    assert (job.game, job.effort, job.rank) == ("game00000001", 1, jobs.IDLE)


async def test_a_day_has_so_much_idle_time(store: OpenStore) -> None:
    assert await jobs.sum_idle_ms(store, NOW) == 0
    await store.execute(*jobs.note_idle_ms(NOW, 40))
    await store.execute(*jobs.note_idle_ms(NOW + 9, 2))
    assert await jobs.sum_idle_ms(store, NOW) == 42
    assert await jobs.sum_idle_ms(store, NOW + proofs.DAY_MS) == 0
    await store.execute(*jobs.note_idle_ms(NOW + proofs.DAY_MS, 1))
    assert len(await store.fetch("SELECT * FROM idle_studies")) == 1


async def test_restudies_do_not_keep_people_from_asking(store: OpenStore) -> None:
    serial = await studied(store, "first0000000")
    await store.execute(("INSERT INTO jobs (game, at, again) VALUES (?, 0, 1)", (serial,)))
    assert await jobs.count_waiting(store) == 0
    assert await jobs.is_missed(store, serial) is False
    await jobs.ask(store, serial, "p0", NOW)
    assert (await jobs.count_waiting(store), await jobs.is_missed(store, serial)) == (1, True)
