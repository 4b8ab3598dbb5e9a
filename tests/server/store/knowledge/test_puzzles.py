"""Puzzles in the store: each position once, whoever finds it; first attempts; whose turn comes next."""

from collections.abc import Sequence
from typing import Any

import pytest

from bots.learning.proofs.verdicts import OpenMove
from bots.learning.study.findings import StudiedMove, StudiedPuzzle
from gomoku.symmetry import maps
from server.protocol.values import PuzzleKind, Visibility, Who
from server.puzzles.counting import EndedAttempt, note
from server.store.games import library
from server.store.knowledge import puzzles
from server.store.knowledge.puzzles import FirstRating, PuzzleWish
from server.store.records import Puzzle
from server.store.writes import NewGame
from tests.kit.stores import OpenStore
from tests.server.store.examples import add_player, created, finished
from tests.server.store.knowledge.test_proofs import row

MOVES = [112, 113, 97, 98, 82, 83, 67]
AT = 5_000


async def game(store: OpenStore, id: str, owner: Who | None, visibility: Visibility = "public") -> int:
    serial = store.new_serial()
    await store.commit(NewGame(serial, id, None, None, created(owner or Who(), visibility=visibility)))
    return serial


async def keep(
    store: OpenStore, serial: int, *found: StudiedPuzzle, moves: Sequence[int] = MOVES, nodes: int = 9
) -> None:
    await store.execute(*puzzles.insert(serial, "freestyle", 15, moves, nodes, found, AT))


async def attempt(store: OpenStore, id: int, player: str, solved: bool, at: int, shown: bool = False) -> None:
    await note(store, EndedAttempt(id, player, solved, at, f"{player} {at}", shown))


async def ids(store: OpenStore) -> list[int]:
    return [row["id"] for row in await store.fetch("SELECT id FROM puzzles ORDER BY id")]


def found(ply: int, kind: PuzzleKind = "win") -> StudiedPuzzle:
    return StudiedPuzzle(kind, ply, "vcf", (1,))


