"""Which passwords may be chosen, and that a hash says nothing but yes or no, as slowly for nobody's."""

import pytest
from argon2 import PasswordHasher

from server.accounts import passwords
from server.errors import Refused


@pytest.mark.parametrize(
    "password",
    [
        *("short1", "aaaaaaaaaaaa", "12121212", "12345678", "87654321", "qwertyui", "password1", "Password123!"),
        *("abcdefgh", "woaini520", "Ada Lovelace", "аda lovelace", "x" * 201),
    ],
)
def test_what_is_guessed_first_is_refused(password: str) -> None:
    with pytest.raises(Refused) as caught:
        passwords.require_password(password, "Ada Lovelace")
    assert caught.value.code == "weak_password"


@pytest.mark.parametrize(
    "password", ["correct horse", "五子棋真的很好玩", "tr0ub4dor&3", "  padded  ", "🐴🔋📎🔩🐴🔋📎🔩"]
)
def test_others_may_be_chosen(password: str) -> None:
    passwords.require_password(password, "Ada")


def test_a_hash_knows_its_password_and_no_other() -> None:
    kept = passwords.make_hash("correct horse")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert "horse" not in kept
    assert kept != passwords.make_hash("correct horse")
    assert passwords.verify(kept, "correct horse") == (True, None)
    assert passwords.verify(kept, "correct horsé") == (False, None)
    assert passwords.verify(passwords.make_hash("é23456789"), "e\u030123456789") == (True, None)
    assert passwords.verify(None, "of nobody") == (False, None)
    assert passwords.verify("no hash", "of nobody") == (False, None)


def test_a_hash_of_other_parameters_is_made_anew() -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)
    right, anew = passwords.verify(quick.hash("correct horse"), "correct horse")
    assert right
    assert anew is not None
    assert anew.startswith("$argon2id$v=19$m=19456,t=2,p=1$")


def test_for_nobody_as_much_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    hasher = passwords._hasher

    class Counting:
        def verify(self, kept: str, secret: bytes) -> bool:
            seen.append(kept.split("$")[1:4])
            return hasher.verify(kept, secret)

        def __getattr__(self, name: str) -> object:
            return getattr(hasher, name)

    kept = passwords.make_hash("correct horse")
    passwords._hash_of_nobody()
    monkeypatch.setattr(passwords, "_hasher", Counting())
    passwords.verify(kept, "wrong horse")
    passwords.verify(None, "wrong horse")
    assert seen == [["argon2id", "v=19", "m=19456,t=2,p=1"]] * 2


def test_codes_are_found_by_their_hash_and_no_quicker_than_passwords() -> None:
    one, other, same = passwords.hash_codes(["ABCDEFGHJK", "ABCDEFGHJM", "ABCDEFGHJK"])
    assert one == same != other
    assert {len(one), len(other)} == {32}
