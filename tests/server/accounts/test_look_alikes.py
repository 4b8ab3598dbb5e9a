"""Names that look alike have one look, and names that one tells apart do not."""

import pytest

from server.accounts.look_alikes import make_look


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Paypal", "Раураl"),  # Cyrillic
        ("Anna", "ΑΝΝΑ"),  # Greek
        ("HOME", "НОМЕ"),
        ("Ivan", "lvan"),
        ("Bill", "BiII"),
        ("Bill", "B1l|"),
        ("Zoo", "ZΟ0"),
        ("Tom", "Torn"),
        ("Wolf", "VVolf"),
        ("ＡＤＡ", "ada"),
        ("Straße", "strasse"),
        ("Ann Lee", "ann  lee"),
        ("a-b", "a—b"),
        ("二口", "ニロ"),
        ("王一", "王ー"),
        ("李曰", "李日"),
        ("ﬁne", "fine"),
    ],
)
def test_look_alikes(name: str, other: str) -> None:
    assert make_look(name) == make_look(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [("Ann", "Anne"), ("李白", "李自"), ("Bob", "Rob"), ("Émile", "Emile"), ("5tone", "Stone"), ("游客", "遊客")],
)
def test_others(name: str, other: str) -> None:
    assert make_look(name) != make_look(other)


def test_the_look_of_a_look_is_itself() -> None:
    for name in ("Torn", "Wolfram", "ИВАН", "ニロ ー", "Ⅷ", "İstanbul"):
        assert make_look(make_look(name)) == make_look(name)
