"""Cleaning of texts, and the rate limit of remarks."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.errors import Refused
from server.rooms.talk import LONGEST, MOST_IN_WINDOW, WINDOW_MS, Flood, clean_text, is_alike


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  good\n\tgame  ", "good game"),
        ("下得好，多谢！（H8）", "下得好，多谢！（H8）"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("a\u202eb\u2066c\u200bd\u00ad", "abcd"),
        ("e\u0301", "é"),
        ("x" + "\u0336" * 40, "x" + "\u0336" * 2),
        ("\ufeffhi\u3164\u2800", "hi"),
        ("\U000e0041\U000e0042ok", "ok"),
        ("שלום", "שלום"),
    ],
)
def test_what_is_left(text: str, shown: str) -> None:
    assert clean_text(text) == shown


@pytest.mark.parametrize("text", ["", " \n ", "\u200b\u202e", "a" * (LONGEST + 1), "\u3164"])
def test_nothing_and_too_much_are_refused(text: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_text(text)
    assert caught.value.code == "bad_text"


@given(st.text(max_size=200))
def test_what_is_left_can_be_seen(text: str) -> None:
    try:
        shown = clean_text(text)
    except Refused:
        return
    assert 0 < len(shown) <= LONGEST
    assert shown == " ".join(shown.split())
    assert not {unicodedata.category(each) for each in shown} & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert not {unicodedata.bidirectional(each) for each in shown} & {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI"}
    assert clean_text(shown) == shown


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("gg", "GG!!", True),
        ("buy my book today", "buy my book, today", True),
        ("buy my book today", "today buy my book!", True),
        ("hello", "good luck", False),
        ("你好", "你好！", True),
        ("你好", "再见", False),
        ("!!!", "???", False),
    ],
)
def test_what_is_alike(one: str, other: str, alike: bool) -> None:
    assert is_alike(one, other) == is_alike(other, one) == alike


class Clock:
    now = 1_000

    def __call__(self) -> int:
        return self.now


TEXTS = ("hello", "how are you", "fine weather", "second board", "wonderful", "xyz")


def test_four_in_ten_seconds() -> None:
    time = Clock()
    flood = Flood(time)
    for text in TEXTS[:MOST_IN_WINDOW]:
        flood.take("ada", text)
    with pytest.raises(Refused) as caught:
        flood.take("ada", TEXTS[4])
    assert (caught.value.code, caught.value.detail) == ("talk_flood", {"seconds": 10})
    flood.take("bob", TEXTS[4])
    time.now += WINDOW_MS
    flood.take("ada", TEXTS[4])


def test_the_same_counts_double() -> None:
    flood = Flood(Clock())
    flood.take("ada", "gg")
    flood.take("ada", "gg!")
    with pytest.raises(Refused):
        flood.take("ada", "GG")
    flood.take("ada", "sorry")


def test_what_was_refused_does_not_count() -> None:
    time = Clock()
    flood = Flood(time)
    for text in TEXTS[:MOST_IN_WINDOW]:
        flood.take("ada", text)
    for _ in range(9):
        time.now += WINDOW_MS // 10
        with pytest.raises(Refused):
            flood.take("ada", TEXTS[5])
    time.now += WINDOW_MS // 10
    flood.take("ada", TEXTS[5])
