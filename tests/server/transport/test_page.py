"""The page as it is sent: its marks, what it names ahead, and the reader's language."""

import re

import pytest

from server.protocol.pages import PAGES
from server.protocol.values import Language
from server.transport.page import PAGE_TABLE, choose_language, page, read_pages
from server.transport.static import ROOT

RAW = (ROOT / "index.html").read_bytes()


def sent(ahead: list[str], language: Language = "en") -> str:
    return page(RAW, "0123456789ab", ahead, language).decode()


def test_the_language_and_the_scripts_ahead_are_named_once() -> None:
    names = re.findall(r'rel="modulepreload" href="/b/0123456789ab/([^"]+)"', sent(["pages/a.js", "pages/b.js"]))
    assert names == ["i18n/en.js", "pages/a.js", "pages/b.js"]


def test_no_mark_is_left() -> None:
    assert not re.search("%[A-Z]+%|<!-- (modules|font) -->", sent([]))


def test_the_font_is_named_ahead_where_there_are_letters_of_it() -> None:
    assert re.findall(r'href="/b/0123456789ab/(fonts/[^"]+)" as="font"', sent([])) == ["fonts/inter.woff2"]
    assert "fonts/" not in sent([], "zh-Hans") + sent([], "zh-Hant")


def test_each_page_has_its_own_script() -> None:
    pages = read_pages((ROOT / PAGE_TABLE).read_text("utf-8"))
    assert pages.keys() == PAGES.keys() | {"missing"}
    assert pages["room"] == ["pages/room.js"]
    assert [name for own in pages.values() for name in own if not (ROOT / name).is_file()] == []


def test_the_table_of_pages_is_read_over_several_lines() -> None:
    table = """const SOURCES = {
  one: async () => (await import("./one.js")).onePage,
  two: async () => {
    const both = [import("./two.js"), import("./one.js"), import("./two.js")];
  },
};
/** @import {X} from "./x.js" */
"""
    assert read_pages(table) == {"one": ["pages/one.js"], "two": ["pages/two.js", "pages/one.js"]}


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
