"""Words of files: all that may be decided is told, in each of the languages."""

from typing import get_args

from server.protocol.values import ChoiceName, Language
from server.transport.file_words import FILE_WORDS


def test_every_choice_of_an_opening_has_words_of_its_own_in_every_language() -> None:
    assert set(FILE_WORDS) == set(get_args(Language))
    told = [
        words.choices[choice].format(name="Ann") for words in FILE_WORDS.values() for choice in get_args(ChoiceName)
    ]
    assert all(text.startswith("Ann ") for text in told)
    by_language = [set(words.choices) for words in FILE_WORDS.values()]
    assert by_language == [set(get_args(ChoiceName))] * len(FILE_WORDS)
    assert len(set(told)) == len(told)
