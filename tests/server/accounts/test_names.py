import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.accounts.names import LONGEST, SHORTEST, are_mixed, clean_name
from server.errors import Refused
from server.store.people.players import fold_name


@pytest.mark.parametrize(
    ("given_name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann  \u3000 Lee ", "Ann Lee"),
        ("Ａｎｎ", "Ann"),
        ("五子棋", "五子棋"),
        ("Zoe\u0308", "Zoë"),
        ("a" * 20, "a" * 20),
        ("Guesthouse", "Guesthouse"),
        ("Be Our Guest 5", "Be Our Guest 5"),
        ("R2-D2 ☺", "R2-D2 ☺"),
        ("Nguyễn Hữu Thế", "Nguyễn Hữu Thế"),
        ("Ṣọlá Ọ̀nà", "Ṣọlá Ọ̀nà"),
        ("שָׁלוֹם", "שָׁלוֹם"),
        ("ᾧδε ≠", "ᾧδε ≠"),
        ("นี้น้ำ", "นี้น้ํา"),
    ],
)
def test_a_name_is_cleaned(given_name: str, shown: str) -> None:
    assert clean_name(given_name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        "x",
        " x ",
        "a" * 21,
        "ﷺ" * 2,  # grows to 36 characters
        "An\nn\x00",
        "\tAnn\x7f",
        "A\u200bnn",
        "A\u202enn",
        "A\u2066nn",
        "A\ufeffnn",
        "A\u00adnn",
        "\u3164\u3164",
        "Ann\ufe0f",
        "\u2800\u2800",
        "\U000e0041Ann",
        "\ue000Ann",
        "Ann\ud800",
        "\ufffc\ufffc",
        "Ann\ufffc",
        "...",
        "..",
        "--",
        "__",
        "!?",
        "££",
        "( )",
        "a/b",
        "a\\b",
        "a／b",
        "a℅b",
        "M\u0336arie",
        "Marie\u0332",
        "Ann\u20dd",
        "a\u0300\u0301\u0302\u0303nn",
        "Guest 4821",
        "guest",
        "ＧＵＥＳＴ１",
        "游客 4821",
        "遊客",
    ],
)
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(name)
    assert caught.value.code == "bad_name"


def test_guests_may_keep_their_own_name() -> None:
    assert clean_name("guest  4821", "Guest 4821") == "guest 4821"
    with pytest.raises(Refused):
        clean_name("Guest 4822", "Guest 4821")


@given(st.text(max_size=24))
def test_a_cleaned_name_is_short_visible_and_stays_as_it_is(name: str) -> None:
    try:
        shown = clean_name(name)
    except Refused:
        return
    assert SHORTEST <= len(shown) <= LONGEST
    assert clean_name(shown) == shown
    assert not any(unicodedata.category(c).startswith("C") for c in shown)
    assert any(unicodedata.category(c)[0] in "LNS" for c in shown)
    assert not set(shown) & set("/\\\ufffc\ufffd")
    assert fold_name(name) == fold_name(shown)
    assert fold_name(fold_name(shown)) == fold_name(shown)


@pytest.mark.parametrize(
    "name",
    [
        *("Ada Lovell", "Émile Zoë", "Nguyễn Văn Ánh", "Đặng Thị Hương", "Işıl Çağrı", "Łukasz", "Þórður", "O’Brien"),
        *("林小雨", "小明Tom", "AlphaGo围棋", "王々", "〇一", "ㄅㄆㄇ", "五子棋 15x15", "張三·李四"),
        *("ヒカルの碁", "カラオケ好き", "たなか Taro", "ジョン・スミス", "홍길동", "이세돌 9단", "李Lee씨"),
        *("Иван Петров", "Дар'я", "Дарʼя", "Ђорђе", "Ләйлә", "Вася 77"),
        *("Παπαδόπουλος", "Ὀδυσσεύς", "محمد علی", "محمد ٢", "دَاوُد", "דָּוִד", "ג׳ורג׳"),
        *("हिन्दी", "বাংলা ৭", "பெயர்", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "සිංහල", "ไทย ๙", "ລາວ", "မြန်မာ", "ខ្មែរ"),
        *("Յան", "გიორგი", "አበበ", "བོད་པ", "ދިވެހި", "ਪੰਜਾਬੀ", "ગુજરાતી", "ଓଡ଼ିଆ"),
        *("DJ Вася", "Вася (Moscow)", "R2-D2 ☺", "Ann ❶", "α male"),
        *("ᏣᎳᎩ", "ᐃᓄᒃᑎᑐᑦ", "ⵜⵉⴼⵉⵏⴰⵖ", "ꓡꓲ-ꓢꓴ", "ꆈꌠꁱꂷ", "ߒߞߏ", "ᠮᠣᠩᠭᠣᠯ"),
    ],
)
def test_names_as_people_have_them(name: str) -> None:
    assert not are_mixed(name)
    clean_name(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Ꭺda Lovell", "ꓮda Lovell", "Ada ᒪovell", "Ada ᒪ", "ᗩᗪᗩ Lovell", "ᏢᎪᎢ ꓮꓠ"),
        *("Xаnа", "Pаypal", "Αda", "Ada Lοvell", "Иvan", "Ωmega", "αβв"),
        *("Ada٣", "Вася٣", "Adaו", "גlia", "ไtom", "J०e"),
        *("𐌀𐌃𐌀", "𐐔𐐇𐐔", "Ⲁⲇⲁ", "ᚨᛞᚨ", "ⰀⰄⰀ", "Ada 𐌀"),
    ],
)
def test_names_that_look_like_others(name: str) -> None:
    with pytest.raises(Refused) as caught:
        clean_name(name)
    assert caught.value.code == "mixed_scripts"


def test_a_guest_keeps_the_name_that_there_was() -> None:
    assert clean_name("Xаnа", "Xаnа") == "Xаnа"
