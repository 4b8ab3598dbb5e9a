"""Random RIF files as whole documents, and the meaning of a document independent of its form."""

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from hypothesis import strategies as st

from gomoku.notation.rif_rows import FIELDS, GAMES, NAMED, TABLES
from tests.gomoku.notation.trees import SPECIAL

LETTERS = st.characters(exclude_categories=["Cc", "Cs", "Cn"], exclude_characters="\ufffe\uffff")
WORDS = st.text(LETTERS, max_size=8) | st.text(SPECIAL, max_size=4)
INTEGERS = st.integers(1, 99).map(str)


@st.composite
def documents(draw: st.DrawFn) -> str:
    """Draw rows that reference existing rows, with unknown attributes and elements and an unknown table."""
    root = Element("database", draw(st.sampled_from([{}, {"version": "2"}])))
    numbers: dict[str, list[str]] = {}
    for table in (*TABLES, GAMES):
        numbers[table] = draw(st.lists(INTEGERS, max_size=3, unique=True))
        tag = "game" if table == GAMES else TABLES[table][0]
        below = SubElement(root, table, draw(st.sampled_from([{}, {"count": "3"}])))
        for number in numbers[table]:
            row = SubElement(below, tag, {"id": number})
            for name in sorted(FIELDS[table]):
                row.set(name, draw(st.sampled_from(["0", *numbers[NAMED[name]]]) if name in NAMED else WORDS))
            if draw(st.booleans()):
                row.set("photo.x", draw(WORDS))
            if table in ("rules", GAMES):
                SubElement(row, "info").text = draw(WORDS)
            if table == GAMES:
                SubElement(row, "move").text = draw(st.sampled_from(["", "h8", "h8 i9 g7"]))
            if draw(st.integers(0, 3)) == 0:
                other = SubElement(row, "other", {"a": draw(WORDS)})
                SubElement(other, "deeper").text = draw(WORDS)
    if draw(st.booleans()):
        SubElement(SubElement(root, "arbiters"), "arbiter", {"id": "1"}).text = draw(WORDS)
    return ElementTree.tostring(root, encoding="unicode")


def said(document: str) -> dict[str, Any]:
    """Return the meaning of a document: a missing attribute or text equals an empty one, or the row 0."""
    root = ElementTree.fromstring(document)
    found: dict[str, Any] = {"": root.attrib}
    for table in root:
        if table.tag not in (*TABLES, GAMES):
            found[table.tag] = ElementTree.canonicalize(ElementTree.tostring(table, encoding="unicode").strip())
            continue
        if table.attrib:
            found[f"{table.tag} itself"] = table.attrib
        for row in table:
            attributes = {
                name: text for name, text in row.attrib.items() if text and not (name in NAMED and text == "0")
            }
            below = sorted(
                ElementTree.canonicalize(ElementTree.tostring(each, encoding="unicode"))
                for each in row
                if each.text or len(each)
            )
            found[f"{table.tag} {row.get('id')}"] = attributes, below
    return found
