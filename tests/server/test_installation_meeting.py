"""Two servers of one installation: people of both find each other, also where the bus loses what it carries."""

import asyncio
import random
import shutil
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from server.config import Config
from server.seeks.matcher import WishTold
from tests.kit.client import WAIT_S, Client, Refusal
from tests.kit.installation import Installation, open_installation
from tests.kit.push_service import Browser, open_service

GRANTED_S = WAIT_S
DAY_MS = 86_400_000


class _Follower:
    def send(self, payload: bytes) -> None:
        """Read nothing."""


@pytest.fixture
async def two(config: Config, template: Path) -> AsyncIterator[Installation]:
    shutil.copy(template, config.db)
    async with open_installation(config) as installation:
        yield installation


async def until(true: Callable[[], bool]) -> None:
    """Let the loop run until something is true."""
    async with asyncio.timeout(GRANTED_S):
        while not true():
            await asyncio.sleep(0.001)


def find_leader(two: Installation, name: str) -> int:
    return two.leads.of[name]


# --- seeks ------------------------------------------------------------------------------------------------------------


async def test_seeks_of_two_servers_become_a_game(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    first, second = await ada.seek(), await bob.seek()
    told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
    assert [each["seek"] for each in told] == [first, second]
    assert [each["opponent"]["id"] for each in told] == [bob.player, ada.player]
    assert told[0]["room"] == told[1]["room"]
    await ada.enter(told[0]["room"])
    await bob.enter(told[0]["room"])


async def test_a_seek_stands_in_every_lobby_and_one_of_two_takes_it(two: Installation) -> None:
    ada, bob, cy = await two.connect(0), await two.connect(0), await two.connect(1)
    for reader in (bob, cy):
        await reader.send(t="lobby", on=True)
    seek = await ada.seek()
    for reader in (bob, cy):
        change = await reader.wait(lambda m: bool(m["t"] in ("lobby", "lobby_change") and m.get("seeks")))
        assert [line["seek"] for line in change["seeks"]] == [seek]
    answers = await asyncio.gather(
        *(each.command("accept_seek", seek=seek) for each in (bob, cy)), return_exceptions=True
    )
    (begun,) = [each for each in answers if isinstance(each, dict)]
    (refused,) = [each for each in answers if isinstance(each, Refusal)]
    assert refused.code == "unknown_seek"
    assert (await ada.wait(lambda m: m["t"] == "matched"))["room"] == begun["room"]
    await cy.wait(lambda m: m["t"] == "lobby_change" and m.get("seeks_gone") == [seek])


async def test_two_servers_that_both_take_themselves_for_the_matcher_begin_one_game(two: Installation) -> None:
    two.leads.torn.add("seeks")
    matchers = [app.seeking.matcher for app in two.apps]
    await until(lambda: all(each is not None and each.leads for each in matchers))
    ada, bob, cy = await two.connect(0), await two.connect(0), await two.connect(1)
    seek = await ada.seek()
    wishes, other = two.apps[0].seeking.wishes, matchers[1]
    assert wishes is not None
    assert other is not None
    await other.answer(WishTold(wishes.find(seek)))
    assert [len(app.seeks) for app in two.apps] == [1, 1]
    answers = await asyncio.gather(
        *(each.command("accept_seek", seek=seek) for each in (bob, cy)), return_exceptions=True
    )
    (begun,) = [each for each in answers if isinstance(each, dict)]
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["unknown_seek"]
    assert (await ada.wait(lambda m: m["t"] == "matched"))["room"] == begun["room"]
    await until(lambda: [len(app.seeks) for app in two.apps] == [0, 0])


async def test_a_matcher_that_dies_loses_no_seeker(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(1 - leader), await two.connect(1 - leader)
    seek = await ada.seek()
    two.kill(leader)
    other = await bob.seek()
    told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
    assert [each["seek"] for each in told] == [seek, other]
    assert find_leader(two, "seeks") == 1 - leader


async def test_a_match_of_which_the_bus_lost_the_news_is_told(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(1 - leader), await two.connect(leader)
    seek = await ada.seek()
    await until(lambda: len(two.apps[leader].seeks) == 1)
    two.cut(1 - leader)
    room = (await bob.command("accept_seek", seek=seek))["room"]
    two.mend(1 - leader)
    assert (await ada.wait(lambda m: m["t"] == "matched"))["room"] == room


async def test_a_seek_withdrawn_while_nobody_answers_is_no_game(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(1 - leader), await two.connect(leader)
    seek = await ada.seek()
    await until(lambda: len(two.apps[leader].seeks) == 1)
    two.cut(1 - leader)
    await ada.command("unseek", seek=seek)
    with pytest.raises(Refusal) as refusal:
        await bob.command("accept_seek", seek=seek)
    assert refusal.value.code == "unknown_seek"


async def test_a_seek_sits_down_in_a_room_of_another_server(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(leader), await two.connect(1 - leader)
    room = await ada.create()
    await ada.enter(room)
    await until(lambda: two.apps[1 - leader].rooms.tables.get(room) is not None)
    seek = await bob.seek()
    told = await bob.wait(lambda m: m["t"] == "matched")
    assert (told["seek"], told["room"], told["opponent"]["id"]) == (seek, room, ada.player)
    await ada.event("seated")


async def test_a_seek_whose_page_has_gone_is_gone(two: Installation) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada = await two.connect(1 - leader)
    await ada.seek()
    await until(lambda: len(two.apps[leader].seeks) == 1)
    await ada.drop()
    await until(lambda: len(two.apps[leader].seeks) == 0)


async def test_a_matcher_that_the_bus_does_not_reach_leaves_it_to_another(
    two: Installation, monkeypatch: pytest.MonkeyPatch
) -> None:
    await until(lambda: "seeks" in two.leads.of)
    leader = find_leader(two, "seeks")
    ada, bob = await two.connect(1 - leader), await two.connect(1 - leader)
    monkeypatch.setattr("server.seeks.matcher.ALONE_S", 0.001)
    two.cut(leader)
    seek = await ada.seek()
    other = await bob.seek()
    told = [await each.wait(lambda m: m["t"] == "matched") for each in (ada, bob)]
    assert [each["seek"] for each in told] == [seek, other]


@pytest.mark.parametrize("seed", range(3))
async def test_seekers_are_matched_once_each_whatever_the_bus_loses(two: Installation, seed: int) -> None:
    chance = random.Random(seed)
    clients = [await two.connect(number % 2) for number in range(8)]
    seeks = {client: await client.seek() for client in clients[:4]}
    for _ in range(6):
        number = chance.randrange(2)
        two.cut(number)
        if chance.random() < 0.5:
            two.leads.of["seeks"] = chance.randrange(2)
        for client in chance.sample(clients[4:], 1):
            if client not in seeks:
                seeks[client] = await client.seek()
        await asyncio.sleep(chance.random())  # beats and matching go on
        two.mend(number)
    for client in clients:
        if client not in seeks:
            seeks[client] = await client.seek()
    told = {client: await client.wait(lambda m: m["t"] == "matched") for client in clients}
    assert {client: each["seek"] for client, each in told.items()} == seeks
    rooms = Counter(each["room"] for each in told.values())
    assert set(rooms.values()) == {2}
    games = await two.apps[0].store.fetch("SELECT id FROM games")
    assert {row["id"] for row in games} == set(rooms)
    for client, each in told.items():
        (other,) = [one for one, its in told.items() if its["room"] == each["room"] and one is not client]
        assert each["opponent"]["id"] == other.player


# --- following --------------------------------------------------------------------------------------------------------


async def see(client: Client, player: str, status: str) -> None:
    """Look until a followed player has a status."""
    await client.wait(
        lambda m: (
            m["t"] == "followed"
            and [(each["who"]["id"], each["presence"]) for each in m["players"]] == [(player, status)]
        )
    )


async def test_followed_players_are_here_or_hidden_on_every_server(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await ada.command("follow", player=bob.player, on=True)
    await ada.send(t="followed", on=True)
    await see(ada, bob.player, "here")
    two.cut(0)  # the store says it
    await bob.command("hide_me", on=True)
    await see(ada, bob.player, "away")
    await until(lambda: two.apps[0].following.presence.is_hidden(bob.player))
    two.mend(0)
    await bob.command("hide_me", on=False)
    await see(ada, bob.player, "here")


# --- moderation -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lost", [False, True])
async def test_a_block_holds_on_every_server(two: Installation, lost: bool) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    if lost:
        two.cut(0)
    await ada.command("block", player=bob.player, on=True)
    await until(lambda: not two.apps[1].company.may_meet(ada.player, bob.player))
    await ada.command("block", player=bob.player, on=False)
    if not lost:
        await until(lambda: two.apps[1].company.may_meet(ada.player, bob.player))


async def test_no_game_begins_across_a_block_that_a_server_has_not_heard_of(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    made = await bob.command("challenge", to=ada.player, **TERMS)
    over = await ada.create(color="black")
    await bob.command("sit", room=over)
    await bob.command("resign", room=over)
    await bob.command("offer", room=over, what="rematch")
    room = await ada.create()
    other = await two.connect(1, ada.token)
    await until(lambda: two.apps[1].rooms.tables.get(room) is not None)
    two.cut(1)
    await ada.command("block", player=bob.player, on=True)
    await until(lambda: not two.apps[1].company.may_meet(ada.player, bob.player))
    two.apps[1].company._blocks._blocked.clear()  # as before it has heard of that
    with pytest.raises(Refusal, match="not_welcome"):
        await bob.command("sit", room=room)
    with pytest.raises(Refusal, match="not_welcome"):
        await other.command("answer", room=over, what="rematch", accept=True)
    with pytest.raises(Refusal, match="unknown_challenge"):
        await other.command("accept_challenge", challenge=made["challenge"])


async def test_a_role_is_known_on_every_server_though_the_bus_lost_it(two: Installation) -> None:
    ada = await two.connect(0)
    await ada.command("keep_name", name="Countess", password="one two three four")
    two.cut(0)
    await two.apps[0].store.execute(("UPDATE accounts SET role = 'moderator' WHERE player = ?", (ada.player,)))
    await until(lambda: all(app.roles.is_staff(ada.player) for app in two.apps))


async def test_who_is_banned_on_one_server_leaves_the_other_though_the_bus_lost_it(two: Installation) -> None:
    boss, bob = await two.connect(0), await two.connect(1)
    await boss.command("keep_name", name="Boss", password="one two three four")
    await two.apps[0].store.execute(("UPDATE accounts SET role = 'owner' WHERE player = ?", (boss.player,)))
    await until(lambda: two.apps[0].roles.is_staff(boss.player))
    two.cut(0)
    await boss.command("sanction", player=bob.player, kind="ban", reason="cheating", minutes=None)
    assert (await bob.wait(lambda m: m["t"] == "bye"))["code"] == "banned"
    await bob.wait_closed()


# --- lobby ------------------------------------------------------------------------------------------------------------


async def test_watchers_of_all_servers_are_counted(two: Installation) -> None:
    ada, bob, cy, dan = [await two.connect(number) for number in (0, 1, 0, 1)]
    room = await ada.create()
    await ada.enter(room)
    await bob.command("sit", room=room)
    two.cut(1)
    await dan.enter(room)
    two.mend(1)
    await cy.enter(room)
    await until(lambda: [_count_watchers(two, number, room) for number in (0, 1)] == [2, 2])
    await dan.drop()
    await until(lambda: [_count_watchers(two, number, room) for number in (0, 1)] == [1, 1])
    await ada.wait(lambda m: m["t"] == "presence" and m["presence"]["watchers"] == 1)


def _count_watchers(two: Installation, number: int, room: str) -> int:
    table = two.apps[number].rooms.tables.get(room)
    line = None if table is None else table.make_lobby_line()
    return -1 if line is None else line.watchers


async def test_lobbies_are_the_same_after_the_bus_has_lost_what_changed(two: Installation) -> None:
    ada, bob, cy = await two.connect(0), await two.connect(0), await two.connect(1)
    await cy.send(t="lobby", on=True)
    await cy.wait(lambda m: m["t"] == "lobby")
    await ada.command("rename", name="Ada")
    kept, left = await ada.create(), await bob.create()
    await until(lambda: two.apps[1].rooms.tables.get(left) is not None)
    two.cut(0)
    made = await bob.create()
    await bob.command("abort", room=left)
    await ada.command("rename", name="Countess")
    for number in (0, 1):
        await until(lambda number=number: set(_show_lobby(two, number)) == {kept, made})  # type: ignore[misc]
    await until(lambda: _show_lobby(two, 1)[kept] == ["Countess"])
    two.mend(0)
    await until(lambda: _show_lobby(two, 0) == _show_lobby(two, 1))


def _show_lobby(two: Installation, number: int) -> dict[str, list[str]]:
    """The rooms in a server's lobby, with the names of who sits there."""
    shown = two.apps[number].lobby
    shown.follow(_Follower())
    return {line.room: [who.name for who in line.seats if who is not None] for line in shown.told}


async def test_who_was_joined_or_deleted_while_the_bus_was_away_sits_nowhere(two: Installation) -> None:
    home, guest, bob = [await two.connect(0) for _ in range(3)]
    await home.command("keep_name", name="Countess", password="one two three four")
    hers, his = await guest.create(), await bob.create()
    await until(lambda: all(two.apps[1].rooms.tables.get(room) is not None for room in (hers, his)))
    two.cut(0)
    await guest.send(t="sign_in", id="join", name="Countess", password="one two three four")
    await guest.wait(lambda m: m["t"] == "ack" and m["id"] == "join")
    await bob.send(t="delete_player", id="gone")
    await until(lambda: _find_owner(two, hers) == (home.player, "Countess"))
    await until(lambda: _find_owner(two, his) == ("", ""))


def _find_owner(two: Installation, room: str) -> tuple[str, str]:
    """Return who has the first seat of a room, as the second server sees it."""
    table = two.apps[1].rooms.tables.get(room)
    who = None if table is None else table.room.seats[0]
    return ("", "") if who is None else (who.id, who.name)


# --- talk -------------------------------------------------------------------------------------------------------------


async def begin_talk(two: Installation) -> tuple[Client, Client, str]:
    ada, bob = await two.connect(0), await two.connect(1)
    room = await ada.create()
    await ada.enter(room)
    await bob.command("sit", room=room)
    await ada.event("seated")
    for each in (ada, bob):
        await each.wait(lambda m: m["t"] == "talk" and m["side"] == "players")
    return ada, bob, room


async def hear(client: Client, number: int) -> list[str]:
    """The first remarks that a client hears."""
    return [(await client.wait(lambda m: m["t"] == "said"))["remark"]["phrase"] for _ in range(number)]


async def test_remarks_reach_viewers_of_all_servers_in_order(two: Installation) -> None:
    ada, bob, room = await begin_talk(two)
    await ada.command("say", room=room, phrase="hello")
    await bob.command("say", room=room, phrase="good_luck")
    await ada.command("say", room=room, phrase="thanks")
    for each in (ada, bob):
        assert await hear(each, 3) == ["hello", "good_luck", "thanks"]


async def test_remarks_that_the_bus_lost_are_told(two: Installation) -> None:
    ada, bob, room = await begin_talk(two)
    two.cut(0)
    await ada.command("say", room=room, phrase="hello")
    assert await hear(bob, 1) == ["hello"]  # the store says it
    two.mend(0)
    await bob.command("say", room=room, phrase="good_luck")
    assert await hear(bob, 1) == ["good_luck"]


async def test_a_remark_hidden_while_the_bus_was_away_is_hidden(two: Installation) -> None:
    ada, bob, room = await begin_talk(two)
    await ada.command("say", room=room, phrase="hello")
    remark = (await bob.wait(lambda m: m["t"] == "said"))["remark"]["id"]
    boss = await two.connect(0)
    await boss.command("keep_name", name="Boss", password="one two three four")
    await two.apps[0].store.execute(("UPDATE accounts SET role = 'owner' WHERE player = ?", (boss.player,)))
    await until(lambda: two.apps[0].roles.is_staff(boss.player))
    two.cut(0)
    await boss.command("hide", remark=remark)
    two.mend(0)
    shown = await bob.wait(lambda m: m["t"] == "talk" and m["side"] == "players")
    assert shown["remarks"] == []


# --- admission --------------------------------------------------------------------------------------------------------


async def test_two_rooms_on_two_servers_at_once_are_not_one_too_many(two: Installation) -> None:
    ada = await two.connect(0)
    other = await two.connect(1, ada.token)
    most = two.apps[0].rooms.policy.rooms_per_player
    for _ in range(most - 1):
        await ada.create()
    await until(lambda: len(two.apps[1].rooms.tables.of_player(ada.player)) == most - 1)
    for number in (0, 1):
        two.cut(number)  # neither hears of the other's
    answers = await asyncio.gather(*(each.create() for each in (ada, other)), return_exceptions=True)
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["too_many_rooms"]
    assert sum(isinstance(each, str) for each in answers) == 1


@pytest.mark.parametrize("lost", [False, True])
async def test_games_against_bots_on_all_servers_count_for_the_address(two: Installation, lost: bool) -> None:
    ada = await two.connect(0)
    await until(lambda: two.apps[1].sessions.online == 1)
    if lost:
        two.cut(0)
    await ada.create(level=1)
    counts = [app.rooms.admission.bot_games for app in two.apps]
    await until(lambda: [len(each) for each in counts] == [1, 1])
    assert counts[0].at("127.0.0.1") == counts[1].at("127.0.0.1") == 1


# --- challenges -------------------------------------------------------------------------------------------------------

TERMS: dict[str, Any] = {"rules": "freestyle", "size": 15, "clock": {"kind": "none"}, "opening": "free"}


async def challenge(client: Client, other: Client) -> str:
    made = await client.command("challenge", to=other.player, **TERMS)
    return str(made["challenge"])


async def list_challenges(client: Client, wanted: list[str]) -> None:
    """Wait until a client is told just these challenges."""
    await client.wait(lambda m: m["t"] == "challenges" and [each["id"] for each in m["challenges"]] == wanted)


@pytest.mark.parametrize("lost", [False, True])
async def test_a_challenge_is_given_and_accepted_across_servers(two: Installation, lost: bool) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await until(lambda: all(app.sessions.online == 2 for app in two.apps))
    if lost:
        two.cut(0)
    id = await challenge(ada, bob)
    await list_challenges(bob, [id])
    if not lost:  # it counts for its address everywhere
        await until(lambda: two.apps[1].challenges._kept.get(id) == ("127.0.0.1", bob.player))
    room = (await bob.command("accept_challenge", challenge=id))["room"]
    started = await ada.wait(lambda m: m["t"] == "started")
    assert (started["room"], started["opponent"]["id"], started["challenge"]) == (room, bob.player, id)
    await list_challenges(ada, [])


async def test_a_challenge_is_declined_or_withdrawn_across_servers(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await until(lambda: all(app.sessions.online == 2 for app in two.apps))
    first = await challenge(ada, bob)
    await list_challenges(bob, [first])
    two.cut(0)
    await bob.command("decline_challenge", challenge=first, reason="later")
    await ada.wait(lambda m: m["t"] == "challenges" and [each.get("declined") for each in m["challenges"]] == ["later"])
    await ada.command("withdraw_challenge", challenge=first)
    two.mend(0)
    await until(lambda: bool(two.apps[0].sessions.anywhere(bob.player)))
    second = await challenge(ada, bob)
    await list_challenges(bob, [second])
    await ada.command("withdraw_challenge", challenge=second)
    await list_challenges(bob, [])


async def test_one_of_accept_and_withdraw_is_acknowledged(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(1)
    await until(lambda: all(app.sessions.online == 2 for app in two.apps))
    id = await challenge(ada, bob)
    answers = await asyncio.gather(
        ada.command("withdraw_challenge", challenge=id),
        bob.command("accept_challenge", challenge=id),
        return_exceptions=True,
    )
    assert [each.code for each in answers if isinstance(each, Refusal)] == ["unknown_challenge"]


async def test_who_connects_to_another_server_is_told_of_a_challenge(two: Installation) -> None:
    ada, bob = await two.connect(0), await two.connect(0)
    two.cut(1)
    id = await challenge(ada, bob)
    await list_challenges(await two.connect(1, bob.token), [id])


# --- push -------------------------------------------------------------------------------------------------------------


async def test_one_notice_is_sent_of_an_event_whatever_server_the_device_knows(
    config: Config, template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(template, config.db)
    service, listening = await open_service(tmp_path, monkeypatch)
    async with listening, open_installation(replace(config, push_contact="mailto:me@example.org")) as two:
        ada, bob = await two.connect(0), await two.connect(1)
        assert ada.welcome["push"] == bob.welcome["push"]
        browser = Browser("/bob")
        await bob.command("subscribe", lang="en", **browser.subscription)
        clock = {"kind": "correspondence", "move_ms": 2 * DAY_MS}
        await until(lambda: bool(two.apps[0].sessions.anywhere(bob.player)))
        first = str((await ada.command("challenge", to=bob.player, **(TERMS | {"clock": clock})))["challenge"])
        await list_challenges(bob, [first])  # here: no notice
        await ada.command("withdraw_challenge", challenge=first)
        await bob.drop()
        await until(lambda: not two.apps[0].sessions.anywhere(bob.player))
        for leader in (1, 0):
            two.leads.of["push"] = leader
            second = str((await ada.command("challenge", to=bob.player, **(TERMS | {"clock": clock})))["challenge"])
            told = browser.read((await service.next()).body)
            assert (told["kind"], told["tag"]) == ("challenge", f"challenge-{second}")
            await ada.command("withdraw_challenge", challenge=second)
        assert service.pushed.empty()
