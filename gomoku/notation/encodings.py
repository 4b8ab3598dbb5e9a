"""Encodings of texts in files of games: their names, and how to read them.

`bots.files.detection` finds the encoding of bytes where the file does not name it.
"""

from __future__ import annotations

import codecs
import re

NAMES = (
    *("utf-8", "utf-16", "utf-16-le", "utf-16-be", "gb18030", "big5", "cp932", "euc_jp", "euc_kr"),
    *("cp1250", "cp1251", "cp1252", "cp1253", "cp1254", "cp1257", "koi8-r", "iso8859-2", "latin-1"),
)
"""The encodings that are detected and that people may choose."""

_OF_TWO_BYTES = frozenset({"gb18030", "big5", "cp932", "euc_kr", "euc_jp"})
_SUPERSETS = {"big5": "big5hkscs", "euc_kr": "cp949", "euc_jp": "euc_jis_2004"}
"""Codecs that read everything these names promise, and what programs write under them besides."""
_LABELS = {
    **dict.fromkeys(("gb2312", "gbk", "cp936", "hz"), "gb18030"),
    **dict.fromkeys(("big5hkscs", "cp950"), "big5"),
    **dict.fromkeys(("shift_jis", "shift_jis_2004", "shift_jisx0213", "ms932"), "cp932"),
    **dict.fromkeys(("euc_jis_2004", "euc_jisx0213"), "euc_jp"),
    **dict.fromkeys(("cp949", "johab"), "euc_kr"),
    **dict.fromkeys(("iso8859-1", "ascii"), "cp1252"),
    **{"iso8859-9": "cp1254", "iso8859-13": "cp1257", "iso8859-7": "cp1253", "koi8-u": "koi8-r", "utf-8-sig": "utf-8"},
}
"""Encodings that files with the former label mostly use: supersets, as in browsers."""
_TEXT = re.compile("(utf|cp|iso|koi8|mac|gb|hz|big5|euc|shift|tis|kz|johab|ascii)")
"""Codecs of texts that occur in files: Python has others that read no text or are slow."""
MARK = "\ufeff"
"""The byte order mark, once decoded."""
MARK_LOST = "tengen.mark_lost"
"""Handling of unreadable letters by a codec: a stand-in that no text has, unlike U+FFFD, which may be meant."""
_LOST = "\ud800"
codecs.register_error(MARK_LOST, lambda error: (_LOST, error.end))  # type: ignore[attr-defined]  # of decoding
_PREFIX = re.compile(r"^x-|^(?:x-)?(?:windows|win|cp|ms)[-_]?(?=[0-9])")
"""Prefixes of labels that Python knows by another name, as ``x-sjis``, ``windows-31j``, ``win1251``."""
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def codec(name: str) -> str:
    """Return the codec for files under this name; raises LookupError."""
    return _SUPERSETS.get(name, name) if name in NAMES else codecs.lookup(name).name


def from_label(label: str) -> str | None:
    """Return the encoding meant by a label such as ``GB2312``; None if it is no text encoding."""
    label = label.strip().lower()
    bare = _PREFIX.sub(lambda found: "" if found[0] == "x-" else "cp", label).replace("cp31j", "cp932")
    for each in (label, bare):
        try:
            name = codecs.lookup(each).name
            break
        except LookupError:
            continue
    else:
        return None
    return _LABELS.get(name, name) if _TEXT.match(name) else None


def from_mark(data: bytes) -> str | None:
    """Return the encoding given by a byte order mark, or by two ASCII letters in UTF-16; else None."""
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
    """Decode bytes without their mark; return the text and the number of unreadable letters, which become U+FFFD."""
    text, lost = count_lost(data.decode(codec(name), MARK_LOST))
    return text.removeprefix(MARK), lost


def count_lost(text: str) -> tuple[str, int]:
    """Replace what `MARK_LOST` has left of unreadable letters by U+FFFD; return the text and their number."""
    lost = text.count(_LOST)
    return text.replace(_LOST, "\ufffd") if lost else text, lost


def is_contradicted(data: bytes, name: str) -> bool:
    """Whether bytes are not in the encoding that they name in letters of ASCII: some are none of it, or all are UTF-8.

    Nearly any bytes can be read in most encodings. In one that has letters of two bytes, some words can be read as
    letters of two bytes of UTF-8, too, but hardly of three.
    """
    if name.startswith(("utf-16", "utf-32", "utf-7")) or read_text(data, name)[1]:
        return True
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return False
    return name != "utf-8" and any(letter > ("\u07ff" if name in _OF_TWO_BYTES else "\x7f") for letter in text)


def for_library(name: str) -> str:
    """Return the encoding, or UTF-8 for UTF-16, whose bytes a RenLib library cannot hold."""
    return "utf-8" if name.startswith("utf-16") else name
