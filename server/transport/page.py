"""The client's one page: paths of its files, preloaded scripts, and language."""

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath

from server.protocol.values import Language

ENTRY = "main.js"
BUNDLED_STYLE = b"style.css"

_STYLES = re.compile(
    rb'(?:[ \t]*<link rel="stylesheet" href="/b/%BUILD%/)[^"]+(?:" />\n)(?:[ \t]*<link rel="stylesheet".+\n)*'
)
_IMPORT = re.compile(rb'(?m)(?:^|;)(?:import|export)\b[^;"()]*?"(\.\.?/[^"]+)"')
_MODULES = b"<!-- modules -->"


def page(raw: bytes, build: str, imported: Iterable[str], language: Language, *, bundled: bool) -> bytes:
    """Render the page in a language.

    It preloads the ``imported`` scripts, so that none is discovered only after another was read. With a bundle, one
    sheet holds all styles.
    """
    ahead = b"\n    ".join(b'<link rel="modulepreload" href="/b/%%BUILD%%/%s" />' % name.encode() for name in imported)
    if bundled:
        raw = _STYLES.sub(b'    <link rel="stylesheet" href="/b/%BUILD%/' + BUNDLED_STYLE + b'" />\n', raw)
    for mark, text in ((_MODULES, ahead), (b"%LANGUAGE%", language.encode()), (b"%BUILD%", build.encode())):
        raw = raw.replace(mark, text)
    return raw


def list_imported(scripts: Mapping[str, bytes]) -> list[str]:
    """List all scripts that the entry imports statically, directly or not, nearest first. ``scripts`` holds the sources
    by name, relative to the entry.
    """
    seen = [ENTRY]
    for name in seen:  # grows while it is walked
        for found in _IMPORT.findall(scripts.get(name, b"")):
            target = normpath(join(dirname(name), found.decode()))
            if target in scripts and target not in seen:
                seen.append(target)
    return seen[1:]


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
