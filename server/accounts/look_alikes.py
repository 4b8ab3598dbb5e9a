"""The look of a name: two names that people take for one another have the same."""

import re
import unicodedata

LOOKS = 3
"""The version of what follows: those that are kept are made anew where they are of another one."""

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
"""What looks like a letter, by that letter. Kept to what is taken for another in the font of a page: two names that are
told apart at a glance may both be had."""

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
"""Cherokee, Lisu, Canadian syllabics, Tifinagh, N'Ko: a whole name in one of them may be read as a Latin one."""

_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХԌԚԜԼՍՏ", "ABEZHIKMNOPTYXABESIJKMHOPCTYXGQWLUS")
"""Capitals of other scripts, whose small letters may look like something else."""

_SPELLED = re.compile(r"LATIN LETTER SMALL CAPITAL ([A-Z])|.*(?:LATIN CAPITAL|INDICATOR SYMBOL) LETTER ([A-Z])")
"""Names of characters that are a letter in another dress: small capitals, and such as 🅰 and 🇦, which are symbols."""

_SMALL = " .,'-\N{ARABIC TATWEEL}"
"""What hardly shows, or is taken for the end of a sentence or for a space: no name is another by it alone."""
_EASTERN = "[\u1100-\uffff\U00020000-\U0003ffff]"
_DASH = re.compile(f"(?<!{_EASTERN})一(?!{_EASTERN})")
"""A character that is a dash where no character stands beside it."""

_TABLE = {ord(other): letter for table in (_ALIKE, _ALPHABETS) for letter, others in table.items() for other in others}


def make_look(name: str) -> str:
    """What a name looks like: NFKC, without case, look-alikes brought to one letter, without spaces and small marks,
    unless it has nothing else."""
    sound = name.encode(errors="replace").decode()  # half of a pair can be kept nowhere
    text = " ".join(unicodedata.normalize("NFKC", sound).split()).translate(_CAPITALS)
    plain = "".join(map(_undress, unicodedata.normalize("NFKC", text.casefold()))).translate(_TABLE)
    look = "".join(c for c in _DASH.sub("-", plain) if c not in _SMALL and not c.isspace()) or "".join(plain.split())
    return unicodedata.normalize("NFKC", look)  # an accent that stood by itself stands on a letter now


def _undress(c: str) -> str:
    digit = unicodedata.digit(c, None)
    if digit is not None:  # of whatever script
        return str(digit)
    found = None if c.isascii() else _SPELLED.fullmatch(unicodedata.name(c, ""))
    return c if found is None else (found[1] or found[2]).lower()