async def test_a_puzzle_comes_back_with_the_moves_before_it(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    await keep(store, await game(store, "game00000001", ann), found(5), found(6, "defence"))
    first, second = await ids(store)
    assert await puzzles.find_puzzle(store, first, None) == Puzzle(
        id=first,
        rules="freestyle",
        size=15,
        kind="win",
        method="vcf",
        nodes=9,
        moves=MOVES[:5],
        solved=0,
        failed=0,
        rating=1500.0,
        deviation=350.0,
        volatility=0.06,
        rated=0,
        length=None,
        answers=None,
        proof=None,
        themes=["vcf"],
        game="game00000001",
    )
    other = await puzzles.find_puzzle(store, second, None)
    assert other is not None
    assert (other.kind, other.moves) == ("defence", MOVES[:6])
    assert await puzzles.find_puzzle(store, second + 1, None) is None


async def test_a_position_is_one_puzzle_however_it_is_turned_and_in_whatever_order_it_came(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    serial = await game(store, "game00000001", ann)
    for image in maps(15):
        await keep(store, serial, found(6), moves=[image[point] for point in MOVES])
    swapped = [MOVES[2], MOVES[3], MOVES[0], MOVES[1], *MOVES[4:]]
    await keep(store, serial, found(6), moves=swapped)
    assert len(await ids(store)) == 1
    await keep(store, serial, found(6, "defence"))  # another question
    await keep(store, serial, found(5), found(4))  # other positions
    colors = [MOVES[1], MOVES[0], *MOVES[2:]]
    await keep(store, serial, found(6), moves=colors)
    assert len(await ids(store)) == 5
    kept = await puzzles.find_puzzle(store, (await ids(store))[0], None)
    assert kept is not None
    assert kept.moves == [maps(15)[0][point] for point in MOVES[:6]]  # the first one stays as it is


@pytest.mark.parametrize("hidden", ["link", "private"])
async def test_only_public_games_make_puzzles(store: OpenStore, hidden: Visibility) -> None:
    ann = await add_player(store, "ann", "Ann")
    await keep(store, await game(store, "game00000001", ann, hidden), found(5), found(6))
    assert await ids(store) == []
    await keep(store, await game(store, "game00000002", ann), found(5))  # the same position, for all to see
    puzzle = await puzzles.find_puzzle(store, 1, None)
    assert puzzle is not None
    assert puzzle.game == "game00000002"


async def test_a_puzzle_outlives_its_game(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    await keep(store, await game(store, "game00000001", ann), found(5))
    assert await library.delete_game(store, "game00000001")
    puzzle = await puzzles.find_puzzle(store, (await ids(store))[0], "ann")
    assert puzzle is not None
    assert puzzle.game is None
    assert puzzle.moves == MOVES[:5]


async def test_the_first_attempt_of_each_player_counts(store: OpenStore) -> None:
    ann, _ = await add_player(store, "ann", "Ann"), await add_player(store, "bob", "Bob")
    await keep(store, await game(store, "game00000001", ann), found(5), found(6))
    id, untouched = await ids(store)
    await attempt(store, id, "ann", False, AT)
    await attempt(store, id, "ann", True, AT + 1)
    await attempt(store, id, "bob", True, AT + 2)
    seen = {reader: await puzzles.find_puzzle(store, id, reader) for reader in ("ann", "bob", None)}
    assert {reader: puzzle and (puzzle.solved, puzzle.failed, puzzle.yours) for reader, puzzle in seen.items()} == {
        "ann": (1, 1, "failed"),
        "bob": (1, 1, "solved"),
        None: (1, 1, None),
    }
    other = await puzzles.find_puzzle(store, untouched, "ann")
    assert other is not None
    assert (other.solved, other.failed, other.yours) == (0, 0, None)


async def test_next_comes_the_easiest_that_was_not_tried_and_so_on_upwards(store: OpenStore) -> None:
    people = ["ann", "bob", "cy", "di"]
    for person in people:
        await add_player(store, person, person.title())
    serial = await game(store, "game00000001", Who(id="ann"))
    await keep(store, serial, found(3), found(4), found(5), found(6, "defence"))
    hard, easy, middle, defence = await ids(store)
    for person in people[1:]:
        await attempt(store, hard, person, False, AT)
        await attempt(store, easy, person, True, AT)
    upwards = [easy, middle, defence, hard]

    async def following(after: int | None, player: str | None = "ann", kind: PuzzleKind | None = None) -> int | None:
        return await puzzles.find_next(store, player, PuzzleWish(kind=kind, after=after))

    assert await following(None) == easy
    assert [await following(id) for id in upwards] == [middle, defence, hard, easy]
    assert [await following(id, None) for id in upwards] == [middle, defence, hard, easy]
    assert await following(None, kind="defence") == defence
    assert await following(defence, kind="defence") == defence  # there is no other
    assert await following(defence, kind="win") == hard
    # bob has tried two: the others come first, in turn
    assert [await following(id, "bob") for id in upwards] == [middle, defence, middle, middle]
    for id in (middle, defence):
        await attempt(store, id, "bob", True, AT)
    turn = [easy]
    for _ in range(4):
        turn.append(await following(turn[-1], "bob") or 0)
    assert sorted(turn[:4]) == sorted(upwards)
    assert turn[4] == easy
    assert await puzzles.find_next(store, "ann", PuzzleWish(rules="renju")) is None


async def test_the_order_is_that_of_the_ratings(store: OpenStore) -> None:
    await add_player(store, "ann", "Ann")
    for n in range(8):
        await add_player(store, f"p{n}", f"P{n}")
    serial = await game(store, "game00000001", Who(id="ann"))
    await keep(store, serial, *(found(ply) for ply in range(2, 7)))
    every = await ids(store)
    for n, id in enumerate(every):
        for person in range(8 - n):
            await attempt(store, id, f"p{person}", (person * 7 + n) % 3 == 0, AT)
    shown = [await puzzles.find_puzzle(store, id, None) for id in every]
    ratings = {puzzle.id: puzzle.rating for puzzle in shown if puzzle is not None}
    order, after = [], None
    for _ in every:
        after = await puzzles.find_next(store, "ann", PuzzleWish(after=after))
        assert after is not None
        order.append(after)
    assert sorted(order) == every
    assert [ratings[id] for id in order] == sorted(ratings.values())


async def test_a_defence_in_a_position_that_is_proven_lost_is_withdrawn_however_it_lies(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    serial = await game(store, "game00000001", ann)
    await keep(store, serial, found(5, "defence"), found(6, "defence"), found(6), found(3, "defence"))
    kept = await ids(store)
    await attempt(store, kept[1], "ann", True, AT)
    image = [maps(15)[5][point] for point in MOVES[:6]]
    for proven in (row(MOVES[:5]), row(image, won=False, rules="renju"), row(image, won=True)):
        await store.execute(*puzzles.withdraw_refuted([proven]))  # of who moves there, of other rules
        assert await ids(store) == kept
    await store.execute(*puzzles.withdraw_refuted([row(image, won=False)]))
    assert await ids(store) == [kept[0], kept[2], kept[3]]


async def test_a_defence_that_a_later_study_has_no_answer_to_is_withdrawn(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    serial, other = await game(store, "game00000001", ann), await game(store, "game00000002", ann)
    await keep(store, serial, found(3), found(5, "defence"), found(6, "defence"))
    await keep(store, other, found(6, "defence"), moves=[n + 1 for n in MOVES])
    win, answered, _, elsewhere = await ids(store)
    moves = [StudiedMove(open=(OpenMove(7, "vcf", 9),) if ply == 5 else ()) for ply in range(len(MOVES))]
    await store.execute(puzzles.withdraw_unanswered(serial, moves))
    assert await ids(store) == [win, answered, elsewhere]


async def test_what_is_wanted_narrows_what_comes_next(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    await keep(store, await game(store, "game00000001", ann), found(5), found(6, "defence"))
    win, defence = await ids(store)
    for person in ("bob", "cy"):
        await add_player(store, person, person.title())
        await attempt(store, defence, person, False, AT)

    async def comes(**wishes: Any) -> int | None:
        return await puzzles.find_next(store, "ann", PuzzleWish(**wishes))

    assert [await comes(theme="vcf"), await comes(theme="vct")] == [win, None]
    assert [await comes(least=1501.0), await comes(most=1501.0)] == [defence, win]
    assert await comes(least=1501.0, most=1502.0) is None


async def test_who_has_the_solution_shown_has_failed_and_can_solve_it_no_more(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    await keep(store, await game(store, "game00000001", ann), found(5))
    (id,) = await ids(store)
    await attempt(store, id, "ann", False, AT, shown=True)
    await attempt(store, id, "ann", True, AT)
    seen = await puzzles.find_puzzle(store, id, "ann")
    assert seen is not None
    assert (seen.solved, seen.failed, seen.yours) == (0, 1, "shown")


async def test_of_puzzles_not_tried_the_nearest_comes_first_and_of_others_the_next_harder(store: OpenStore) -> None:
    ann = await add_player(store, "ann", "Ann")
    every = [found(ply) for ply in range(2, 7)]
    begin = {each: FirstRating(1000.0 + 200 * n, 200.0) for n, each in enumerate(every)}
    serial = await game(store, "game00000001", ann)
    await store.execute(*puzzles.insert(serial, "freestyle", 15, MOVES, 9, every, AT, begin))
    order = []
    for _ in every:
        id = await puzzles.find_next(store, "ann", PuzzleWish(), 1350.0)
        assert id is not None
        order.append(id)
        await attempt(store, id, "ann", True, AT)
    assert order == [3, 2, 4, 1, 5]
    first = await puzzles.find_puzzle(store, 5, "ann")
    assert first is not None
    assert (first.rated, first.rating < 1800.0, first.deviation < 200.0) == (1, True, True)
    hardest = max([(await puzzles.find_puzzle(store, id, None), id) for id in order], key=lambda p: p[0].rating)[1]  # type: ignore[union-attr]
    assert await puzzles.find_next(store, "ann", PuzzleWish(after=hardest), 1350.0) != hardest


async def test_the_rules_of_the_last_game_are_known(store: OpenStore) -> None:
    ann, bob = await add_player(store, "ann", "Ann"), await add_player(store, "bob", "Bob")
    assert await puzzles.find_last_rules(store, "ann") is None
    assert await puzzles.list_rules(store) == []
    await finished(store, "game00000001", ann, bob, ended_at=9_000, rules="renju")
    await finished(store, "game00000002", bob, ann, ended_at=9_500, rules="standard")
    assert [await puzzles.find_last_rules(store, each) for each in ("ann", "bob", "cy")] == ["standard"] * 2 + [None]
    await keep(store, await game(store, "game00000003", ann), found(5))
    assert await puzzles.list_rules(store) == ["freestyle"]
