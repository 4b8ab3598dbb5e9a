"""Sending of notices: kinds, quiet hours, tries, and answers of push services."""

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from server.errors import StartError
from server.protocol.values import PushKind
from server.push import sender as sending
from server.push.delivery import PushAddress
from server.push.sender import PushSender, find_end, find_zone
from server.store.people import players, push, second_factors
from server.store.people.push import MOST, MOST_FAILED, PushSettings, Subscription
from server.store.records import StoredPlayer
from server.store.store import Store
from tests.kit.push_service import Browser

NOW = 1_772_366_400_000
"""Noon in Greenwich."""
HOUR_MS = 3_600_000


class Post:
    """A sender with a push service that is a function; what it took, by path."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = NOW
        self.here: set[str] = set()
        self.answers: list[int | Exception] = []
        self.taken: list[tuple[str, dict[str, str], bytes]] = []
        self.ends = Counter[str]()
        self.sender = PushSender(
            *(store, lambda: self.now, lambda id: id in self.here, "mailto:me@example.org", self._take),
            on_end=lambda end: self.ends.update([end]),
        )

    def _take(self, endpoint: PushAddress, headers: dict[str, str], body: bytes) -> int:
        self.taken.append((endpoint.target, headers, body))
        answer = self.answers.pop(0) if self.answers else 201
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def subscribe(self, player: str, browser: Browser, token: bytes | None = None) -> None:
        wanted = Subscription(browser.endpoint, browser.public, browser.secret, "zh-Hant")
        device = second_factors.make_id(token or player.encode())
        await push.subscribe(self.store, player, device, wanted, self.now)
        self.sender.add_player(player)

    async def send(self) -> list[str]:
        """Send all that is due and wait until it was brought or given up; to which paths."""
        self.taken.clear()
        while await self.sender.send_due():
            pass
        while self.sender._background._tasks:
            await asyncio.gather(*self.sender._background._tasks)
        return [path for path, _, _ in self.taken]

    async def tell(self, player: str, kind: PushKind = "lesson", target: str = "game00000001") -> None:
        self.sender.tell(player, kind, target)
        while self.sender._background._tasks:
            await asyncio.gather(*self.sender._background._tasks)


@pytest.fixture
async def post(store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Post]:
    monkeypatch.setattr(sending, "RETRIES_S", (0.0, 0.0))
    for name in ("ada", "bob"):
        await players.insert(store, StoredPlayer(name, name.capitalize(), 1), name.encode())
    post = Post(store)
    await post.sender.start()
    yield post
    await post.sender.close()


async def test_a_notice_comes_to_each_device_of_who_is_not_here(post: Post) -> None:
    phone, tablet, other = Browser("/phone"), Browser("/tablet"), Browser("/other")
    await post.subscribe("ada", phone)
    await post.subscribe("ada", tablet)
    await post.subscribe("bob", other)
    await post.tell("ada")
    await post.tell("ada")  # the same once more
    assert sorted(await post.send()) == ["/phone", "/tablet"]
    ((headers, body),) = [(headers, body) for path, headers, body in post.taken if path == "/phone"]
    assert phone.read(body) == {
        "kind": "lesson",
        "name": "",
        "path": "/game/game00000001",
        "lang": "zh-Hant",
        "tag": "lesson-game00000001",
    }
    assert (headers["TTL"], headers["Urgency"]) == (str(7 * 86_400), "low")
    assert headers["Authorization"].endswith(f", k={post.sender.public_key}")
    assert await post.send() == []
    await post.tell("ada")  # and again, once that was sent
    assert len(await post.send()) == 2


async def test_nobody_who_is_here_is_told_nor_who_did_not_ask(post: Post) -> None:
    await post.subscribe("ada", Browser("/phone"))
    post.here.add("ada")
    await post.tell("ada")
    await post.tell("bob")
    assert await post.store.fetch("SELECT * FROM push_outbox") == []
    post.here.clear()
    await post.tell("ada")
    post.here.add("ada")  # came meanwhile
    assert await post.send() == []
    assert await post.store.fetch("SELECT * FROM push_outbox") == []


async def test_what_is_not_wanted_is_not_sent_and_what_is_waits_for_the_morning(post: Post) -> None:
    await post.subscribe("ada", Browser("/phone"))
    await push.keep_settings(post.store, "ada", PushSettings(frozenset({"challenge"}), None, "", 0))
    await post.tell("ada")
    assert await post.send() == []
    wanted = PushSettings(frozenset({"lesson"}), (11 * 60, 14 * 60), "", 60)  # it is one o'clock there
    await push.keep_settings(post.store, "ada", wanted)
    await post.tell("ada")
    assert await post.send() == []
    post.now += HOUR_MS - 1
    assert await post.send() == []
    post.now += 1
    assert await post.send() == ["/phone"]


async def test_what_came_over_quiet_hours_is_told_in_one_summary(post: Post) -> None:
    phone = Browser("/phone")
    await post.subscribe("ada", phone)
    await post.subscribe("ada", Browser("/tablet"))
    await post.subscribe("bob", Browser("/bob"))
    quiet = PushSettings(frozenset({"lesson", "challenge"}), (11 * 60, 14 * 60), "", 60)  # it is one o'clock there
    await push.keep_settings(post.store, "ada", quiet)
    for number in range(60):  # more than are looked at in one go
        await post.tell("ada", target=f"game{number:08}")
    await post.tell("ada", "challenge", "withdrawn000")
    await post.tell("ada", "your_move", "notwanted000")
    await post.tell("bob")
    assert await post.send() == ["/bob"]
    post.now += HOUR_MS
    await post.tell("ada", target="afterwards00")
    await post.tell("bob", target="afterwards00")
    sent = [phone.read(body) for path, _, body in (await post.send(), post.taken)[1] if path == "/phone"]
    assert [(each["kind"], each.get("counts"), each["path"]) for each in sent] == [
        ("summary", {"lesson": 60}, "/"),
        ("lesson", None, "/game/afterwards00"),
    ]
    assert sorted(path for path, _, _ in post.taken) == ["/bob", "/phone", "/phone", "/tablet", "/tablet"]
    assert await post.store.fetch("SELECT * FROM push_outbox") == []
    assert post.ends == {"sent": 6, "dropped": 2}


async def test_one_notice_of_quiet_hours_is_told_as_it_is(post: Post) -> None:
    phone = Browser("/phone")
    await post.subscribe("ada", phone)
    await push.keep_settings(post.store, "ada", PushSettings(frozenset({"lesson"}), (11 * 60, 14 * 60), "", 60))
    await post.tell("ada")
    await post.tell("ada", "challenge", "withdrawn000")
    assert await post.send() == []
    post.now += HOUR_MS
    assert await post.send() == ["/phone"]
    assert phone.read(post.taken[0][2])["kind"] == "lesson"


async def test_a_service_that_is_away_is_tried_three_times(post: Post) -> None:
    await post.subscribe("ada", Browser("/phone"))
    await post.tell("ada")
    post.answers = [503, OSError("no route"), 429]
    assert await post.send() == ["/phone"] * 3
    await post.tell("ada")
    post.answers = [500]
    assert await post.send() == ["/phone"] * 2
    ((failed,),) = await post.store.fetch("SELECT failed FROM push_subscriptions")
    assert failed == 0  # it is alive after all
    assert post.ends == {"failed": 1, "sent": 1}


async def test_a_subscription_that_is_gone_or_never_works_is_forgotten(post: Post) -> None:
    await post.subscribe("ada", Browser("/gone"))
    post.answers = [410]
    await post.tell("ada")
    assert await post.send() == ["/gone"]
    assert await push.list_players(post.store) == set()
    await post.subscribe("ada", Browser("/refuses"))
    for number in range(MOST_FAILED):
        assert len(await push.list_subscriptions(post.store, "ada")) == 1
        post.answers = [400]
        await post.tell("ada", target=f"game{number:08}")
        assert await post.send() == ["/refuses"]
    assert await push.list_subscriptions(post.store, "ada") == []
    await post.sender.remind()
    await post.tell("ada")
    assert await post.store.fetch("SELECT * FROM push_outbox") == []


async def test_a_player_has_five_and_an_endpoint_one_player(post: Post) -> None:
    browsers = [Browser(f"/{number}") for number in range(MOST + 1)]
    for number, browser in enumerate(browsers):
        post.now = NOW + number
        await post.subscribe("ada", browser)
    kept = await push.list_subscriptions(post.store, "ada")
    assert {each.endpoint for each in kept} == {browser.endpoint for browser in browsers[1:]}
    await post.subscribe("bob", browsers[-1])  # another signs in at the same browser
    assert len(await push.list_subscriptions(post.store, "ada")) == MOST - 1
    await push.unsubscribe(post.store, "ada", browsers[-1].endpoint)  # it is not hers any more
    assert len(await push.list_subscriptions(post.store, "bob")) == 1


async def test_a_device_that_is_signed_out_gets_nothing(post: Post) -> None:
    await post.subscribe("ada", Browser("/phone"))
    device = second_factors.make_id(b"ada")
    await second_factors.end_device(post.store, "ada", device, device, NOW)
    await post.tell("ada")
    assert await post.send() == []
    await post.sender.remind()
    assert await post.store.fetch("SELECT * FROM push_subscriptions") == []


async def test_the_key_is_made_once_and_nothing_without_a_contact(post: Post, store: Store) -> None:
    again = PushSender(store, lambda: NOW, lambda _: False, "mailto:me@example.org")
    await again.start()
    assert again.public_key == post.sender.public_key
    off = PushSender(store, lambda: NOW, lambda _: False, "")
    await off.start()
    assert off.public_key is None
    off.add_player("ada")
    off.tell("ada", "lesson", "game00000001")
    await off.work()
    assert await store.fetch("SELECT * FROM push_outbox") == []


async def test_slow_services_of_one_player_hold_up_nobody_else(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    loop, brought, go_on = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def take(endpoint: PushAddress, headers: dict[str, str], body: bytes) -> int:
        if endpoint.target.startswith("/slow"):
            go_on.wait(60)
        else:
            loop.call_soon_threadsafe(brought.set)
        return 201

    monkeypatch.setattr(post.sender, "_deliver", take)
    monkeypatch.setattr(sending, "MOST_WAITING", 2 * sending.MOST_OF_PLAYER)
    for number in range(MOST):
        await post.subscribe("ada", Browser(f"/slow{number}"))
    await post.subscribe("bob", Browser("/quick"))
    for number in range(20):
        await post.tell("ada", target=f"game{number:08}")
    await post.tell("bob")
    while await post.sender.send_due():
        pass
    try:
        await asyncio.wait_for(brought.wait(), 5)
    finally:
        go_on.set()
        await asyncio.gather(*post.sender._background._tasks)


async def test_the_extra_that_is_missing_is_named(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "server.push.crypto", None)
    with pytest.raises(StartError, match="extra push"):
        await PushSender(store, lambda: NOW, lambda _: False, "mailto:me@example.org").start()


async def test_it_goes_with_its_player(post: Post) -> None:
    async def count() -> list[Any]:
        tables = ("push_subscriptions", "push_settings", "push_outbox")
        return [(await post.store.fetch(f"SELECT count(*) FROM {table}"))[0][0] for table in tables]

    await post.subscribe("ada", Browser("/phone"))
    await push.keep_settings(post.store, "ada", PushSettings(frozenset(), None, "", 0))
    await post.tell("ada")
    assert await count() == [1, 1, 1]
    await players.delete(post.store, "ada", NOW)
    assert await count() == [0, 0, 0]


async def test_a_guest_brings_settings_to_an_account_that_has_none(post: Post) -> None:
    await post.subscribe("bob", Browser("/phone"))
    await push.keep_settings(post.store, "bob", PushSettings(frozenset({"lesson"}), (60, 120), "Asia/Shanghai", 480))
    await post.tell("bob")
    await post.store.execute(*push.list_join_changes("bob", "ada"))
    assert await push.list_players(post.store) == set()
    found = await push.read_settings(post.store, "ada")
    assert found == PushSettings(frozenset({"lesson"}), (60, 120), "Asia/Shanghai", 480)
    assert await push.read_settings(post.store, "bob") is None


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp() * 1000)


def end(quiet: tuple[int, int] | None, zone: str, now: str) -> str | None:
    found = find_end(quiet, find_zone(zone, 0), at(now))
    return None if found is None else datetime.fromtimestamp(found / 1000, UTC).isoformat(timespec="minutes")


NIGHT = (22 * 60, 7 * 60 + 30)
NOON = (12 * 60, 13 * 60)


@pytest.mark.parametrize(
    ("quiet", "zone", "now", "until"),
    [
        (None, "", "2026-03-01T03:00Z", None),
        (NIGHT, "UTC", "2026-03-01T21:59Z", None),
        (NIGHT, "UTC", "2026-03-01T22:00Z", "2026-03-02T07:30+00:00"),
        (NIGHT, "UTC", "2026-03-02T07:29Z", "2026-03-02T07:30+00:00"),
        (NIGHT, "UTC", "2026-03-02T07:30Z", None),
        (NOON, "UTC", "2026-03-02T12:59Z", "2026-03-02T13:00+00:00"),
        (NOON, "UTC", "2026-03-02T13:00Z", None),
        (NIGHT, "Asia/Shanghai", "2026-03-01T14:00Z", "2026-03-01T23:30+00:00"),  # ten in the evening there
        (NIGHT, "Asia/Shanghai", "2026-03-01T03:00Z", None),
        (NIGHT, "Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T05:30+00:00"),  # an hour less of sleep
        ((0, 0), "UTC", "2026-03-01T12:00Z", None),
    ],
)
def test_a_notice_waits_for_the_end_of_the_quiet_hours(
    quiet: tuple[int, int] | None, zone: str, now: str, until: str | None
) -> None:
    assert end(quiet, zone, now) == until


@pytest.mark.parametrize("name", ["", "Nowhere/None", "/etc/passwd", "../UTC", "Asia"])
def test_a_zone_that_is_not_known_is_so_many_minutes_off(name: str) -> None:
    zone = find_zone(name, 345)
    assert str(datetime.fromtimestamp(0, zone).time()) == "05:45:00"
