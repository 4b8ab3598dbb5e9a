"""Accounts: names kept, signed in to, recovered, given up. Hashes are quick ones here, but for one test."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from server.accounts import hashing as module
from server.accounts.accounts import Accounts, device_of, hash_code, hash_secret
from server.accounts.hashing import Hashing
from server.accounts.registry import RECOVERY_CODES, Registry, SignedIn
from server.errors import Refused
from server.store import audit
from server.store.file.migrations import MIGRATIONS, read_migrations
from server.store.people import accounts as stored
from server.store.postgres.schema import draw
from server.store.store import Store
from tests.server.accounts.test_accounts import Time, accounts, refusal, time
from tests.server.rooms.house import Looker

__all__ = ["accounts", "time"]

SECRET = "correct horse"


class QuickHashing(Hashing):
    """Hashes that cost nothing."""

    async def make_hash(self, password: str, address: str) -> str:
        return f"hash of {password}"

    async def verify(self, kept: str | None, password: str, address: str) -> tuple[bool, str | None]:
        return kept == f"hash of {password}", None

    async def hash_codes(self, codes: list[str], address: str) -> list[bytes]:
        return [hash_secret(f"slowly {code}") for code in codes]


@pytest.fixture
def registry(store: Store, time: Time) -> Registry:
    return Registry(store, QuickHashing(), time)


class Page(Looker):
    """A client with its token."""

    token = ""


async def come(accounts: Accounts) -> Page:
    player, token = await accounts.make_guest("en")
    page = Page(player.id)
    page.token, page.device = token, device_of(token)
    return page


def become(page: Page, signed: SignedIn) -> SignedIn:
    page.player, page.token, page.device = signed.player.id, signed.token, device_of(signed.token)
    return signed


async def keep(accounts: Accounts, registry: Registry, name: str) -> tuple[Page, SignedIn]:
    page = await come(accounts)
    return page, become(page, await registry.keep_name(page, name, SECRET))


async def test_a_name_is_kept_by_the_same_player(accounts: Accounts, registry: Registry, store: Store) -> None:
    page = await come(accounts)
    player, guests = page.player, page.token
    code, _ = await accounts.make_code(player, page.device)
    _, phone, _ = await accounts.redeem(code, "guest", "c1")
    kept = become(page, await registry.keep_name(page, " Ada  Lovelace ", SECRET))
    assert (kept.player.id, kept.player.name) == (player, "Ada Lovelace")
    assert (kept.player.account_at, kept.player.role, kept.player.codes) == (1_000_000, None, RECOVERY_CODES)
    for before in (guests, phone):  # whoever had one of them is not the account for that
        assert await refusal(accounts.find_by_token(before)) == "signed_out"
    assert await accounts.find_by_token(kept.token) == kept.player
    assert await refusal(registry.keep_name(page, "Another", SECRET)) == "has_account"


async def test_names_of_accounts_are_unique_up_to_look_alikes(accounts: Accounts, registry: Registry) -> None:
    page, _ = await keep(accounts, registry, "Ivan")
    other = await come(accounts)
    for name in ("ivan", "lvan", "Іѵап", "I. van"):
        assert await refusal(registry.keep_name(other, name, SECRET)) == "name_taken"
        assert await refusal(accounts.rename(other.player, name)) == "name_taken"
    for name in ("ІVАΝ", "Ivаn", "Ꭵvan"):
        assert await refusal(registry.keep_name(other, name, SECRET)) == "mixed_scripts"
        assert await refusal(accounts.rename(other.player, name)) == "mixed_scripts"
    for name in ("Guest 77", "a\u202eb", "x", "a\u200bb"):
        assert await refusal(registry.keep_name(other, name, SECRET)) == "bad_name"
    for name in ("Adm1n", "Daydreamer", "管理员"):
        assert await refusal(registry.keep_name(other, name, SECRET)) == "name_reserved"
        assert await refusal(accounts.rename(other.player, name)) == "name_reserved"
    assert (await accounts.rename(page.player, "IVAN")).name == "IVAN"
    await accounts.rename(page.player, "Johann")
    assert (await accounts.rename(other.player, "lvan")).name == "lvan"
    assert await refusal(accounts.rename(page.player, "Guest 7777")) == "bad_name"
    assert (await registry.sign_in(other, "johann", SECRET)).player == page.player


async def test_two_who_keep_a_name_at_once(accounts: Accounts, registry: Registry) -> None:
    pages = [await come(accounts) for _ in range(3)]
    found = await asyncio.gather(
        *(registry.keep_name(page, name, SECRET) for page, name in zip(pages, ("Ivan", "lvan", "ivan"), strict=True)),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in found) == ["Refused", "Refused", "SignedIn"]


async def test_signing_in(accounts: Accounts, registry: Registry) -> None:
    home, _ = await keep(accounts, registry, "Ada")
    page = await come(accounts)
    account = await registry.sign_in(page, "ＡＤＡ", SECRET)
    signed = await registry.open_device(page, account)
    assert signed.player.id == home.player
    assert await accounts.find_by_token(signed.token) == signed.player
    assert len(await accounts.list_devices(home.player)) == 2
    for name, password in (("Ada", "wrong horse"), ("Nobody", SECRET), ("", "x"), ("A\ud800", SECRET)):
        assert await refusal(registry.sign_in(page, name, password)) == "bad_sign_in"


async def test_a_guests_name_is_answered_like_one_that_nobody_has(accounts: Accounts, registry: Registry) -> None:
    await keep(accounts, registry, "Ada")
    guest, page = await come(accounts), await come(accounts)
    await accounts.rename(guest.player, "Bob")
    for index, name in enumerate(("Ada", "Bob", "Nobody there")):
        page.address = f"198.51.100.{index}"
        assert await refusal(registry.sign_in(page, name, "wrong horse")) == "bad_sign_in"
        assert await refusal(registry.recover(page, name, "AAAA-BBBB-CCCC-DDDD", SECRET)) == "bad_recovery"


async def test_a_name_that_nobody_has_waits_like_one_that_is_there(accounts: Accounts, registry: Registry) -> None:
    await keep(accounts, registry, "Ada")
    found: dict[str, list[str]] = {}
    for name in ("Ada", "Nobody"):
        page = await come(accounts)
        page.address = f"198.51.100.{len(found)}"
        found[name] = [await refusal(registry.sign_in(page, name, "wrong horse")) for _ in range(7)]
        assert await refusal(registry.sign_in(page, name, SECRET)) == "wait"  # also for who knows it now
    assert found["Ada"] == found["Nobody"] == ["bad_sign_in"] * 5 + ["wait"] * 2


async def test_who_signs_in_to_another_account_leaves_the_first(accounts: Accounts, registry: Registry) -> None:
    page, first = await keep(accounts, registry, "Ada")
    await keep(accounts, registry, "Bob")
    signed = await registry.open_device(page, await registry.sign_in(page, "Bob", SECRET))
    assert signed.player.name == "Bob"
    assert await refusal(accounts.find_by_token(first.token)) == "signed_out"


async def test_the_device_used_longest_ago_makes_room(accounts: Accounts, registry: Registry, time: Time) -> None:
    home, first = await keep(accounts, registry, "Ada")
    account = await registry.sign_in(home, "Ada", SECRET)
    for _ in range(25):
        time.now += 1
        await registry.open_device(await come(accounts), account)
    assert len(await accounts.list_devices(home.player)) == 20
    assert await refusal(accounts.find_by_token(first.token)) == "signed_out"


async def test_a_recovery_code_works_once(accounts: Accounts, registry: Registry, store: Store) -> None:
    home, kept = await keep(accounts, registry, "Ada")
    assert len(set(kept.codes)) == RECOVERY_CODES
    page = await come(accounts)
    code = kept.codes[3].lower().replace("-", " ")
    assert await refusal(registry.recover(page, "Ada", code, "weak")) == "weak_password"
    signed = await registry.recover(page, "ada", code, "another horse")
    assert (signed.player.id, signed.player.codes) == (home.player, RECOVERY_CODES - 1)
    assert await refusal(accounts.find_by_token(kept.token)) == "signed_out"
    assert await refusal(registry.sign_in(page, "Ada", SECRET)) == "bad_sign_in"
    assert await refusal(registry.recover(page, "Ada", code, "another horse")) == "bad_recovery"
    assert await refusal(registry.recover(page, "Bob", kept.codes[1], "another horse")) == "bad_recovery"
    become(page, signed)
    fresh = await registry.make_recovery_codes(page, "another horse")
    assert await refusal(registry.recover(await come(accounts), "Ada", kept.codes[0], SECRET)) == "bad_recovery"
    await registry.recover(await come(accounts), "Ada", fresh[0], SECRET)


async def test_a_code_of_one_account_is_nothing_to_another(accounts: Accounts, registry: Registry) -> None:
    _, ada = await keep(accounts, registry, "Ada")
    await keep(accounts, registry, "Bob")
    assert await refusal(registry.recover(await come(accounts), "Bob", ada.codes[0], SECRET)) == "bad_recovery"


async def test_codes_of_staff_expire(accounts: Accounts, registry: Registry, store: Store, time: Time) -> None:
    home, _ = await keep(accounts, registry, "Ada")
    await stored.add_code(store, hash_code("AAAA-BBBB"), "reset", time.now, time.now + 1_000, home.player)
    time.now += 1_000
    page = await come(accounts)
    assert await refusal(registry.recover(page, "Ada", "AAAA-BBBB", "another horse")) == "bad_recovery"
    await stored.add_code(store, hash_code("CCCC-DDDD"), "reset", time.now, time.now + 1_000, home.player)
    await registry.recover(page, "Ada", "CCCCDDDD", "another horse")


async def test_another_password_ends_the_other_devices(accounts: Accounts, registry: Registry) -> None:
    home, kept = await keep(accounts, registry, "Ada")
    page = await come(accounts)
    phone = become(page, await registry.open_device(page, await registry.sign_in(page, "Ada", SECRET)))
    assert await refusal(registry.change_password(page, "wrong horse", "another horse")) == "bad_password"
    assert await refusal(registry.change_password(page, SECRET, "ada")) == "weak_password"
    await registry.change_password(page, SECRET, "another horse")
    assert await accounts.find_by_token(phone.token) is not None
    assert await refusal(accounts.find_by_token(kept.token)) == "signed_out"
    assert await refusal(registry.sign_in(home, "Ada", SECRET)) == "bad_sign_in"
    await registry.sign_in(home, "Ada", "another horse")


async def test_who_may_keep_a_name_is_the_operators_choice(accounts: Accounts, store: Store, time: Time) -> None:
    closed = Registry(store, QuickHashing(), time, "closed")
    assert await refusal(closed.keep_name(await come(accounts), "Ada", SECRET)) == "registration_closed"
    invited = Registry(store, QuickHashing(), time, "invite")
    await stored.add_code(store, hash_code("AAAA-BBBB"), "invitation", time.now, time.now + 1_000)
    page = await come(accounts)
    assert await refusal(invited.keep_name(page, "Ada", SECRET)) == "bad_invitation"
    assert await refusal(invited.keep_name(page, "Ada", "weak", "AAAABBBB")) == "weak_password"
    await invited.keep_name(page, "Ada", SECRET, "aaaa bbbb")
    assert await refusal(invited.keep_name(await come(accounts), "Bob", SECRET, "AAAABBBB")) == "bad_invitation"


async def test_the_owner_is_made_by_a_code_of_the_command_line(
    accounts: Accounts, registry: Registry, store: Store, time: Time
) -> None:
    page, first = await keep(accounts, registry, "Ada")
    assert first.player.role is None  # whoever is first over the network is nobody for that
    await stored.add_code(store, hash_code("AAAA-BBBB"), "owner", time.now, time.now + 1_000)
    assert await refusal(registry.claim_owner(page, first.codes[0])) == "bad_code"
    assert await refusal(registry.claim_owner(await come(accounts), "AAAA-BBBB")) == "no_account"
    await registry.claim_owner(page, "AAAA-BBBB")
    assert await refusal(registry.claim_owner(page, "AAAA-BBBB")) == "bad_code"
    found = await stored.find_account(store, page.player)
    assert found is not None
    assert found.role == "owner"
    (act,) = await audit.list_acts(store, before=None, limit=9)
    assert (act.action, act.by, act.target, act.at) == ("claim_owner", page.player, page.player, time.now)


async def test_a_closed_account_is_signed_in_to_by_nobody(
    accounts: Accounts, registry: Registry, store: Store, time: Time
) -> None:
    home, kept = await keep(accounts, registry, "Ada")
    await stored.set_disabled(store, home.player, time.now)
    page = await come(accounts)
    assert await refusal(accounts.find_by_token(kept.token)) == "signed_out"
    assert await refusal(registry.sign_in(page, "Ada", SECRET)) == "disabled"
    assert await refusal(registry.sign_in(page, "Ada", "wrong horse")) == "bad_sign_in"
    assert await refusal(registry.recover(page, "Ada", kept.codes[0], SECRET)) == "disabled"
    await stored.set_disabled(store, home.player, None)
    await registry.sign_in(page, "Ada", SECRET)


async def test_deletion_leaves_nothing_of_an_account(accounts: Accounts, registry: Registry, store: Store) -> None:
    page, kept = await keep(accounts, registry, "Ada")
    assert await refusal(registry.require_deletion(page, "wrong horse")) == "bad_password"
    await registry.require_deletion(page, SECRET)
    await registry.delete(page.player)
    assert await accounts.find_by_token(kept.token) is None
    assert await refusal(registry.sign_in(page, "Ada", SECRET)) == "bad_sign_in"
    for table in ("accounts", "account_codes", "codes"):
        assert [tuple(row) for row in await store.fetch(f"SELECT * FROM {table}")] == []
    await keep(accounts, registry, "Ada")  # the name is free


async def test_who_was_deleted_at_that_very_moment_keeps_no_name(
    accounts: Accounts, registry: Registry, store: Store
) -> None:
    """A page of the same player has asked for it meanwhile: else nobody had an account, and its name, for ever."""
    page = await come(accounts)
    await registry.delete(page.player)
    assert await refusal(registry.keep_name(page, "Ada", SECRET)) == "deleted"
    assert await refusal(registry.keep_vouched(page, "Ada", "https://id.example", "7")) == "deleted"
    assert await store.fetch("SELECT 1 FROM accounts") == []
    await keep(accounts, registry, "Ada")


async def test_nobody_is_joined_to_who_was_deleted_at_that_very_moment(
    accounts: Accounts, registry: Registry, store: Store
) -> None:
    page, guest = (await keep(accounts, registry, "Ada"))[0], await come(accounts)
    await registry.delete(page.player)
    assert await refusal(registry.join(guest.player, page.player, guest)) == "deleted"
    assert await refusal(registry.join_late(guest.player, page.player)) == "deleted"
    assert await accounts.find_by_token(guest.token)  # all is still the guest's


async def test_secrets_are_kept_as_hashes_alone(accounts: Accounts, registry: Registry, store: Store) -> None:
    _, kept = await keep(accounts, registry, "Ada")
    secrets = [SECRET, kept.token, *kept.codes, *(code.replace("-", "") for code in kept.codes)]
    tables = [table.name for table in draw(read_migrations(MIGRATIONS)).tables]
    values = [value for table in tables for row in await store.fetch(f"SELECT * FROM {table}") for value in row]
    held = [value if isinstance(value, bytes) else str(value).encode() for value in values]
    quick = f"hash of {SECRET}".encode()
    assert quick in held
    assert not [value for value in held if value != quick and any(each.encode() in value for each in secrets)]
    assert hash_secret(kept.token) in held


@pytest.fixture
async def hashing() -> AsyncIterator[Hashing]:
    made = Hashing()
    yield made
    await made.close()


async def test_hashes_are_made_in_a_process_of_their_own(hashing: Hashing, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 2)
    kept = await hashing.make_hash(SECRET, "a")
    leaving = asyncio.ensure_future(hashing.verify(kept, SECRET, "b"))
    await asyncio.sleep(0)
    leaving.cancel()  # nobody else suffers for it
    found = await asyncio.gather(*(hashing.verify(kept, SECRET, f"{n}") for n in range(6)), return_exceptions=True)
    refused = [each for each in found if isinstance(each, Refused)]
    assert {each.code for each in refused} == {"accounts_busy"}
    assert 3 <= len(refused) <= 4
    assert all(each == (True, None) for each in found if not isinstance(each, Refused))
    assert await hashing.verify(None, SECRET, "a") == (False, None)
    await hashing.close()
    assert await refusal(hashing.verify(kept, SECRET, "a")) == "restart"
