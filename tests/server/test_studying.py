"""Lessons that wait to be seen: told on coming and as they are found, until they are seen, to nobody who is gone."""

from collections.abc import Awaitable, Callable

from bots.learning.proofs.lesson import StoredLastChance
from bots.levels import LEVELS, TWIN
from server.protocol.values import Who
from server.signals import LessonFound, LessonSeen
from server.store import joining
from server.store.knowledge import lesson_notices, lessons, lost_positions
from server.store.knowledge.lesson_notices import KEPT_MS, MOST, WaitingLesson
from server.store.people import players
from server.store.store import Store
from server.studying import in_turn
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message
from tests.server.learning.examples import study
from tests.server.store.bot_games import against_bot
from tests.server.store.examples import add_player

NOW = 1_000_000
LEARNER = next(level for level in LEVELS if level.engine == "learner")


async def learn(store: Store, id: str, owner: Who, now: int = NOW, **wishes: object) -> None:
    """A game against a bot whose lesson is found."""
    serial = await against_bot(store, id, owner, **wishes)  # type: ignore[arg-type]
    put = lesson_notices.put(owner.id, serial, now)
    await store.execute(lessons.keep(serial, study(mistake=4), now), lessons.end_wait(serial), *put)


async def list_games(store: Store, player: str, now: int = NOW) -> list[str]:
    return [each.game for each in await lesson_notices.list_waiting(store, player, now)]


async def test_what_is_said_of_a_game(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    await learn(store, "won000000000", ada)
    await learn(store, "wonaswhite00", ada, NOW + 1, bot="black", winner="white")
    await learn(store, "lost00000000", ada, NOW + 2, winner="white")
    found = await lesson_notices.list_waiting(store, "ada", NOW + 2)
    assert found == [
        WaitingLesson("lost00000000", NOW + 2, 3, won=False, learned=False, entry=6, checked=False),
        WaitingLesson("wonaswhite00", NOW + 1, 3, won=True, learned=False, entry=6, checked=False),
        WaitingLesson("won000000000", NOW, 3, won=True, learned=False, entry=6, checked=False),
    ]


async def test_few_are_told_and_none_for_ever(store: Store) -> None:
    ada = await add_player(store, "ada", "Ada")
    for n in range(MOST + 2):
        await learn(store, f"game{n:08}", ada, NOW + n)
    assert await list_games(store, "ada") == [f"game{n:08}" for n in range(MOST + 1, 1, -1)]
    assert await list_games(store, "ada", NOW + KEPT_MS + MOST) == [f"game{n:08}" for n in (MOST + 1, MOST)]
    await learn(store, "late00000000", ada, NOW + KEPT_MS + MOST)
    assert len(await store.fetch("SELECT 1 FROM lesson_notices")) == 3


async def test_nobody_who_is_gone_is_told(store: Store) -> None:
    gone, out = await add_player(store, "gone", "Gone"), await add_player(store, "out", "Out")
    await learn(store, "before000000", gone)
    await players.delete(store, "gone", NOW)
    await store.execute(("UPDATE tokens SET ended_at = 1 WHERE player = 'out'", ()))
    for who in (gone, out):
        await learn(store, f"after{who.id}00000", who)
    assert await store.fetch("SELECT 1 FROM lesson_notices") == []


async def told(client: Client) -> list[Message]:
    lessons: list[Message] = (await client.wait(lambda m: m["t"] == "lessons"))["lessons"]
    return lessons


async def test_players_are_told_until_they_have_seen_it(running: tuple[App, str], join: Connect) -> None:
    app, (ada, other) = running[0], [await join() for _ in range(2)]
    phone = await join(ada.token)
    now = app.now()
    await learn(app.store, "won000000000", Who(ada.player, "Ada"), now)
    app.signals.emit(LessonFound(ada.player, "won000000000"))
    lesson = {"game": "won000000000", "at": now, "level": 3, "won": True, "entry": 6}
    for client in (ada, phone, await join(ada.token)):
        assert await told(client) == [lesson]
    await other.command("lesson_seen", game="won000000000")  # not his
    assert await list_games(app.store, ada.player, now) == ["won000000000"]
    heard: list[LessonSeen] = []
    app.signals.on(LessonSeen, heard.append)
    await phone.command("lesson_seen", game="won000000000")
    assert heard == [LessonSeen(ada.player)]  # their other devices may be on other servers
    assert LessonSeen.crosses
    for client in (ada, phone):  # who joined while the list was kept may have it twice
        await client.wait(lambda m: m["t"] == "lessons" and not m["lessons"])
    await phone.command("lesson_seen", game="won000000000")  # once more is nothing


async def test_only_a_bot_that_learns_is_said_to_have_learned(running: tuple[App, str], join: Connect) -> None:
    app, ada = running[0], await join()
    for level in (3, LEARNER.number, TWIN + LEARNER.number):
        id = f"game{level:08}"
        await learn(app.store, id, Who(ada.player, "Ada"), app.now(), level=level)
        (row,) = await app.store.fetch("SELECT serial FROM games WHERE id = ?", (id,))
        chance = lost_positions.keep(row["serial"], "freestyle", StoredLastChance("0" * 225, "white", 4), [])
        assert chance is not None
        await app.store.execute(chance)
    app.signals.emit(LessonFound(ada.player, "game00000003"))
    # what is told on arrival may be read while the games are being stored
    lessons_told = await ada.wait(lambda m: m["t"] == "lessons" and len(m["lessons"]) == 3)
    assert {each["level"]: each.get("learned", False) for each in lessons_told["lessons"]} == {
        3: False,
        LEARNER.number: True,
        TWIN + LEARNER.number: False,
    }


async def test_a_guests_come_along_to_the_account(running: tuple[App, str], join: Connect) -> None:
    app, ada, guest = running[0], await join(), await join()
    await learn(app.store, "won000000000", Who(guest.player, "Guest"), app.now())
    await app.store.execute(("INSERT INTO accounts (player, look, created_at) VALUES (?, 'ada', 1)", (ada.player,)))
    await joining.join(app.store, guest.player, ada.player, app.now())
    assert await list_games(app.store, ada.player, app.now()) == ["won000000000"]
    serial = (await app.store.fetch("SELECT serial FROM games"))[0]["serial"]
    await app.store.execute(("DELETE FROM lesson_notices", ()), *lesson_notices.put(guest.player, serial, app.now()))
    assert await list_games(app.store, ada.player, app.now()) == ["won000000000"]  # found while they were joined


async def test_parts_of_several_kinds_of_work_take_turns() -> None:
    done, left = list[str](), {"a": 2, "b": 1}

    def part(name: str) -> Callable[[], Awaitable[bool]]:
        async def do() -> bool:
            done.append(name)
            left[name] -= 1
            return left[name] >= 0

        return do

    step = in_turn(part("a"), part("b"))
    assert [await step() for _ in range(4)] == [True, True, True, False]
    assert sorted(done[:2]) == ["a", "b"]
