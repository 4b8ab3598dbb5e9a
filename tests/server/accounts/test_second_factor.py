"""Second factors: asked for after the password, right once, and lost without being shut out."""

import asyncio
import base64

import pytest

from server.accounts.accounts import Accounts
from server.accounts.registry import Registry, SignedIn
from server.accounts.totp import make_code
from server.errors import Refused
from server.store.people import second_factors
from server.store.store import Store
from tests.server.accounts.test_accounts import Time, accounts, refusal, time
from tests.server.accounts.test_registry import SECRET, Page, become, come, keep, registry

__all__ = ["accounts", "registry", "time"]


async def arm(accounts: Accounts, registry: Registry, time: Time) -> tuple[Page, SignedIn, bytes]:
    """An account with an authenticator, and what that makes its codes of."""
    time.now = 3_000_000_000
    page, kept = await keep(accounts, registry, "Ada")
    secret = base64.b32decode(await registry.second.begin(page.player))
    await registry.second.confirm(page.player, make_code(secret, time.now // 30_000))
    return page, kept, secret


def code_at(secret: bytes, time: Time, steps: int = 0) -> str:
    return make_code(secret, time.now // 30_000 + steps)


async def test_it_is_asked_for_after_the_password_alone(accounts: Accounts, registry: Registry, time: Time) -> None:
    _, _, secret = await arm(accounts, registry, time)
    page = await come(accounts)
    time.now += 30_000
    assert await refusal(registry.sign_in(page, "Ada", "wrong horse", code_at(secret, time))) == "bad_sign_in"
    assert await refusal(registry.sign_in(page, "Ada", "wrong horse")) == "bad_sign_in"
    assert await refusal(registry.sign_in(page, "Ada", SECRET)) == "totp_wanted"
    assert await refusal(registry.sign_in(page, "Ada", SECRET, "000000")) == "bad_totp"
    code = code_at(secret, time)
    assert (await registry.sign_in(page, "Ada", SECRET, f" {code[:3]} {code[3:]} ")).name == "Ada"


async def test_a_code_works_once_and_no_earlier_one_after_it(
    accounts: Accounts, registry: Registry, time: Time
) -> None:
    _, _, secret = await arm(accounts, registry, time)
    page = await come(accounts)
    assert await refusal(registry.sign_in(page, "Ada", SECRET, code_at(secret, time))) == "bad_totp"  # it confirmed
    time.now += 60_000
    code = code_at(secret, time)
    found = await asyncio.gather(
        *(registry.sign_in(page, "Ada", SECRET, code) for _ in range(3)), return_exceptions=True
    )
    assert sorted(each.code if isinstance(each, Refused) else "" for each in found if each) == [
        "",
        "bad_totp",
        "bad_totp",
    ]
    assert await refusal(registry.sign_in(page, "Ada", SECRET, code_at(secret, time, -1))) == "bad_totp"
    await registry.sign_in(page, "Ada", SECRET, code_at(secret, time, 1))


async def test_guesses_wait_like_those_at_a_password(accounts: Accounts, registry: Registry, time: Time) -> None:
    _, _, secret = await arm(accounts, registry, time)
    page = await come(accounts)
    page.address = "198.51.100.7"
    time.now += 60_000
    said = [await refusal(registry.sign_in(page, "Ada", SECRET, f"{n:06}")) for n in range(6)]
    assert said == ["bad_totp"] * 5 + ["wait"]
    assert await refusal(registry.sign_in(page, "Ada", SECRET, code_at(secret, time))) == "wait"


async def test_a_recovery_code_stands_in_for_it_once(accounts: Accounts, registry: Registry, time: Time) -> None:
    page, kept, _ = await arm(accounts, registry, time)
    phone = await come(accounts)
    assert (await registry.sign_in(phone, "Ada", SECRET, kept.codes[0])).codes == 8
    assert await refusal(registry.sign_in(phone, "Ada", SECRET, kept.codes[0])) == "bad_totp"
    account = await registry.require_account(page.player)
    assert account.codes == 7
    other = await keep(accounts, registry, "Bob")
    assert await refusal(registry.sign_in(phone, "Ada", SECRET, other[1].codes[0])) == "bad_totp"


async def test_a_forgotten_password_is_no_way_around_it(accounts: Accounts, registry: Registry, time: Time) -> None:
    _, kept, secret = await arm(accounts, registry, time)
    phone = await come(accounts)
    first, second = kept.codes[:2]
    assert await refusal(registry.recover(phone, "Ada", first, "another horse")) == "totp_wanted"
    assert await refusal(registry.recover(phone, "Ada", first, "another horse", first)) == "bad_totp"  # one for both
    assert await refusal(registry.recover(phone, "Ada", first, "short", second)) == "weak_password"  # is not used up
    become(phone, await registry.recover(phone, "Ada", first, "another horse", second))
    time.now += 60_000
    await registry.sign_in(await come(accounts), "Ada", "another horse", code_at(secret, time))


async def test_new_recovery_codes_are_no_way_around_it(accounts: Accounts, registry: Registry, time: Time) -> None:
    page, kept, secret = await arm(accounts, registry, time)
    time.now += 60_000
    assert await refusal(registry.make_recovery_codes(page, SECRET)) == "totp_wanted"
    assert await refusal(registry.make_recovery_codes(page, SECRET, "000000")) == "bad_totp"
    phone = await come(accounts)
    await registry.sign_in(phone, "Ada", SECRET, kept.codes[0])  # those of before work still
    await registry.make_recovery_codes(page, SECRET, code_at(secret, time))
    assert await refusal(registry.sign_in(phone, "Ada", SECRET, kept.codes[1])) == "bad_totp"


async def test_it_is_confirmed_before_it_is_asked_for(accounts: Accounts, registry: Registry, time: Time) -> None:
    page, _ = await keep(accounts, registry, "Ada")
    phone = await come(accounts)
    lost = base64.b32decode(await registry.second.begin(page.player))
    await registry.sign_in(phone, "Ada", SECRET)
    secret = base64.b32decode(await registry.second.begin(page.player))
    for code in ("", "000000", code_at(lost, time)):
        assert await refusal(registry.second.confirm(page.player, code)) == "bad_totp"
    await registry.second.confirm(page.player, code_at(secret, time))
    assert await refusal(registry.second.begin(page.player)) == "has_totp"
    assert await refusal(registry.second.confirm(page.player, code_at(secret, time))) == "bad_totp"
    assert await refusal(registry.sign_in(phone, "Ada", SECRET)) == "totp_wanted"


async def test_it_is_given_up_by_both(accounts: Accounts, registry: Registry, time: Time, store: Store) -> None:
    page, _, secret = await arm(accounts, registry, time)
    time.now += 60_000
    assert await refusal(registry.require_password(page, SECRET, "")) == "totp_wanted"
    assert await refusal(registry.require_password(page, "wrong horse", code_at(secret, time))) == "bad_password"
    await registry.require_password(page, SECRET, code_at(secret, time))
    await registry.second.end(page.player)
    await registry.sign_in(page, "Ada", SECRET)
    assert await second_factors.find_secret(store, page.player, confirmed=True) is None


@pytest.mark.parametrize("code", ["", "0", "0" * 40, "\ud800" * 6, "１２３４５６"])
async def test_whatever_is_typed_is_refused(accounts: Accounts, registry: Registry, time: Time, code: str) -> None:
    await arm(accounts, registry, time)
    page = await come(accounts)
    assert await refusal(registry.sign_in(page, "Ada", SECRET, code)) in ("totp_wanted", "bad_totp")
