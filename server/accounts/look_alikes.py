"""The look of a name: two names that people take for one another have the same."""

import unicodedata

_ALIKE = {
    # Latin, with what casefolding and NFKC leave of it
    "a": "ɑаαᴀ",
    "b": "ьвβʙ",
    "c": "сϲᴄⅽ",
    "d": "ԁɗⅾ",
    "e": "еҽεєᴇ",
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
    "l": "i1|ıіιӏǀ∣ꞁɩʟ",
    "rn": "mмᴍ",
    "oe": "œ",
    "ae": "æӕ",
    # marks
    "-": "‐‑‒–—―−﹘ー一－_ㅡ",
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
}
"""What looks like a letter, by that letter. Kept to what is taken for another in the font of a page: two names that are
told apart at a glance may both be had."""

_CAPITALS = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІЈКМНОРСТУХԌԚԜ", "ABEZHIKMNOPTYXABESIJKMHOPCTYXGQW")
"""Capitals of other scripts, whose small letters may look like something else."""

_TABLE = {ord(other): letter for letter, others in _ALIKE.items() for other in others}


def make_look(name: str) -> str:
    """What a name looks like: NFKC, without case, look-alikes brought to one letter, single spaces."""
    sound = name.encode(errors="replace").decode()  # half of a pair can be kept nowhere
    text = " ".join(unicodedata.normalize("NFKC", sound).split()).translate(_CAPITALS)
    return " ".join(unicodedata.normalize("NFKC", text.casefold()).translate(_TABLE).split())
