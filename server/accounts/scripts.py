"""Scripts of names: which letters may stand together, so that nobody writes another's name with letters that look the
same.

Letters that look like Latin ones are in `server.accounts.look_alikes`, as far as anybody listed them; here a word is of
one script, as words are, whatever its letters look like. The standard library knows no scripts, but the name of a
character begins with that of its own.
"""

import unicodedata


def _split(scripts: str) -> frozenset[str]:
    return frozenset(scripts.split())


_EAST = _split("CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA BOPOMOFO HANGUL HANGZHOU")
_TOGETHER = _EAST | {"LATIN"}
"""These stand in one word, as in 小明Tom or カラオケ好き; all others by themselves."""
_USUAL = _TOGETHER | _split(
    "GREEK CYRILLIC ARMENIAN HEBREW ARABIC THAANA DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA "
    "MALAYALAM SINHALA THAI LAO TIBETAN MYANMAR GEORGIAN ETHIOPIC KHMER"
)
"""Those that the Unicode standard recommends for names (UAX 31, table 5)."""
_ALONE = _split(
    "CHEROKEE CANADIAN LISU TIFINAGH NKO MONGOLIAN YI SYRIAC VAI ADLAM BALINESE JAVANESE SUNDANESE BATAK BUGINESE "
    "LEPCHA LIMBU OL MEETEI TAI NEW CHAM KAYAH BAMUM SAURASHTRA SYLOTI CHAKMA NEWA MANDAIC HANIFI REJANG"
)
"""Living scripts that few read: who sees one of their letters among others takes it for one of these. A name is written
in one of them from beginning to end. What nobody writes any more is in no name."""
_OF_DIGITS = {"ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
_OF_ANY = frozenset({"COMBINING", "MODIFIER", "DIGIT"})
"""Accents, apostrophes that are letters, and our digits."""


def are_mixed(name: str) -> bool:
    """Whether a name has letters that do not stand together, or such of a script that is in no name."""
    scripts: set[str] = set()
    for word in _list_words(name):
        of_word = {script for c in word if (script := _find_script(c)) not in _OF_ANY}
        if len(of_word) > 1 and not of_word <= _TOGETHER:
            return True
        scripts |= of_word
    return not (scripts <= _USUAL or (len(scripts) == 1 and scripts <= _ALONE))


def _list_words(name: str) -> list[str]:
    """Letters, marks and digits that stand side by side."""
    of_word = ("L", "M", "Nd", "Nl")
    return "".join(c if unicodedata.category(c).startswith(of_word) else " " for c in name).split()


def _find_script(c: str) -> str:
    first = unicodedata.name(c, "").partition(" ")[0]
    return _OF_DIGITS.get(first, first)
