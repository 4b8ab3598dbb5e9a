"""Files of patterns are proven whole, or not at all, and within limits."""

import pytest

from server.operator.patterns import format_pattern
from server.staff import learned_process
from server.staff.learned_process import PatternsRejected, prove
from tests.server.test_operator_patterns import sound

SOUND = format_pattern(sound())


def test_what_is_proven_is_told_as_it_is_stored() -> None:
    told = prove(f"{SOUND}\n".encode())
    assert told == [("freestyle", sound().key, SOUND)]


def test_time_has_an_end(monkeypatch: pytest.MonkeyPatch, no_finalizers: None) -> None:
    monkeypatch.setattr(learned_process, "MOST_S", 0.05)
    told = prove(f"{SOUND}\n".encode() * 5_000)
    assert told == PatternsRejected("file_too_large", {"limit": 1})
