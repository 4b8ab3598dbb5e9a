"""Scripts of names: which letters may occur together, so that nobody imitates another's name with look-alike letters.

`server.accounts.look_alikes` covers known look-alikes of Latin letters; here each word must be of one script, whatever
its letters look like. The standard library has no script property, but the name of a character begins with that of its
script.
"""

import unicodedata


def _split(scripts: str) -> frozenset[str]:
    return frozenset(scripts.split())


_EAST = _split("CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA BOPOMOFO HANGUL HANGZHOU")
_TOGETHER = _EAST | {"LATIN"}
"""These scripts occur together in one word, as in 小明Tom or カラオケ好き; all others stand alone."""
_USUAL = _TOGETHER | _split(
    "GREEK CYRILLIC ARMENIAN HEBREW ARABIC THAANA DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA "
    "MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN ETHIOPIC KHMER"
)
"""Scripts that the Unicode standard recommends for names (UAX 31, table 5)."""
_ALONE = _split(
    "CHEROKEE CANADIAN LISU TIFINAGH NKO MONGOLIAN YI SYRIAC VAI ADLAM BALINESE JAVANESE SUNDANESE BATAK BUGINESE "
    "LEPCHA LIMBU OL MEETEI TAI NEW CHAM KAYAH BAMUM SAURASHTRA SYLOTI CHAKMA NEWA MANDAIC HANIFI REJANG"
)
"""Living scripts that few can read: among other letters theirs look like familiar ones. A name must be entirely in one
of them. Scripts that nobody writes any more are not allowed.
"""
_OF_DIGITS = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
_OF_ANY = frozenset({"COMBINING", "MODIFIER", "DIGIT"})
"""Accents, apostrophes that are letters, and ASCII digits."""


def are_mixed(name: str) -> bool:
    """Return whether a name mixes scripts that do not occur together, or uses one that is not allowed."""
    scripts: set[str] = set()
    for word in _list_words(name):
        of_word = {script for c in word if (script := _find_script(c)) not in _OF_ANY}
        if len(of_word) > 1 and not of_word <= _TOGETHER:
            return True
        scripts |= of_word
    return not (scripts <= _USUAL or (len(scripts) == 1 and scripts <= _ALONE))


def _list_words(name: str) -> list[str]:
    """Return the runs of letters, marks and digits."""
    of_word = ("L", "M", "Nd", "Nl")
    return "".join(c if unicodedata.category(c).startswith(of_word) else " " for c in name).split()


def _find_script(c: str) -> str:
    first = unicodedata.name(c, "").partition(" ")[0]
    return _OF_DIGITS.get(first, first)
