"""Names of players: their validation."""

import re
import unicodedata

from server.accounts.reserved import is_reserved
from server.errors import Refused
from server.store.people.players import fold_name


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


SHORTEST, LONGEST = 2, 20

_GUEST_KEY = re.compile(r"(guest|游客|遊客)\s*\d*")
"""Names of no one in particular; until version 0.3 the server gave such names to guests."""
_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of control, format (including bidirectional), surrogate, private-use and unassigned characters."""
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and symbols that show nothing."""
_DECORATION = re.compile(
    "[\u0305\u0332-\u0338\u033f\u0488\u0489\u20d0-\u20ff]|[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\ufe20-\ufe2f]{3}"
)
"""Marks that strike out, underline or enclose a letter, so that it still reads as that letter, and heaps of marks,
which cover the lines above and below."""
_STAND_INS = "\ufffc\ufffd"
"""Characters that pages show for missing ones."""
_SEPARATORS = "/\\"
"""Some proxies reject an address with one of these in a name, and in a file name they mean a folder."""
_TELLING = ("L", "N", "So")
"""Categories of letters, digits and pictures: a name needs at least one of them."""


def clean_name(name: str, current: str = "") -> str:
    """Normalise ``name`` for display: NFKC, trimmed, single spaces.

    Raises Refused("bad_name") unless it has 2 to 20 visible characters, no slash, no heaps of marks, and more than
    punctuation, and for a guest's name other than ``current``; Refused("name_reserved") for a reserved name;
    Refused("mixed_scripts") for scripts that do not occur together.
    """
    text = unicodedata.normalize("NFKC", " ".join(unicodedata.normalize("NFKC", name).split()))
    if not SHORTEST <= len(text) <= LONGEST:
        raise Refused(code="bad_name", shortest=SHORTEST, longest=LONGEST)
    if any(unicodedata.category(c) in _HIDDEN for c in name.strip() + text) or _BLANK.search(text):
        raise Refused(code="bad_name")
    key = fold_name(text)
    if key == fold_name(current):
        return text
    if any(c in _STAND_INS + _SEPARATORS for c in text) or _DECORATION.search(text):
        raise Refused(code="bad_name")
    if not any(unicodedata.category(c).startswith(_TELLING) for c in text):
        raise Refused(code="bad_name")
    if _GUEST_KEY.fullmatch(key):
        raise Refused(code="bad_name")
    if is_reserved(text):
        raise Refused(code="name_reserved")
    if are_mixed(text):
        raise Refused(code="mixed_scripts")
    return text
