"""An action authorised by a right password fails after a change of it, a recovery, or the closing of the account."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from server.accounts.accounts import Accounts, hash_code
from server.accounts.registry import Registry
from server.accounts.totp import make_code
from server.errors import Refused, StoreError
from server.store.people import accounts as stored
from server.store.people import identities, players, sanctions, second_factors
from server.store.store import Store
from tests.server.accounts.test_accounts import Time, accounts, time
from tests.server.accounts.test_registry import SECRET, QuickHashing, become, come, keep

__all__ = ["accounts", "time"]

NEW, ISSUER = "battery staple", "https://school.example"


class HeldHashing(QuickHashing):
    """Hashes that cost nothing; while one is under way, once, something else happens."""

    meanwhile: Callable[[], Awaitable[None]] | None = None

    async def _wait(self) -> None:
        if self.meanwhile is not None:
            happen, self.meanwhile = self.meanwhile, None
            await happen()

    async def verify(self, kept: str | None, password: str, address: str) -> tuple[bool, str | None]:
        await self._wait()
        return await super().verify(kept, password, address)

    async def make_hash(self, password: str, address: str) -> str:
        await self._wait()
        return await super().make_hash(password, address)


class House:
    """An account with two devices, a provider's person and a code of the staff, and a guest who knows the password."""

    def __init__(self, store: Store, accounts: Accounts, time: Time) -> None:
        self.store, self.accounts, self.time = store, accounts, time
        self.hashing = HeldHashing()
        self.slow = Registry(store, self.hashing, time)
        self.quick = Registry(store, QuickHashing(), time)

    async def furnish(self) -> None:
        self.home, kept = await keep(self.accounts, self.quick, "Ada")
        self.codes = kept.codes
        self.thief, self.guest = await come(self.accounts), await come(self.accounts)
        become(
            self.thief, await self.quick.open_device(self.thief, await self.quick.sign_in(self.thief, "Ada", SECRET))
        )
        await self.quick.link(self.home, ISSUER, "ada")
        await stored.add_code(self.store, hash_code("AAAA-BBBB"), "reset", self.time.now, None, self.home.player)

    async def snapshot(self) -> list[tuple[Any, ...]]:
        """All by which somebody is the account, or could become it."""
        queries = (
            "SELECT hash, player FROM tokens WHERE ended_at IS NULL AND player = :p ORDER BY hash",
            "SELECT hash FROM codes WHERE player = :p ORDER BY hash",
            "SELECT password, role, disabled_at FROM accounts WHERE player = :p",
            "SELECT hash, kind FROM account_codes WHERE player = :p ORDER BY hash",
            "SELECT secret, confirmed_at FROM second_factors WHERE player = :p",
            "SELECT issuer, subject FROM identities WHERE player = :p ORDER BY issuer, subject",
            "SELECT deleted_at, banned_at FROM players WHERE id = :p",
        )
        return [tuple(row) for sql in queries for row in await self.store.fetch(sql, {"p": self.home.player})]

    # what happens meanwhile

    async def change(self) -> None:
        await self.quick.change_password(self.home, SECRET, NEW)

    async def recover(self) -> None:
        page = await come(self.accounts)
        become(page, await self.quick.recover(page, "Ada", self.codes[0], NEW))

    async def close(self) -> None:
        await stored.set_disabled(self.store, self.home.player, self.time.now)

    async def ban(self) -> None:
        laid = sanctions.insert(self.home.player, "ban", "cheating", "", self.time.now, None, None)
        await self.store.execute(*laid, stored.end_devices(self.home.player, self.time.now))

    async def delete(self) -> None:
        await players.delete(self.store, self.home.player, self.time.now)

    # what is under way

    async def sign_in(self) -> None:
        await self.slow.open_device(self.guest, await self.slow.sign_in(self.guest, "Ada", SECRET))

    async def sign_in_and_join(self) -> None:
        account = await self.slow.sign_in(self.guest, "Ada", SECRET)
        await self.slow.join(self.guest.player, account.player, self.guest, account)

    async def recover_by_another_code(self) -> None:
        await self.slow.recover(self.guest, "Ada", "AAAA-BBBB", "stolen horse")

    async def change_back(self) -> None:
        await self.slow.change_password(self.thief, SECRET, "stolen horse")

    async def make_codes(self) -> None:
        await self.slow.make_recovery_codes(self.thief, SECRET)

    async def link(self) -> None:
        """The provider's person was vouched for before."""
        assert self.hashing.meanwhile is not None
        await self.hashing._wait()
        await self.slow.link(self.thief, "https://other.example", "thief")

    async def unlink(self) -> None:
        await self.slow.unlink(self.thief, ISSUER, SECRET, "")

    async def arm(self) -> None:
        account = await self.slow.require_password(self.thief, SECRET)
        await self.slow.second.begin(self.thief.player, None, self.slow.list_needs(self.thief, account))

    async def delete_all(self) -> None:
        needed = await self.slow.require_deletion(self.thief, SECRET)
        await self.slow.delete(self.thief.player, needed=needed)

    async def ask_for_a_code(self) -> None:
        await self.hashing._wait()
        await self.accounts.make_code(self.thief.player, self.thief.device, "ABCDEFGH")


