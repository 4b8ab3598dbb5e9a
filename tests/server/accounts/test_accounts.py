import asyncio
import hashlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from server.accounts import passwords
from server.accounts.accounts import CODE_ALPHABET, CODE_MS, SEEN_MS, Accounts
from server.accounts.look_alikes import make_look
from server.errors import Refused, StoreError
from server.store.people import players, sanctions
from server.store.store import Store

SHAKES = {"shake_128", "shake_256"}
"""They ask for a length."""


class Time:
    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "tengen.db")
    yield opened
    await opened.close()


@pytest.fixture
def accounts(store: Store, time: Time) -> Accounts:
    return Accounts(store, time)


@asynccontextmanager
async def other_store(store: Store) -> AsyncIterator[Store]:
    opened = await Store.open(store.path.parent / "other.db")
    yield opened
    await opened.close()


async def refusal(command: object) -> str:
    with pytest.raises(Refused) as caught:
        await command  # type: ignore[misc]
    return caught.value.code


async def seen_at(store: Store, id: str) -> int:
    return int((await store.fetch("SELECT seen_at FROM players WHERE id = ?", (id,)))[0][0])


async def test_a_guest_is_known_by_the_token(accounts: Accounts) -> None:
    ann, token = await accounts.make_guest("en")
    bob, other = await accounts.make_guest("zh-Hans")
    assert re.fullmatch(r"[0-9A-Za-z]{12}", ann.id)
    assert re.fullmatch(r"[0-9A-Za-z_-]{43}", token)
    assert re.fullmatch(r"[A-Z][a-z]+ [A-Z][a-z]+", ann.name)
    assert re.fullmatch(r"[\u4e00-\u9fff]{4}", bob.name)
    assert ann.created_at == 1_000_000
    assert await accounts.find_by_token(token) == ann
    assert await accounts.find_by_token(other) == bob
    assert await accounts.find_by_token("x" * 43) is None
    assert await accounts.find_by_token("\ud800") is None


async def test_only_hashes_of_secrets_are_stored(accounts: Accounts, store: Store) -> None:
    ann, token = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id)
    (kept,) = [row["hash"] for row in await store.fetch("SELECT hash FROM tokens")]
    assert kept == hashlib.sha256(token.encode()).digest()
    (kept,) = [row["hash"] for row in await store.fetch("SELECT hash FROM codes")]
    salt = await players.read_code_salt(store)
    assert [kept] == passwords.hash_codes([f"{salt} {code}"])  # 39 bits: a quick hash would be searched through
    assert kept not in {
        hashlib.new(name, code.encode()).digest()[:32] for name in hashlib.algorithms_guaranteed - SHAKES
    }
    async with other_store(store) as other:  # nor does a table of one database fit another
        assert salt != await players.read_code_salt(other)


async def test_guests_are_named_the_same_after_the_same_seed(store: Store) -> None:
    async with other_store(store) as other:
        names = [
            [(await Accounts(each, choose=choose).make_guest("en"))[0].name for _ in range(3)]
            for each, choose in ((store, Random(7).randrange), (other, Random(7).randrange))
        ]
    assert names[0] == names[1]
    assert len(set(names[0])) == 3


async def test_a_guest_name_that_is_taken_gets_a_number(store: Store) -> None:
    accounts = Accounts(store, choose=lambda below: 0)
    first, _ = await accounts.make_guest("en")
    second, token = await accounts.make_guest("en")
    third, _ = await accounts.make_guest("en")
    assert (first.name, second.name, third.name) == ("Agile Badger", "Agile Badger 10", "Agile Badger 100")
    assert await accounts.find_by_token(token) == second


async def test_no_guest_is_named_like_an_account(store: Store) -> None:
    accounts = Accounts(store, choose=lambda below: 0)
    ann, _ = await accounts.make_guest("en")
    await accounts.rename(ann.id, "agile-badger")
    await store.execute(
        ("INSERT INTO accounts (player, look, created_at) VALUES (?, ?, 0)", (ann.id, make_look("agile-badger")))
    )
    bob, _ = await accounts.make_guest("en")
    assert bob.name == "Agile Badger 10"


async def test_renaming(accounts: Accounts) -> None:
    ann, token = await accounts.make_guest("en")
    renamed = await accounts.rename(ann.id, "  Ann   Lee ")
    assert (renamed.id, renamed.name) == (ann.id, "Ann Lee")
    assert await accounts.find_by_token(token) == renamed
    bob, _ = await accounts.make_guest("en")
    assert await refusal(accounts.rename(bob.id, "ANN LEE")) == "name_taken"
    assert await refusal(accounts.rename(bob.id, "x")) == "bad_name"
    assert await refusal(accounts.rename(bob.id, "Guest 4821")) == "bad_name"
    assert (await accounts.rename(ann.id, "ann lee")).name == "ann lee"
    assert (await accounts.rename(bob.id, bob.name.upper())).name == bob.name.upper()
    assert await refusal(accounts.rename("nobody000000", "Carl")) == "no_player"


