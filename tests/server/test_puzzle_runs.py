"""Runs and ratings of puzzles from end to end, with puzzles of the tree, which need no solver, and with races."""

import asyncio

import pytest

from server.ratings.ledger import DAY_MS
from server.store.knowledge import daily_puzzles, puzzles
from server.store.people import puzzle_attempts, puzzle_runs
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message
from tests.kit.http import get_json
from tests.kit.puzzles import list_solving, supply_some, try_moves


@pytest.fixture
async def app(running: tuple[App, str]) -> App:
    """A server with some puzzles of the tree, which takes its solver for ready."""
    app = running[0]
    await supply_some(app.store)
    app.studying.attempts.runs._ready = lambda: True
    return app


@pytest.fixture
def site(running: tuple[App, str]) -> str:
    return running[1].replace("ws", "http", 1).removesuffix("/ws")


async def begin(client: Client, mode: str, id: str = "r") -> Message:
    await client.send(t="begin_run", id=id, mode=mode)
    told = await client.wait(lambda message: message.get("id") == id)
    assert told["t"] == "run_begun", told
    run: Message = told["run"]
    return run


async def solve(app: App, client: Client, run: Message, command: str) -> Message:
    """Answer the puzzle that a run asks; return the answer."""
    id = run["puzzle"]["id"]
    return await try_moves(client, id, await list_solving(app.store, id), command, run["run"])


async def test_a_storm_asks_one_puzzle_after_the_other_without_their_answers(
    app: App, site: str, join: Connect
) -> None:
    ada = await join()
    run = await begin(ada, "storm")
    assert 170_000 < run["left_ms"] <= 180_000
    assert set(run["puzzle"]) >= {"id", "stones", "to_move", "rating"}
    assert "answers" not in run["puzzle"]
    assert "proof" not in run["puzzle"]
    for number in range(3):
        told = await solve(app, ada, run, f"c{number}")
        assert (told["right"], told["done"], told["run"]["score"]) == (True, True, number + 1)
        assert "rated" not in told  # time presses
        assert told["run"]["puzzle"]["id"] != run["puzzle"]["id"]
        run = told["run"]
    overview = await get_json(f"{site}/api/puzzles", ada.token)
    assert overview["storm"] == 3
    assert "rating" not in overview
    assert "streak" not in overview


async def test_a_streak_changes_the_rating_with_every_answer(app: App, site: str, join: Connect) -> None:
    ada = await join()
    run = await begin(ada, "streak")
    told = await solve(app, ada, run, "c")
    assert told["rated"]["after"] > told["rated"]["before"] == 1500
    overview = await get_json(f"{site}/api/puzzles", ada.token)
    assert overview["rating"]["rating"] == told["rated"]["after"]
    assert (overview["rated"], overview["streak"]) == (1, 1)


async def test_two_answers_at_once_on_two_connections_count_once(app: App, join: Connect) -> None:
    ada = await join()
    phone = await join(ada.token)
    run = await begin(ada, "storm")
    told = list(await asyncio.gather(solve(app, ada, run, "one"), solve(app, phone, run, "two")))
    told = [*told, await solve(app, ada, run, "three")]
    scores = {each["run"]["score"] for each in told if each["t"] == "tried"}
    assert scores == {1}
    assert {each["code"] for each in told if each["t"] == "error"} <= {"bots_busy"}
    (row,) = await puzzle_runs.list_latest(app.store, ada.player)
    assert (row.score, row.step) == (1, 1)


async def test_the_same_answer_sent_again_is_answered_as_the_first_time(app: App, join: Connect) -> None:
    ada = await join()
    run = await begin(ada, "streak")
    first = await solve(app, ada, run, "same")
    again = await solve(app, await join(ada.token), run, "same")
    assert again == first


async def test_an_answer_after_the_end_counts_nowhere(app: App, join: Connect) -> None:
    ada = await join()
    run = await begin(ada, "storm")
    await app.store.execute(("UPDATE puzzle_runs SET ends_at = ends_at - 200000", ()))
    told = await solve(app, ada, run, "late")
    assert (told["t"], told["code"]) == ("error", "run_over")
    assert await app.store.fetch("SELECT 1 FROM attempts") == []
    assert await puzzle_runs.read_best(app.store, ada.player) == {}
    assert (await begin(ada, "storm", "next"))["score"] == 0


async def test_another_person_answers_for_nobody_else(app: App, join: Connect) -> None:
    ada, bob = await join(), await join()
    run = await begin(ada, "storm")
    told = await solve(app, bob, run, "b")
    assert (told["t"], told["code"]) == ("error", "run_over")
    id = run["puzzle"]["id"]
    assert (await try_moves(bob, id, await list_solving(app.store, id), "own"))["done"]
    (row,) = await puzzle_runs.list_latest(app.store, ada.player)
    assert (row.score, row.step) == (0, 0)
    assert (await solve(app, ada, run, "a"))["run"]["score"] == 1


async def test_people_who_solve_one_puzzle_at_once_all_count(app: App, join: Connect) -> None:
    clients = [await join() for _ in range(4)]
    moves = await list_solving(app.store, 1)
    told = await asyncio.gather(*(try_moves(each, 1, moves, "c") for each in clients))
    assert all(each["rated"]["after"] > 1500 for each in told)
    found = await puzzles.find_puzzle(app.store, 1, None)
    assert found is not None
    assert (found.rated, found.solved) == (4, 4)
    for client in clients:
        held = await puzzle_attempts.find_rating(app.store, client.player)
        assert held is not None
        assert held.games == 1


async def test_a_guest_meets_a_puzzle_at_once_an_easy_one_and_the_puzzle_of_the_day(
    app: App, site: str, join: Connect
) -> None:
    ada, bob = await join(), await join()
    overview = await get_json(f"{site}/api/puzzles", ada.token)
    assert overview["rules"] == "freestyle"
    assert set(overview["choices"]) == {"freestyle", "standard", "renju"}
    daily = overview["daily"]["puzzle"]
    assert (daily["rules"], overview["daily"]["solved"]) == ("freestyle", 0)
    assert (await get_json(f"{site}/api/puzzles", bob.token))["daily"]["puzzle"]["id"] == daily["id"]
    assert (await get_json(f"{site}/api/puzzles?rules=renju"))["daily"]["puzzle"]["rules"] == "renju"
    moves = await list_solving(app.store, daily["id"])
    assert (await try_moves(ada, daily["id"], moves, "c"))["done"]
    after = await get_json(f"{site}/api/puzzles", ada.token)
    assert (after["days"], after["daily"]["solved"], after["daily"]["yours"]) == (1, 1, "solved")
    assert await daily_puzzles.list_solved_days(app.store, ada.player) == [app.now() // DAY_MS]
    first = await get_json(f"{site}/api/puzzles/next", bob.token)
    assert first["rating"] < 1400
    assert first["rules"] == "freestyle"


async def test_without_puzzles_it_is_said_so(running: tuple[App, str], site: str, join: Connect) -> None:
    ada = await join()
    assert await get_json(f"{site}/api/puzzles", ada.token) == {"rules": None, "choices": []}
    running[0].studying.attempts.runs._ready = lambda: True
    await ada.send(t="begin_run", id="r", mode="storm")
    assert (await ada.wait(lambda message: message.get("id") == "r"))["code"] == "no_puzzles"
