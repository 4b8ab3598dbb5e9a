"""Letters stand together as they do in words that people write, and in no other way."""

import pytest

from server.accounts.names import clean_name
from server.accounts.scripts import are_mixed
from server.errors import Refused


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
