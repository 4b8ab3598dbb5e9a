import pytest

from server.accounts.totp import find_step, make_code, make_secret, show_secret

RFC_SECRET = b"12345678901234567890"


@pytest.mark.parametrize(
    ("seconds", "code"),
    [
        (59, "94287082"),
        (1_111_111_109, "07081804"),
        (1_111_111_111, "14050471"),
        (1_234_567_890, "89005924"),
        (2_000_000_000, "69279037"),
        (20_000_000_000, "65353130"),
    ],
)
def test_the_check_values_of_rfc_6238(seconds: int, code: str) -> None:
    assert make_code(RFC_SECRET, seconds // 30, 8) == code
    assert make_code(RFC_SECRET, seconds // 30) == code[2:]


def test_a_code_counts_a_step_before_and_after() -> None:
    code = make_code(RFC_SECRET, 100)
    found = [find_step(RFC_SECRET, code, step * 30) for step in range(98, 103)]
    assert found == [None, 100, 100, 100, None]
    assert [find_step(RFC_SECRET, code, second) for second in (2969, 2970, 3059, 3060)] == [None, 100, 100, None]
    for other in ("", "12345", "abcdef", "１２３４５６", "\ud800"):
        assert find_step(RFC_SECRET, other, 3000) is None


def test_secrets_are_new_and_can_be_typed() -> None:
    assert make_secret() != make_secret()
    assert show_secret(RFC_SECRET) == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
