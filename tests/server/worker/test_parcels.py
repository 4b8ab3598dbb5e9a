"""Long messages in parts: whole or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.worker import parcels
from server.worker.parcels import MOST_OPEN, MOST_PARTS, PART_BYTES, Parcels, split


@pytest.mark.parametrize("length", [0, 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES + 7])
def test_a_message_comes_back_whole(length: int) -> None:
    message = bytes(n % 251 for n in range(length))
    parts, taker = list(split(message)), Parcels()
    assert [taker.take(part) for part in parts[:-1]] == [None] * (len(parts) - 1)
    assert taker.take(parts[-1]) == message


def test_parts_of_several_messages_may_mix() -> None:
    taker = Parcels()
    one, other = list(split(b"1" * (PART_BYTES + 1))), list(split(b"2" * (PART_BYTES + 1)))
    assert taker.take(one[0]) is taker.take(other[0]) is None
    assert taker.take(one[1]) == b"1" * (PART_BYTES + 1)
    assert taker.take(other[1]) == b"2" * (PART_BYTES + 1)


def test_of_a_message_without_a_part_nothing_arrives() -> None:
    parts, taker = list(split(bytes(3 * PART_BYTES))), Parcels()
    assert [taker.take(part) for part in (parts[0], parts[2])] == [None, None]
    assert [taker.take(part) for part in (parts[1], parts[2])] == [None, None]


def test_unfinished_messages_do_not_pile_up() -> None:
    taker = Parcels()
    for _ in range(3 * MOST_OPEN):
        taker.take(next(split(bytes(PART_BYTES + 1))))
    assert len(taker._open) <= MOST_OPEN


def test_a_message_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parcels, "PART_BYTES", 10)
    with pytest.raises(ValueError, match="too long"):
        list(split(bytes(10 * MOST_PARTS + 1)))


@given(st.lists(st.binary(max_size=40)))
def test_garbage_raises_nothing(parts: list[bytes]) -> None:
    taker = Parcels()
    for part in parts:
        taker.take(part)
