"""Seals: only a holder of the key can make one, and only for its purpose; nothing else is unpickled."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.worker.sealing import BadSeal, Sealer

KEY = b"k" * 32
opened: list[str] = []


class Trap:
    """Notes that it was unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return opened.append, ("unpickled",)


def test_what_is_sealed_comes_back() -> None:
    assert Sealer(KEY).unseal("ask", Sealer(KEY).seal("ask", {"a": (1, 2.5, b"x")})) == {"a": (1, 2.5, b"x")}


@pytest.mark.parametrize(
    "sealed",
    [
        b"",
        pickle.dumps(Trap()),
        bytes(32) + pickle.dumps(Trap()),
        Sealer(b"o" * 32).seal("ask", Trap()),
        Sealer(KEY).seal("answer", Trap()),
        Sealer(KEY).seal("ask", Trap())[:-1],
        Sealer(KEY).seal("ask", Trap()) + b"x",
    ],
)
def test_nothing_else_is_unpickled(sealed: bytes) -> None:
    with pytest.raises(BadSeal):
        Sealer(KEY).unseal("ask", sealed)
    assert opened == []


@given(st.integers(0, 60), st.integers(0, 7))
def test_one_changed_bit_breaks_the_seal(at: int, bit: int) -> None:
    sealed = bytearray(Sealer(KEY).seal("ask", "a message of some length"))
    sealed[at % len(sealed)] ^= 1 << bit
    with pytest.raises(BadSeal):
        Sealer(KEY).unseal("ask", bytes(sealed))


def test_a_message_of_another_version_is_refused() -> None:
    sealer = Sealer(KEY)
    body = b"cserver.worker.messages\nNoSuchMessage\n."
    with pytest.raises(BadSeal, match="cannot be read"):
        sealer.unseal("ask", sealer._mark("ask", body) + body)


def test_a_short_key_is_none() -> None:
    with pytest.raises(ValueError, match="too short"):
        Sealer(b"short")