async def test_two_cannot_take_a_name_at_once(accounts: Accounts) -> None:
    ids = [(await accounts.make_guest("en"))[0].id for _ in range(2)]
    results = await asyncio.gather(*(accounts.rename(id, "Ann") for id in ids), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["Refused", "StoredPlayer"]


async def test_a_code_brings_the_identity_to_another_device(accounts: Accounts, time: Time) -> None:
    ann, token = await accounts.make_guest("en")
    code, expires_at = await accounts.make_code(ann.id)
    assert re.fullmatch(f"[{CODE_ALPHABET}]{{8}}", code)
    assert expires_at == time.now + CODE_MS
    player, another, _ = await accounts.redeem(f" {code[:4].lower()}-{code[4:6]} {code[6:]} ", "guest", "c1")
    assert player == ann
    assert another != token
    assert await accounts.find_by_token(token) == await accounts.find_by_token(another) == ann
    assert await refusal(accounts.redeem(code, "guest", "c2")) == "bad_code"
    assert await refusal(accounts.redeem(code, "other", "c1")) == "bad_code"


async def test_a_command_that_comes_again_is_answered_again(accounts: Accounts, time: Time) -> None:
    ann, _ = await accounts.make_guest("en")
    code, expires_at = await accounts.make_code(ann.id)
    tokens = [(await accounts.redeem(code, by, "c1"))[1] for by in ("guest", "guest", ann.id)]
    assert [await accounts.find_by_token(token) for token in tokens] == [None, None, ann]
    time.now = expires_at
    assert await refusal(accounts.redeem(code, "guest", "c1")) == "bad_code"


async def test_a_code_works_for_ten_minutes(accounts: Accounts, time: Time) -> None:
    ann, _ = await accounts.make_guest("en")
    code, expires_at = await accounts.make_code(ann.id)
    time.now = expires_at
    assert await refusal(accounts.redeem(code, "guest", "c1")) == "bad_code"
    time.now = expires_at - 1
    assert (await accounts.redeem(code, "guest", "c1"))[0] == ann


async def test_a_newer_code_replaces_the_older(accounts: Accounts, store: Store, time: Time) -> None:
    ann, _ = await accounts.make_guest("en")
    bob, _ = await accounts.make_guest("en")
    old, _ = await accounts.make_code(ann.id)
    await accounts.make_code(bob.id)
    new, _ = await accounts.make_code(ann.id)
    assert await refusal(accounts.redeem(old, "guest", "c1")) == "bad_code"
    assert (await accounts.redeem(new, "guest", "c1"))[0] == ann
    time.now += CODE_MS
    await accounts.make_code(ann.id)
    assert [row["player"] for row in await store.fetch("SELECT player FROM codes")] == [ann.id]


async def test_a_code_is_used_once_also_by_two_at_once(accounts: Accounts) -> None:
    ann, _ = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id)
    results = await asyncio.gather(
        *(accounts.redeem(code, f"player{n}", "c1") for n in range(3)), return_exceptions=True
    )
    assert sorted(type(result).__name__ for result in results) == ["Refused", "Refused", "tuple"]


async def test_strange_codes_are_refused(accounts: Accounts) -> None:
    for code in ("", "ABCD2345", "\x00", "é" * 8, "\ud800"):
        assert await refusal(accounts.redeem(code, "guest", "c1")) == "bad_code"


async def test_a_banned_player_is_kept_out(accounts: Accounts, store: Store) -> None:
    ann, token = await accounts.make_guest("en")
    code, _ = await accounts.make_code(ann.id)
    await store.execute(*sanctions.insert(ann.id, "ban", "other", "shouting", 5, None, None))
    assert await refusal(accounts.find_by_token(token)) == "banned"
    assert await refusal(accounts.redeem(code, "guest", "c1")) == "banned"
    await store.execute(*sanctions.lift(await sanctions.list_active(store, ann.id, 6), 6))
    assert await accounts.find_by_token(token) == ann
    assert (await accounts.redeem(code, "guest", "c1"))[0] == ann


async def test_a_deleted_player_is_forgotten(accounts: Accounts, store: Store) -> None:
    ann, token = await accounts.make_guest("en")
    await accounts.rename(ann.id, "Ann")
    code, _ = await accounts.make_code(ann.id)
    await players.delete(store, ann.id, 5)
    assert await accounts.find_by_token(token) is None
    assert await refusal(accounts.redeem(code, "guest", "c1")) == "bad_code"
    assert await refusal(accounts.rename(ann.id, "Annie")) == "no_player"
    bob, _ = await accounts.make_guest("en")
    assert (await accounts.rename(bob.id, "Ann")).name == "Ann"


async def test_the_last_visit_is_noted_now_and_then(accounts: Accounts, store: Store, time: Time) -> None:
    ann, token = await accounts.make_guest("en")
    began = time.now
    time.now += SEEN_MS
    await accounts.find_by_token(token)
    assert await seen_at(store, ann.id) == began
    time.now += 1
    await accounts.find_by_token(token)
    assert await seen_at(store, ann.id) == time.now


async def test_a_disk_that_fails_sends_no_player_away(
    accounts: Accounts, store: Store, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def failing(*_: object) -> None:
        raise StoreError("not kept")

    ann, token = await accounts.make_guest("en")
    time.now += 2 * SEEN_MS
    monkeypatch.setattr(store, "execute", failing)
    assert await accounts.find_by_token(token) == ann
