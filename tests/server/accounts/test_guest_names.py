"""Guests' names are friendly, valid and told apart at a glance."""

import re
from collections.abc import Iterable
from itertools import combinations, product
from random import Random

import pytest

from server.accounts.guest_names import TRIES, WORDS, make_guest_name
from server.accounts.look_alikes import make_look
from server.accounts.names import LONGEST, clean_name
from server.protocol.values import Language

LANGUAGES = sorted(WORDS)
ROUGH = re.compile(
    "ape|ass|bastard|black|bitch|blind|brown|cock|coon|cow|crazy|cuck|damn|dick|fag|fat|gay|gypsy|hell|homo|jap|jew|kike"
    "|lame|monkey|naked|nigg|pig|pussy|rat|red|savage|shag|shit|slut|snake|spic|tit|ugly|white|yellow|乌龟|烏龜|黑|狗|猪|豬|鸡|雞|猴"
)
"""Words that insult somebody, alone or beside another word. Whole English words only: a bright finch is welcome."""


class Choosing:
    """Chooses these numbers, one after the other."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self._numbers = iter(numbers)

    def __call__(self, below: int) -> int:
        return next(self._numbers)


def list_names(lang: Language) -> list[str]:
    qualities, bearers = WORDS[lang]
    chosen = product(range(len(qualities)), range(len(bearers)))
    return [make_guest_name(lang, 0, Choosing(pair)) for pair in chosen]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_name_is_one_that_a_player_may_have(lang: Language) -> None:
    names = list_names(lang)
    assert len(names) == 60 * 60
    for name in names:
        assert clean_name(name) == name
    assert max(map(len, names)) + len(" 999") <= LONGEST


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_names_look_alike(lang: Language) -> None:
    names = list_names(lang)
    assert len(set(map(make_look, names))) == len(names)


@pytest.mark.parametrize("words", WORDS["en"])
def test_two_words_differ_in_more_than_a_letter(words: tuple[str, ...]) -> None:
    for one, other in combinations(words, 2):
        assert make_look(one) not in {make_look(other[:n] + other[n + 1 :]) for n in range(len(other))}, (one, other)
        assert make_look(other) not in {make_look(one[:n] + one[n + 1 :]) for n in range(len(one))}, (one, other)
        if len(one) == len(other):
            assert sum(a != b for a, b in zip(one, other, strict=True)) > 1, (one, other)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_is_rough(lang: Language) -> None:
    for word in (*WORDS[lang][0], *WORDS[lang][1]):
        assert not (ROUGH.fullmatch(word.lower()) if lang == "en" else ROUGH.search(word)), word


def test_the_words_of_both_scripts_are_the_same() -> None:
    for simple, other in zip(WORDS["zh-Hans"], WORDS["zh-Hant"], strict=True):
        assert [len(word) for word in simple] == [len(word) for word in other]
        assert sum(a == b for a, b in zip(simple, other, strict=True)) > 15


def test_a_number_comes_after_some_tries_and_grows() -> None:
    choose = Random(1).randrange
    names = [make_guest_name("en", attempt, choose) for attempt in range(TRIES + 3)]
    numbers = [name.split()[2:] for name in names]
    assert [len("".join(each)) for each in numbers] == [0] * TRIES + [2, 3, 4]
