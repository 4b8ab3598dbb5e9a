"""Accuracy of encoding detection on short texts, compared with chardet alone."""

from time import process_time

import chardet
import pytest

from bots.files.detection import detect, rank
from gomoku.notation.encodings import NAMES, codec, for_library, from_label, from_mark
from tests.bots.files.texts import SHORT

LONG_S = 2.0
"""Processor seconds; `chardet` takes most of a tenth of it."""


def share(name: str) -> float:
    """Return the fraction of the short texts in an encoding that decode correctly one at a time."""
    encoded = [text.encode(name) for text in SHORT[name]]
    return sum(
        data.decode(codec(detect([data]))) == text for data, text in zip(encoded, SHORT[name], strict=True)
    ) / len(encoded)


@pytest.mark.parametrize("name", SHORT)
def test_texts_of_a_file_together_are_always_read_right(name: str) -> None:
    encoded = [text.encode(name) for text in SHORT[name]]
    found = codec(detect(encoded))
    assert [data.decode(found) for data in encoded] == list(SHORT[name])


@pytest.mark.parametrize(
    ("name", "least"),
    [
        *[("gb18030", 0.9), ("big5", 0.9), ("cp932", 0.9), ("euc_jp", 0.8), ("euc_kr", 0.9), ("utf-8", 1.0)],
        *[("cp1251", 0.95), ("koi8-r", 0.8), ("cp1252", 0.9), ("cp1250", 0.8), ("cp1253", 0.95)],
        *[("cp1254", 0.7), ("cp1257", 0.4), ("iso8859-2", 0.7)],
    ],
)
def test_a_name_or_a_remark_by_itself_is_mostly_read_right(name: str, least: float) -> None:
    """`python -m tests.bots.files.measure` prints the fraction for each encoding."""
    assert share(name) >= least


def test_the_library_alone_reads_fewer() -> None:
    """Compare the accuracy of `detect` with that of chardet alone."""
    own = total = others = 0
    for name, texts in SHORT.items():
        for text in texts:
            data = text.encode(name)
            total += 1
            own += data.decode(codec(detect([data]))) == text
            guess = chardet.detect(data)["encoding"]
            others += data.decode(str(guess), "replace") == text
    assert own / total > 0.9
    assert own > others + total // 10


def test_few_damaged_bytes_leave_utf_8_what_it_is() -> None:
    text = "黑棋必胜，白棋必败".encode()
    assert detect([text[:10] + b"\xff" + text[10:]]) == "utf-8"
    assert rank([b"plain"]) == ["utf-8"]
    assert detect([]) == "utf-8"
    assert detect([b"\x81\x8d\x8f\x90\x9d\xff\xfe" * 3]) in NAMES  # no encoding decodes this


@pytest.mark.parametrize("name", ["gb18030", "utf-8"])
@pytest.mark.parametrize("head", ["", "a", "\n"])
def test_a_letter_cut_by_the_end_of_the_sample_speaks_against_no_encoding(name: str, head: str) -> None:
    text = head + "".join(SHORT[name]).replace("\n", " ") * 2000
    assert rank([text.encode(name)])[0] == name
    assert name != "utf-8" or len(rank([text.encode(name)])) == 1


def test_long_words_of_letters_and_digits_take_no_longer_than_others() -> None:
    began = process_time()
    rank([b"\xe4" + b"a1" * 40_000])
    assert process_time() - began < LONG_S


@pytest.mark.parametrize(
    ("label", "name"),
    [
        *[("GB2312", "gb18030"), ("gbk", "gb18030"), ("Big5", "big5"), ("Shift_JIS", "cp932"), ("EUC-KR", "euc_kr")],
        *[("ISO-8859-1", "cp1252"), ("US-ASCII", "cp1252"), ("windows-1251", "cp1251"), ("UTF-8", "utf-8")],
        *[("KOI8-R", "koi8-r"), ("ks_c_5601-1987", "euc_kr"), ("EUC-JP", "euc_jp"), ("iso-8859-5", "iso8859-5")],
        *[("no such", None), ("punycode", None), ("rot13", None), ("unicode_escape", None), ("undefined", None)],
    ],
)
def test_a_label_means_what_its_writers_write(label: str, name: str | None) -> None:
    assert from_label(label) == name


def test_a_mark_tells_the_encoding() -> None:
    assert from_mark("(;".encode("utf-16")) == "utf-16"
    assert from_mark("(;GM".encode("utf-16-le")) == "utf-16-le"
    assert from_mark("(;GM".encode("utf-16-be")) == "utf-16-be"
    assert from_mark("\ufeff(;".encode()) == "utf-8"
    assert from_mark(b"(;GM[4]") is None
    assert for_library("utf-16-le") == "utf-8"
    assert for_library("big5") == "big5"
