"""Evidence over real sockets: figures with their controls, what stands in the log, and games that are to be studied."""

import pytest
from msgspec.structs import replace

from bots.learning.study.findings import StudiedMove
from server.protocol.values import Who
from server.ratings.book import RatingBook
from server.store import audit
from server.store.games import evidence
from server.store.knowledge import studies
from server.store.knowledge.jobs import Job
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Refusal
from tests.server.learning import examples
from tests.server.ratings.rated_games import add_account, end_game
from tests.server.test_review import done
from tests.server.test_staff import ask, staff

PLIES = 16
LATER = 10_000


pytestmark = pytest.mark.usefixtures("quick_studies")


@pytest.fixture(autouse=True)
def _counted_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(_: RatingBook) -> None:
        pass

    monkeypatch.setattr(RatingBook, "work", nothing)


async def study(app: App, serial: int, id: str, *, choices: int) -> None:
    """Keep a study by which the first moves after the opening, so many, were its choice."""
    moves = tuple(StudiedMove(eval=0, choice=30 + ply if 6 <= ply < 6 + choices else 200) for ply in range(PLIES))
    found = replace(examples.study(examples.pattern(), plies=PLIES), moves=moves, patterns=(), puzzles=(), lesson=None)
    await studies.keep(app.store, Job(serial, id), found, LATER)


async def play(app: App, black: Who, white: Who, number: int, *, choices: int | None = None) -> str:
    """A rated game, perhaps with a study."""
    id = f"game{number:08}"
    serial = await end_game(app.store, id, black, white, ended_at=LATER + number, plies=PLIES, reason="resigned")
    if choices is not None:
        await study(app, serial, id, choices=choices)
    return id


async def count(app: App) -> None:
    await app.rating_book.catch_up()


@pytest.fixture
async def people(running: tuple[App, str]) -> list[Who]:
    return [await add_account(running[0].store, f"{name}0000000001") for name in ("ada", "bob", "cyd")]


async def test_figures_stand_beside_those_of_others(join: Connect, running: tuple[App, str], people: list[Who]) -> None:
    app, (ada, bob, cy) = running[0], people
    for number in range(12):
        await play(app, ada, bob, number, choices=6)
    bot = await play(app, ada, Who(level=3), 20, choices=10)
    await play(app, ada, bob, 21)
    for number in range(30, 42):
        await play(app, cy, bob, number, choices=2)
    await count(app)
    moderator = await staff(running, join, "moderator")
    told = await ask(moderator, "evidence", player=ada.id)
    assert [game["state"] for game in told["games"]] == ["none"] + ["studied"] * 13
    assert (told["games"][1]["game"], told["games"][1]["opponent"]) == (bot, {"level": 3})
    assert (told["who"]["id"], told["pool"], told["least"]) == (ada.id, "gomoku", 10)
    own, opponents, near = told["own"], told["opponents"], told["near"]
    # of ten moves after the sixth stone five are black's, and those of the first six that were choices three
    assert (own["games"], own["choices"]["found"], own["choices"]["of"]) == (13, 12 * 3 + 5, 13 * 5)
    assert (opponents["games"], opponents["choices"]["found"], opponents["choices"]["of"]) == (12, 36, 60)
    assert own["times"] == {"mean": 0, "low": 0, "high": 0, "games": 13}
    assert own["choices"]["low"] < 41 / 65 < own["choices"]["high"]
    assert "wins" not in own
    assert near["games"] in (0, 5, 10)  # as far as their ratings are near
    acts = await audit.list_acts(app.store, before=None, limit=9)
    assert [(act.by, act.action, act.target) for act in acts] == [(moderator.player, "evidence", ada.id)]


async def test_near_are_other_people_of_such_ratings_without_games_against_the_player(
    running: tuple[App, str], people: list[Who]
) -> None:
    app, (ada, bob, cy) = running[0], people
    for number in range(7):
        await play(app, ada, bob, number, choices=0)
        await play(app, bob, cy, 50 + number, choices=0)
        await play(app, cy, Who(level=3), 90 + number, choices=0)
    await count(app)
    store = app.store
    await store.execute(("UPDATE ratings SET rating = 1500, deviation = 60", ()))
    found = await evidence.list_near(store, ada.id, "gomoku", 1450.0)
    assert len(found) == 2 * evidence.MOST_GAMES_EACH
    games = await store.fetch("SELECT serial, id FROM games")
    ids = {row["serial"]: row["id"] for row in games}
    assert not any(ids[game.serial] < "game00000050" for game in found)
    assert await evidence.list_near(store, ada.id, "gomoku", 1601.0) == []
    await store.execute(("UPDATE ratings SET deviation = 111", ()))
    assert await evidence.list_near(store, ada.id, "gomoku", 1500.0) == []


async def test_of_few_games_nothing_is_said_and_of_none_either(
    join: Connect, running: tuple[App, str], people: list[Who]
) -> None:
    app, (ada, bob, cy) = running[0], people
    for number in range(9):
        await play(app, ada, bob, number, choices=6)
    await count(app)
    moderator = await staff(running, join, "moderator")
    told = await ask(moderator, "evidence", player=ada.id)
    assert [told[each] for each in ("own", "opponents")] == [{"games": 9}] * 2
    told = await ask(moderator, "evidence", player=cy.id)
    assert (told["games"], told["own"]) == ([], {"games": 0})
    with pytest.raises(Refusal, match="no_player"):
        await ask(moderator, "evidence", player="nobody")


async def test_games_are_studied_at_the_staffs_wish(join: Connect, running: tuple[App, str], people: list[Who]) -> None:
    app, (ada, bob, _) = running[0], people
    ids = [await play(app, ada, bob, number) for number in range(3)]
    await count(app)
    moderator = await staff(running, join, "moderator")
    for _ in range(2):
        await moderator.command("study_games", id="once", player=ada.id)
    for id in ids:
        await moderator.send(t="watch", game=id, on=True)
        await done(moderator, id)
    told = await ask(moderator, "evidence", player=ada.id)
    assert [game["state"] for game in told["games"]] == ["studied"] * 3
    acts = await audit.list_acts(app.store, before=None, limit=9)
    assert [(act.action, act.data) for act in acts] == [("evidence", {}), ("study_games", {"games": 3})]


async def test_no_more_wait_in_idle_time_than_may(
    running: tuple[App, str], people: list[Who], monkeypatch: pytest.MonkeyPatch
) -> None:
    app, (ada, bob, _) = running[0], people
    ids = [await play(app, ada, bob, number) for number in range(3)]
    monkeypatch.setattr(evidence, "MOST_IDLE", 2)
    rows = await app.store.fetch("SELECT serial FROM games ORDER BY serial")
    await app.store.execute(*(evidence.queue_idle(row["serial"], LATER) for row in rows))
    assert len(await app.store.fetch("SELECT game FROM jobs WHERE again = 1")) == len(ids) - 1


async def test_a_moderator_does_not_judge_himself(join: Connect, running: tuple[App, str]) -> None:
    moderator, owner = await staff(running, join, "moderator"), await staff(running, join, "owner")
    with pytest.raises(Refusal, match="not_staff"):
        await ask(moderator, "evidence", player=moderator.player)
    assert (await ask(owner, "evidence", player=owner.player))["games"] == []
