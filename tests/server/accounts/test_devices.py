"""The devices of a player: what they are called, how many there are, and how one is ended."""

import asyncio

import pytest

from server.accounts.accounts import CODE_MS, MOST_DEVICES, SEEN_MS, Accounts, device_of
from server.accounts.devices import device_name
from server.store.people.second_factors import MOST_ENDED
from server.store.store import Store
from tests.server.accounts.test_accounts import Time, accounts, refusal, store, time

__all__ = ["accounts", "store", "time"]

WINDOWS = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Mobile/15E Safari/604.1"


@pytest.mark.parametrize(
    ("agent", "browser", "system"),
    [
        (WINDOWS, "Chrome", "Windows"),
        (WINDOWS + " Edg/126.0.0.0", "Edge", "Windows"),
        (WINDOWS + " OPR/111.0.0.0", "Opera", "Windows"),
        (PHONE, "Safari", "iPhone"),
        (PHONE.replace("Version/17.5", "CriOS/126.0"), "Chrome", "iPhone"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox", "Linux"),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/126.0.0.0 Safari/537.36",
            "Chrome",
            "Linux",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15",
            "Safari",
            "macOS",
        ),
        (
            "Mozilla/5.0 (Linux; Android 14; SM-S911B) SamsungBrowser/25.0 Chrome/121 Mobile Safari/537",
            "Samsung Internet",
            "Android",
        ),
        (
            "Mozilla/5.0 (Linux; Android 13; V2183A) AppleWebKit/537.36 Version/4.0 Chrome/86 MQQBrowser/6.2 Mobile "
            "Safari/537.36 MicroMessenger/8.0.49",
            "WeChat",
            "Android",
        ),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/126.0 Safari/537", "Chrome", "ChromeOS"),
        ("Python/3.11 websockets/17.0", "", ""),
        ("", "", ""),
        ("x" * 10_000 + "Firefox/1", "", ""),
    ],
)
def test_a_device_is_called_by_browser_and_system(agent: str, browser: str, system: str) -> None:
    assert device_name(agent) == (browser, system)


async def test_devices_are_listed_the_last_used_first(accounts: Accounts, time: Time) -> None:
    ann, token = await accounts.make_guest("en", WINDOWS)
    code, _ = await accounts.make_code(ann.id, device_of(token))
    time.now += 5
    _, phone, asked = await accounts.redeem(code, "guest", "c1", PHONE)
    assert asked == device_of(token)
    found = await accounts.list_devices(ann.id)
    assert [(device.id, device.browser, device.system) for device in found] == [
        (device_of(phone), "Safari", "iPhone"),
        (device_of(token), "Chrome", "Windows"),
    ]
    time.now += SEEN_MS + 1
    assert await accounts.find_by_token(token, WINDOWS + " Edg/126.0.0.0") == ann
    first = (await accounts.list_devices(ann.id))[0]
    assert (first.id, first.browser, first.last_used_at) == (device_of(token), "Edge", time.now)


async def test_what_is_read_without_a_browser_keeps_the_name(accounts: Accounts, time: Time) -> None:
    ann, token = await accounts.make_guest("en", WINDOWS)
    time.now += SEEN_MS + 1
    await accounts.find_by_token(token)
    (device,) = await accounts.list_devices(ann.id)
    assert (device.browser, device.system, device.last_used_at) == ("Chrome", "Windows", time.now)


async def test_an_ended_device_is_the_player_no_longer(accounts: Accounts) -> None:
    ann, token = await accounts.make_guest("en")
    bob, other = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id, device_of(token))
    _, phone, _ = await accounts.redeem(code, bob.id, "c1")
    pending, _ = await accounts.make_code(ann.id, device_of(phone))
    assert await refusal(accounts.end_device(bob.id, device_of(other), device_of(phone))) == "unknown_device"
    await accounts.end_device(ann.id, device_of(token), device_of(phone))
    assert await refusal(accounts.find_by_token(phone)) == "signed_out"
    assert await refusal(accounts.redeem(pending, bob.id, "c2")) == "bad_code"  # what it asked for went with it
    assert await refusal(accounts.end_device(ann.id, device_of(token), device_of(phone))) == "unknown_device"
    assert [device.id for device in await accounts.list_devices(ann.id)] == [device_of(token)]
    assert await accounts.find_by_token(token) == ann
    assert await accounts.find_by_token(other) == bob


async def test_a_code_may_end_the_device_that_asked_for_it(accounts: Accounts) -> None:
    ann, token = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id, device_of(token))
    _, tablet, _ = await accounts.redeem(code, "guest", "c1")
    code, _ = await accounts.make_code(ann.id, device_of(token))
    _, phone, ended = await accounts.redeem(code, "guest", "c1", end_other=True)
    assert ended == device_of(token)
    assert await refusal(accounts.find_by_token(token)) == "signed_out"
    assert await accounts.find_by_token(phone) == await accounts.find_by_token(tablet) == ann


async def test_an_answer_that_was_lost_leaves_no_second_device(accounts: Accounts) -> None:
    ann, token = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id, device_of(token))
    _, lost, _ = await accounts.redeem(code, "guest", "c1")
    _, kept, _ = await accounts.redeem(code, "guest", "c1")
    assert await accounts.find_by_token(lost) is None
    assert {device.id for device in await accounts.list_devices(ann.id)} == {device_of(token), device_of(kept)}


async def test_devices_are_bounded(accounts: Accounts, store: Store) -> None:
    ann, token = await accounts.make_guest("en")
    for n in range(MOST_DEVICES - 1):
        code, _ = await accounts.make_code(ann.id, device_of(token))
        await accounts.redeem(code, "guest", f"c{n}")
    code, _ = await accounts.make_code(ann.id, device_of(token))
    assert await refusal(accounts.redeem(code, "guest", "more")) == "too_many_devices"
    _, moved, _ = await accounts.redeem(code, "guest", "more", end_other=True)
    assert len(await accounts.list_devices(ann.id)) == MOST_DEVICES
    for n in range(MOST_ENDED + 5):
        code, _ = await accounts.make_code(ann.id, device_of(moved))
        _, moved, _ = await accounts.redeem(code, "guest", f"d{n}", end_other=True)
    kept = "SELECT count(*) FROM tokens WHERE player = ?"
    assert (await store.fetch(kept, (ann.id,)))[0][0] == MOST_DEVICES + MOST_ENDED


async def test_two_who_use_a_code_at_once_bring_one_device(accounts: Accounts) -> None:
    ann, _ = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id)
    await asyncio.gather(*(accounts.redeem(code, f"p{n}", "c") for n in range(3)), return_exceptions=True)
    assert len(await accounts.list_devices(ann.id)) == 2


async def test_a_code_without_a_device_ends_none(accounts: Accounts, time: Time) -> None:
    ann, token = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id)
    await accounts.redeem(code, "guest", "c1", end_other=True)
    assert await accounts.find_by_token(token) == ann
    time.now += CODE_MS
