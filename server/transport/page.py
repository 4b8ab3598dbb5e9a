"""The client's one page: its language, and the scripts that it loads ahead."""

import re
from collections.abc import Iterable
from posixpath import join, normpath

from server.protocol.values import Language

PAGES = "pages/"
"""The folder of the scripts of single pages, which the client loads on demand."""
PAGE_TABLE = PAGES + "index.js"

_LOADED = re.compile(r'\bimport\("(\./[^"]+)"\)')
_ROW = re.compile(r"(?m)^  (\w+): (.*(?:\n(?:   |  \}).*)*)")
_MODULES = b"<!-- modules -->"
_FONT = b"<!-- font -->"
_AHEAD = b'<link rel="preload" href="/b/%BUILD%/fonts/inter.woff2" as="font" type="font/woff2" crossorigin />'
"""The font, for the languages that have letters of it: a page only uses it if it is there when the page is drawn."""


def page(raw: bytes, build: str, ahead: Iterable[str], language: Language) -> bytes:
    """Render the page in a language. It loads the scripts ``ahead`` before the entry asks for them."""
    links = b"\n    ".join(b'<link rel="modulepreload" href="/b/%%BUILD%%/%s" />' % name.encode() for name in ahead)
    font = _AHEAD if language == "en" else b""
    for mark, text in (
        (_MODULES, links),
        (_FONT, font),
        (b"%LANGUAGE%", language.encode()),
        (b"%BUILD%", build.encode()),
    ):
        raw = raw.replace(mark, text)
    return raw


def read_pages(table: str) -> dict[str, list[str]]:
    """By name of each page in the client's table, the scripts that the client loads to show it."""
    return {
        name: list(dict.fromkeys(normpath(join(PAGES, path)) for path in _LOADED.findall(row)))
        for name, row in _ROW.findall(table)
    }


def choose_language(accepted: str) -> Language:
    """Choose the reader's language from an Accept-Language header, as the client would; English by default."""
    offers = []
    for place, offer in enumerate(accepted.split(",")[:20]):
        tag, _, weight = offer.replace(" ", "").lower().partition(";q=")
        try:
            offers.append((-float(weight or 1), place, tag.split("-")))
        except ValueError:
            continue
    for weighed, _, (spoken, *more) in sorted(offers):
        if weighed == 0:
            break
        if spoken == "en":
            return "en"
        if spoken == "zh":
            return "zh-Hant" if {"hant", "tw", "hk", "mo"} & {*more} and "hans" not in more else "zh-Hans"
        if spoken == "yue":
            return "zh-Hans" if {"hans", "cn"} & {*more} and "hant" not in more else "zh-Hant"
    return "en"
