"""The page as it is sent: its marks, what it names ahead, and the reader's language."""

import re

import pytest

from server.protocol.pages import PAGES
from server.protocol.values import Language
from server.transport.page import PAGE_TABLE, choose_language, list_imported, page, read_imports, read_pages
from server.transport.static import ROOT

RAW = (ROOT / "index.html").read_bytes()
SCRIPTS = {
    "main.js": b'import { h } from "./lib/dom.js";\nimport {\n  a,\n} from "./board/board.js";\nimport("./a.js")\n',
    "lib/dom.js": b'/** @import {X} from "./types.js" */\nexport const h = () => "from ./no.js";\n',
    "board/board.js": b'import { h } from "../lib/dom.js";\nexport * from "./wood.js";\n',
    "board/wood.js": b'import "./side.js"; import { t } from "../main.js";\n',
    "board/side.js": b"",
    "lib/types.js": b"",
    "a.js": b"",
}


def sent(scripts: dict[str, bytes], language: Language = "en", *, bundled: bool = False) -> str:
    imported = list_imported(read_imports(scripts))
    return page(RAW, "0123456789ab", imported, language, bundled=bundled).decode()


def ahead(text: str) -> list[str]:
    return re.findall(r'rel="modulepreload" href="/b/0123456789ab/([^"]+)"', text)


def test_all_that_is_sure_to_be_imported_is_named_once_and_nothing_else() -> None:
    names = ["i18n/en.js", "lib/dom.js", "board/board.js", "board/wood.js", "board/side.js"]
    assert ahead(sent(SCRIPTS)) == names


def test_of_a_bundle_the_imports_in_one_line_are_named_and_one_sheet() -> None:
    scripts = {
        "main.js": b'import{a as b}from"./chunk-1.js";import"./chunk-2.js";f();',
        "chunk-1.js": b"",
        "chunk-2.js": b"",
    }
    text = sent(scripts, bundled=True)
    assert ahead(text) == ["i18n/en.js", "chunk-1.js", "chunk-2.js"]
    assert re.findall(r'rel="stylesheet" href="([^"]+)"', text) == ["/b/0123456789ab/style.css"]


def test_no_mark_is_left() -> None:
    assert not re.search("%[A-Z]+%|<!-- modules -->", sent(SCRIPTS))


def test_each_page_needs_its_own_scripts_and_no_other_pages() -> None:
    scripts = {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in ROOT.rglob("*.js")}
    pages, imports = read_pages(scripts[PAGE_TABLE], scripts), read_imports(scripts)
    assert pages.keys() == PAGES.keys() | {"missing"}
    assert "pages/room.js" in list_imported(imports, pages["room"])
    for name, own in pages.items():
        needed = list_imported(imports, own)
        assert len(needed) == len({*needed}) > 20
        assert set(needed) <= scripts.keys()
        of_pages = {script for script in needed if script.startswith("pages/")}
        assert of_pages == {*own, PAGE_TABLE, "pages/failed.js"}, name


def test_the_table_of_pages_is_read_over_several_lines() -> None:
    table = b"""const SOURCES = {
  one: async () => (await import("./one.js")).onePage,
  two: async () => {
    const both = [import("./two.js"), import("./one.js"), import("./gone.js")];
  },
};
/** @import {X} from "./x.js" */
"""
    scripts = {"pages/one.js": b"", "pages/two.js": b"", "pages/x.js": b""}
    assert read_pages(table, scripts) == {"one": ["pages/one.js"], "two": ["pages/two.js", "pages/one.js"]}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("*", "en"),
        ("de-DE,de;q=0.9", "en"),
        ("de;q=0.9,zh-CN;q=0.8", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-TW,zh;q=0.9,en;q=0.8", "zh-Hant"),
        ("zh-Hant-CN", "zh-Hant"),
        ("zh-Hans-TW", "zh-Hans"),
        ("ZH-hk", "zh-Hant"),
        ("yue", "zh-Hant"),
        ("yue-CN", "zh-Hans"),
        ("en;q=0.3, zh-SG;q=0.7", "zh-Hans"),
        ("zh;q=0", "en"),
        ("zh;q=x,,;q=", "en"),
        ("," * 5000 + "zh", "en"),
    ],
)
def test_the_language_is_the_one_that_the_client_would_choose(accepted: str, language: str) -> None:
    assert choose_language(accepted) == language
