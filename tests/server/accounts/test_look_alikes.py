"""Names that look alike have one look, and names that one tells apart do not."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

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
        ("Ada Lovell", "Ꭺda Lovell"),  # Cherokee
        ("Ada Lovell", "ꓮda Lovell"),  # Lisu
        ("Ada Lovell", "Ada ᒪovell"),  # Canadian syllabics
        ("SOLO", "ՏՕԼՕ"),  # Armenian
        ("Pat", "ᏢᎪᎢ"),
        ("Anna", "ꓮꓠꓠꓮ"),
        ("Ada", "🅰🅳🅰"),
        ("Ada", "🇦🇩🇦"),
        ("Ada", "ᴀᴅᴀ"),
        ("Ada Lovell", "Ada Lov℮ll"),
        ("Ada Lovell", "Ada Lovell."),
        ("Ada Lovell", "AdaLovell"),
        ("Ada Lovell", "A.d.a Lovell"),
        ("OBrien", "O’Brien"),
        ("林 小雨", "林小雨"),
        ("林・小雨", "林小雨。"),
        ("lvan", "丨van"),
        ("محمد", "محـمد"),
        ("علی", "علي"),
        ("Ada Lovell", "Ada_Lovell"),
        ("AdaLovell", "Ada-Lovell"),
        ("AdaLovell", "_AdaLovell_"),
        ("Ada Lovell", "Ada—Lovell"),
        ("AdaLovell", "Ada一Lovell"),  # the character, which is a dash among letters
        ("林小雨", "林_小雨"),
        ("Ada 1", "Ada ۱"),  # digits of other scripts
        ("Ada 27", "Ada २७"),
        ("Ada 1", "Ada l"),
        ("Ada0", "AdaO"),
    ],
)
def test_look_alikes(name: str, other: str) -> None:
    assert make_look(name) == make_look(other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Ann", "Anne"),
        ("李白", "李自"),
        ("Bob", "Rob"),
        ("Émile", "Emile"),
        ("5tone", "Stone"),
        ("游客", "遊客"),
        ("王一", "王"),
        ("王一", "王-"),
        ("Ada1", "Ada"),
        ("Ada1", "Ada2"),
        ("..", "…!"),
    ],
)
def test_others(name: str, other: str) -> None:
    assert make_look(name) != make_look(other)


@given(st.text(max_size=9))
@example("ニロ ー")
@example("Ⅷ")
@example("İstanbul")
@example("Ɪan")
@example("a ¨")
@example("🅰 .")
def test_the_look_of_a_look_is_itself_and_is_no_more_than_one_word(name: str) -> None:
    look = make_look(name)
    assert make_look(look) == look
    assert look.split() == ([look] if name.split() else [])
