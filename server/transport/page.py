"""The client's one page: paths of its files, preloaded scripts, and language."""

import re
from collections.abc import Iterable, Mapping
from posixpath import dirname, join, normpath

from server.protocol.values import Language

ENTRY = "main.js"
PAGES = "pages/"
"""The folder of the scripts of single pages, which the client loads on demand."""
PAGE_TABLE = PAGES + "index.js"
BUNDLED_STYLE = b"style.css"

_STYLES = re.compile(
    rb'(?:[ \t]*<link rel="stylesheet" href="/b/%BUILD%/)[^"]+(?:" />\n)(?:[ \t]*<link rel="stylesheet".+\n)*'
)
_IMPORT = re.compile(rb'(?m)(?:^|;)(?:import|export)\b[^;"()]*?"(\.\.?/[^"]+)"')
_LOADED = re.compile(rb'\bimport\("(\./[^"]+)"\)')
_ROW = re.compile(rb"(?m)^  (\w+): (.*(?:\n(?:   |  \}).*)*)")
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


def read_imports(scripts: Mapping[str, bytes]) -> dict[str, list[str]]:
    """By name of each script, the scripts that it imports itself; not what it may load later."""
    return {name: _resolve(name, _IMPORT.findall(raw), scripts) for name, raw in scripts.items()}


def read_pages(table: bytes, scripts: Mapping[str, bytes]) -> dict[str, list[str]]:
    """By name of each page in the client's table, the scripts that the client loads to show it."""
    return {name.decode(): _resolve(PAGE_TABLE, _LOADED.findall(row), scripts) for name, row in _ROW.findall(table)}


def list_imported(imports: Mapping[str, list[str]], loaded: Iterable[str] = ()) -> list[str]:
    """The scripts that a page needs besides the entry, the nearest first: ``loaded`` and all that is imported."""
    needed = [ENTRY, *loaded]
    for name in needed:  # grows while it is walked
        needed += [target for target in imports.get(name, ()) if target not in needed]
    return needed[1:]


def _resolve(name: str, found: Iterable[bytes], scripts: Mapping[str, bytes]) -> list[str]:
    targets = (normpath(join(dirname(name), target.decode())) for target in found)
    return list(dict.fromkeys(target for target in targets if target in scripts))


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
