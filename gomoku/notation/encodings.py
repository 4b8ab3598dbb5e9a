"""Encodings of texts in files of games: which there are, what they are called, and how they are read.

Which one some bytes are in, where nothing says it, `bots.files.detection` finds out.
"""

from __future__ import annotations

import codecs
import re

NAMES = (
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "big5", "cp932", "euc_jp", "euc_kr"),
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1257", "koi8-r", "iso8859-2", "latin-1"),
)
"""The encodings that are found out and that people may choose."""

_SUPERSETS = {"big5": "big5hkscs", "euc_kr": "cp949", "euc_jp": "euc_jis_2004"}
"""Codecs that read all that these names promise, and what programs write under them besides."""
_LABELS = {
    **dict.fromkeys(("gb2312", "gbk", "cp936", "hz"), "gb18030"),
    **dict.fromkeys(("big5hkscs", "cp950"), "big5"),
    **dict.fromkeys(("shift_jis", "shift_jis_2004", "shift_jisx0213", "ms932"), "cp932"),
    **dict.fromkeys(("euc_jis_2004", "euc_jisx0213"), "euc_jp"),
    **dict.fromkeys(("cp949", "johab"), "euc_kr"),
    **dict.fromkeys(("iso8859-1", "ascii"), "cp1252"),
    **{"iso8859-9": "cp1254", "iso8859-13": "cp1257", "iso8859-7": "cp1253", "koi8-u": "koi8-r", "utf-8-sig": "utf-8"},
}
"""What files that name the former mostly are in: a superset, as browsers take it."""
_TEXT = re.compile("(utf|cp|iso|koi8|mac|gb|hz|big5|euc|shift|tis|kz|johab|ascii)")
"""Codecs whose texts people have in files: Python has others, which read no text or take long."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def codec(name: str) -> str:
    """The codec that reads what files under this name hold; raises LookupError."""
    return _SUPERSETS.get(name, name) if name in NAMES else codecs.lookup(name).name


def from_label(label: str) -> str | None:
    """The encoding that a file means by a label such as ``GB2312``; None where no encoding of text is called so."""
    try:
        name = codecs.lookup(label.strip()).name
    except LookupError:
        return None
    return _LABELS.get(name, name) if _TEXT.match(name) else None


def from_mark(data: bytes) -> str | None:
    """The encoding of a file that begins with a byte order mark, or in UTF-16 with two letters of ASCII."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return name
    head = data[:4]
    if len(head) == 4 and head[1] == head[3] == 0 and head[0] and head[2]:
        return "utf-16-le"
    if len(head) == 4 and head[0] == head[2] == 0 and head[1] and head[3]:
        return "utf-16-be"
    return None


def read_text(data: bytes, name: str) -> tuple[str, int]:
    """The text of bytes, without its mark, and how many of its letters could not be read and are U+FFFD."""
    text = data.decode(codec(name), "replace").removeprefix("\ufeff")
    return text, text.count("\ufffd")


def for_library(name: str) -> str:
    """The same, or UTF-8 in the place of UTF-16, whose bytes a RenLib library cannot hold."""
    return "utf-8" if name.startswith("utf-16") else name
