"""Limits that protect what servers share hold on two servers of one installation together."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bots.executor import Execute
from bots.learning.proofs.proven_positions import Row
from bots.learning.study.findings import StudiedPuzzle
from bots.workers.fair_queue import Asker
from gomoku.working_time import DAY_MS
from server.config import Config
from server.protocol.values import Who
from server.puzzles.question import AttemptVerdict
from server.store.knowledge import jobs, puzzles
from tests.kit.client import Client, Message, Refusal
from tests.kit.installation import Installation, open_installation
from tests.kit.puzzles import list_solving, supply_some, try_moves
from tests.kit.trees import bring
from tests.server.accounts.test_registry import QuickHashing
from tests.server.puzzles.test_attempts import MOVES, Judge
from tests.server.store.examples import finished, new_room
from tests.server.test_accounts import keep_name
from tests.server.test_across_processes import FILE
from tests.server.test_installation import until


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def keep_games(two: Installation, player: str, count: int) -> list[int]:
    """Store finished games of a player that nobody has studied."""
    return [
        await finished(two.apps[0].store, f"people00000{n}", Who(player), Who("bob"), ended_at=9, plies=9)
        for n in range(count)
    ]


def list_codes(answers: list[Message | BaseException] | list[str | BaseException]) -> list[str]:
    """List the codes of those that were refused."""
    return [answer.code for answer in answers if isinstance(answer, Refusal)]


async def test_two_servers_queue_no_more_analyses_of_a_player_than_one(
    two: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.review.analyst.MOST_ASKED", 1)
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    await keep_games(two, ada.player, 2)
    answers = await asyncio.gather(
        *(client.command("analyse", game=f"people00000{n}") for n, client in enumerate((ada, other))),
        return_exceptions=True,
    )
    assert list_codes(answers) == ["too_many_analyses"]
    assert await jobs.count_waiting(two.apps[0].store, ada.player) == 1


async def test_an_address_has_one_share_of_the_queue_on_all_servers(
    two: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.review.analysis_followers.MOST_WAITING", 2)
    ada, bob = await two.connect(0), await two.connect(1)
    serial, _ = await keep_games(two, ada.player, 2)
    await ada.command("analyse", game="people000000")
    await until(lambda: serial in two.apps[1].studying.analyst._followers.queue._places)
    with pytest.raises(Refusal, match="too_many_analyses"):
        await bob.command("analyse", game="people000001")


async def test_bytes_read_on_one_server_count_on_the_other(two: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.trees.keeper.DAILY_BYTES", len(FILE) * 3 // 2)
    ada, bob = await two.connect(0), await two.connect(1)
    await bring(ada, FILE, name="a.sgf")
    await until(lambda: "127.0.0.1" in two.apps[1].trees.keeper._spent)
    with pytest.raises(Refusal) as refused:
        await bring(bob, FILE, name="b.sgf")
    assert (refused.value.code, refused.value.message["detail"]["whose"]) == ("trees_full", "address")


async def test_two_servers_keep_no_more_trees_of_a_player_than_one(
    two: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.trees.keeper.MOST_TREES", 1)
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    answers = await asyncio.gather(
        *(bring(client, FILE, name="a.sgf") for client in (ada, other)), return_exceptions=True
    )
    assert list_codes(answers) == ["too_many_trees"]


async def try_puzzle(client: Client, id: str, move: int) -> None:
    await client.send(t="try", id=id, puzzle=1, moves=[move])


def ask(judge: Judge) -> Execute:
    """Return what asks a judge, who knows one address."""

    async def run(*call: Any, awaited: bool, asker: Asker, progress: Callable[[list[Row]], None]) -> Any:
        return await judge.run(*call, awaited=awaited, asker=Asker("192.0.2.1"), progress=progress)

    return run


async def test_a_player_tries_one_answer_at_a_time_on_all_servers(two: Installation) -> None:
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    store, judges = two.apps[0].store, (Judge(), Judge())
    for app, judge in zip(two.apps, judges, strict=True):
        app.studying.attempts._ready = lambda: True
        app.studying.attempts._run = ask(judge)
    serial = await new_room(store, "game00000001", Who(ada.player))
    await store.execute(*puzzles.insert(serial, "renju", 15, MOVES, 1000, [StudiedPuzzle("win", 3, "vcf")], 1))

    await try_puzzle(ada, "one", 5)
    await judges[0].asked.get()
    await try_puzzle(other, "two", 6)
    assert (await other.wait(lambda m: m.get("id") == "two"))["code"] == "bots_busy"
    judges[0].answers.put_nowait(AttemptVerdict(right=False))
    assert (await ada.wait(lambda m: m.get("id") == "one"))["right"] is False

    judges[1].answers.put_nowait(AttemptVerdict(right=True, done=True))
    await try_puzzle(other, "three", 6)
    assert (await other.wait(lambda m: m.get("id") == "three"))["right"] is True
    puzzle = await puzzles.find_puzzle(store, 1, None)
    assert puzzle is not None
    assert (puzzle.solved, puzzle.failed) == (0, 1)  # the first answer counts


async def test_answers_on_two_servers_at_once_count_once_and_those_of_two_people_both(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    other = await two.connect(1, ada.token)
    store = two.apps[0].store
    await supply_some(store)
    moves = await list_solving(store, 1)
    told = await asyncio.gather(
        *(try_moves(each, 1, moves, f"c{n}") for n, each in enumerate((ada, other))), try_moves(bob, 1, moves, "b")
    )
    assert sum("rated" in each for each in told[:2]) == 1
    assert "rated" in told[2]
    puzzle = await puzzles.find_puzzle(store, 1, None)
    assert puzzle is not None
    assert (puzzle.rated, puzzle.solved, puzzle.failed) == (2, 2, 0)


async def test_two_servers_give_a_player_no_more_days_of_vacation_than_one(two: Installation) -> None:
    ada = await two.connect(0)
    await keep_name(ada, "Ada")
    other = await two.connect(1, ada.token)
    year = datetime.fromtimestamp(two.apps[0].now() / 1000, UTC).year
    begin = int(datetime(year + 1, 1, 1, tzinfo=UTC).timestamp() * 1000)
    both = [
        await asyncio.gather(
            *(
                client.command("take_vacation", start=begin + day * DAY_MS, days=days)
                for client, day in zip((ada, other), starts, strict=True)
            ),
            return_exceptions=True,
        )
        for days, starts in ((16, (0, 16)), (1, (40, 40)))
    ]
    assert [list_codes(answers) for answers in both] == [["no_vacation_left"], ["vacation_overlaps"]]