MEANWHILE = (House.change, House.recover, House.close, House.ban, House.delete)
UNDER_WAY = (
    *(House.sign_in, House.sign_in_and_join, House.change_back, House.make_codes, House.link, House.unlink),
    *(House.arm, House.delete_all, House.ask_for_a_code),
)


@pytest.fixture
async def house(store: Store, accounts: Accounts, time: Time) -> House:
    time.now = 3_000_000_000
    found = House(store, accounts, time)
    await found.furnish()
    return found


@pytest.mark.parametrize("meanwhile", MEANWHILE)
@pytest.mark.parametrize("under_way", UNDER_WAY)
async def test_what_is_under_way_outlives_no_end(
    house: House, meanwhile: Callable[[House], Awaitable[None]], under_way: Callable[[House], Awaitable[None]]
) -> None:
    left: list[tuple[Any, ...]] = []

    async def happen() -> None:
        await meanwhile(house)
        left.extend(await house.snapshot())

    house.hashing.meanwhile = happen
    with pytest.raises((Refused, StoreError)):
        await under_way(house)
    assert left
    assert await house.snapshot() == left


@pytest.mark.parametrize("meanwhile", [House.change, House.recover, House.close, House.delete])
async def test_a_recovery_under_way_outlives_no_end_of_its_code(
    house: House, meanwhile: Callable[[House], Awaitable[None]]
) -> None:
    await test_what_is_under_way_outlives_no_end(house, meanwhile, House.recover_by_another_code)


@pytest.mark.parametrize("under_way", UNDER_WAY)
async def test_without_any_end_it_is_done(house: House, under_way: Callable[[House], Awaitable[None]]) -> None:
    async def nothing() -> None:
        pass

    before = await house.snapshot()
    house.hashing.meanwhile = nothing
    await under_way(house)
    assert await house.snapshot() != before


async def test_a_second_factor_that_is_asked_for_since_is_needed(house: House) -> None:
    async def arm() -> None:
        await house.store.execute(("UPDATE accounts SET role = 'owner' WHERE player = ?", (house.home.player,)))
        await house.quick.second.begin(house.home.player)
        secret = await second_factors.find_secret(house.store, house.home.player, confirmed=False)
        assert secret is not None
        await house.quick.second.confirm(house.home.player, make_code(secret, house.time.now // 30_000))

    house.hashing.meanwhile = arm
    with pytest.raises(Refused):
        await house.sign_in()


async def test_a_person_of_a_provider_who_is_linked_no_more_signs_in_to_nothing(house: House) -> None:
    account = await house.slow.require_vouched(house.guest, house.home.player, "")
    needed = [identities.demand_identity(ISSUER, "ada", house.home.player)]
    await house.quick.unlink(house.home, ISSUER, SECRET, "")
    with pytest.raises(Refused, match="bad_sign_in"):
        await house.slow.open_device(house.guest, account, needed)


async def test_a_guest_who_has_become_an_account_is_deleted_by_its_password_alone(
    house: House, accounts: Accounts
) -> None:
    guest = await come(accounts)
    needed = await house.quick.require_deletion(guest, "")
    become(guest, await house.quick.keep_name(guest, "Bob", SECRET))
    with pytest.raises(Refused, match="bad_password"):
        await house.quick.delete(guest.player, needed=needed)


async def test_a_name_of_a_guest_is_no_accounts_for_having_been_asked_for_before(
    house: House, accounts: Accounts, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = await come(accounts)
    named = (
        "UPDATE players SET name = 'Guest 4821', name_key = 'guest 4821' WHERE id = ?"  # as older servers named guests
    )
    await house.store.execute((named, (guest.player,)))
    rename = players.rename

    async def late(*arguments: Any, **named: Any) -> bool:
        monkeypatch.setattr(players, "rename", rename)
        await house.quick.keep_name(guest, "Bob", SECRET)
        return await rename(*arguments, **named)

    monkeypatch.setattr(players, "rename", late)
    with pytest.raises(Refused, match="bad_name"):
        await accounts.rename(guest.player, "GUEST 4821")


async def test_a_ban_voids_a_code_for_another_device(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    code, _ = await house.accounts.make_code(house.home.player, house.home.device)
    redeem = players.redeem

    async def late(*arguments: Any) -> bytes:
        await house.ban()
        return await redeem(*arguments)

    monkeypatch.setattr(players, "redeem", late)
    before = len(await house.accounts.list_devices(house.home.player))
    assert before
    with pytest.raises(Refused, match="banned"):
        await house.accounts.redeem(code, house.guest.player, "c1")
    assert not await house.accounts.list_devices(house.home.player)
