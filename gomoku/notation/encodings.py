"""Encodings of texts, found out where the file does not say which it is in."""

from __future__ import annotations

from collections.abc import Sequence

CANDIDATES = ("utf-8", "cp932", "gb18030", "latin-1")
"""In the order in which they are tried; the last one takes any bytes."""


def guess(texts: Sequence[bytes]) -> str:
    """The first candidate in which all of the texts can be read.

    Chinese in GB 18030 can often be read as Japanese, too, and is then full of half-width katakana, which Japanese
    hardly ever is: so where more than a third of what is not ASCII is that, it is not taken for Japanese.
    """
    for encoding in CANDIDATES:
        katakana = others = 0
        try:
            for text in texts:
                if text.isascii():
                    continue
                decoded = text.decode(encoding)
                if encoding == "cp932":
                    here = sum("\uff61" <= letter <= "\uff9f" for letter in decoded)
                    katakana += here
                    others += sum(letter > "\x7f" for letter in decoded) - here
        except UnicodeDecodeError:
            continue
        if katakana * 2 <= others:
            return encoding
    return CANDIDATES[-1]
