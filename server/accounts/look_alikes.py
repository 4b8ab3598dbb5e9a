"""The look of a name: two names that people confuse have the same look."""

import re
import unicodedata

LOOKS = 3
"""Version of the tables below: stored looks of another version are computed again."""

_ALIKE = {
    # Latin, with what casefolding and NFKC leave of it
    "a": "ɑаαᴀ",
    "b": "ьвβʙ",
    "c": "сϲᴄⅽ",
    "d": "ԁɗⅾ",
    "e": "еҽεєᴇ℮",
    "f": "ƒϝ",
    "g": "ɡց",
    "h": "һհнʜ",
    "j": "јϳ",
    "k": "кκᴋқ",
    "n": "ոпηɴ",
    "o": "0оοօσᴏ०০੦૦௦๐໐၀◯○〇",
    "p": "рρϸ",
    "q": "ԛզ",
    "r": "гᴦʀ",
    "s": "ѕꜱ",
    "t": "тτᴛ",
    "u": "ʋυսᴜμ",
    "v": "νѵᴠ",
    "vv": "wԝωաѡᴡ",
    "x": "хχ×",
    "y": "уүγʏ",
    "z": "ᴢζ",
    "3": "зӡʒ",
    "6": "б",
    "l": "i1|ıіιӏǀ∣ꞁɩʟ丨〡ㅣᅵ",
    "rn": "mмᴍ",
    "oe": "œ",
    "ae": "æӕ",
    # marks
    "-": "‐‑‒–—―−﹘－_",
    "一": "ーㅡ",
    "'": "’‘ʼ′`´ʹ",
    ".": "·•・。․",
    ",": "，、‚",
    "/": "丿ノ⁄∕",
    # kana and characters
    "口": "ロ囗",
    "二": "ニ",
    "力": "カ",
    "工": "エ",
    "卜": "ト",
    "夕": "タ",
    "八": "ハ",
    "日": "曰",
    "己": "已巳",
    "未": "末",
    "土": "士",
    "へ": "ヘ",
    "り": "リ",
    # Arabic and Persian
    "ی": "يى",
    "ک": "ك",
}
"""Look-alikes by the letter that they resemble, limited to those that are confused in the font of a page: two names
that are told apart at a glance may both exist.
"""

_ALPHABETS = {
    "a": "Ꭺꓮᗅᗩ",
    "b": "ᏏᏴꓐᑲᗷ",
    "c": "ᏟᏣꓚᑕ",
    "d": "ᎠᏧꓓꓒᑯᗞᗪ",
    "e": "Ꭼꓰᗴᕮⴹ",
    "f": "ꓝᖴ",
    "g": "ᏀᏳꓖᘜ",
    "h": "ᎻᏂꓧᕼ",
    "j": "Ꭻꓙᒍ",
    "k": "Ꮶꓗ",
    "l": "ᎥᏞꓡꓲᒪⵏߊ",
    "n": "ꓠᑎ",
    "o": "ꓳᗝⵔ߀",
    "p": "Ꮲꓑᑭ",
    "q": "ᑫ",
    "r": "ᎡᏒꓣᖇ",
    "rn": "Ꮇꓟᗰᘻ",
    "s": "ᏕᏚꓢᔕ",
    "t": "Ꭲꓔ",
    "u": "ꓴᑌ",
    "v": "Ꮩꓦᐯ",
    "vv": "ᎳᏔꓪᗯᘺ",
    "x": "ꓫᕁᕽ᙭ⵝ",
    "y": "ᎩᎽꓬᖻ",
    "z": "Ꮓꓜᘔ",
    "2": "ᒿ",
    "4": "Ꮞ",
    "6": "Ꮾ",
}
"""Cherokee, Lisu, Canadian syllabics, Tifinagh, N'Ko: a whole name in one of these scripts can read as a Latin one."""

_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХԌԚԜԼՍՏ", "ABEZHIKMNOPTYXABESIJKMHOPCTYXGQWLUS")
"""Capitals of other scripts, whose small letters may look like something else."""

_SPELLED = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])|.*(?:LATIN CAPITAL|INDICATOR SYMBOL) LETTER ([A-Z])")
"""Names of characters that are styled letters: small capitals, and symbols such as 🅰 and 🇦."""

_SMALL = " .,'-\N{ARABIC TATWEEL}"
"""Characters that hardly show, or that read as the end of a sentence or as a space: they alone make no name
different.
"""
_EASTERN = "[\u1100-\uffff\U00020000-\U0003ffff]"
_DASH = re.compile(f"(?<!{_EASTERN})一(?!{_EASTERN})")
"""A character that is a dash where no character stands beside it."""

_TABLE = {ord(other): letter for table in (_ALIKE, _ALPHABETS) for letter, others in table.items() for other in others}


def make_look(name: str) -> str:
    """Compute the look of a name: NFKC, case-folded, look-alikes mapped to one letter, without spaces and small marks
    unless there is nothing else.
    """
    sound = name.encode(errors="replace").decode()  # a lone surrogate cannot be stored
    text = " ".join(unicodedata.normalize("NFKC", sound).split()).translate(_CAPITALS)
    plain = "".join(map(_undress, unicodedata.normalize("NFKC", text.casefold()))).translate(_TABLE)
    look = "".join(c for c in _DASH.sub("-", plain) if c not in _SMALL and not c.isspace()) or "".join(plain.split())
    return unicodedata.normalize("NFKC", look)  # a combining accent may now follow a letter


def _undress(c: str) -> str:
    digit = unicodedata.digit(c, None)
    if digit is not None:  # of any script
        return str(digit)
    found = None if c.isascii() else _SPELLED.fullmatch(unicodedata.name(c, ""))
    return c if found is None else (found[1] or found[2]).lower()
