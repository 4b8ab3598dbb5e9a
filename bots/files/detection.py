"""Detection of the encoding of a file's texts where the file does not name it.

`chardet` judges a page of text well and a name of two letters badly. Game files hold names and remarks, so its ranking
is weighted by typical properties of such texts: one script per word, and letters common in names and in talk about the
game.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable

import chardet

from gomoku.notation.encodings import codec

_PRIORS = {
    **{"gb18030": 1.5, "cp932": 1.0, "big5": 1.0, "euc_kr": 0.8, "euc_jp": 0.15},
    **{"cp1252": 3.0, "cp1250": 1.0, "cp1251": 1.0, "cp1253": 0.5, "cp1254": 0.4, "cp1257": 0.5},
    **{"koi8-r": 0.5, "iso8859-2": 0.3},
}
"""How common each is in files of games, as far as known; the rest of this module decides between close ones."""
_SAMPLE = 1 << 16
_MOST_WORDS = 200

_COMMON = {
    "gb18030": "黑白胜负活冲四三五连子禁手必败好谱参考不行长着点这是的了一二对局棋先后和人名赛杯决选开式变化如果可以"
    "攻防守错误最强弱优势劣均平第轮年月日分析应该下左右上中国本王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁"
    "宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝"
    "孔崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文伟芳娜秀英敏静丽磊军洋勇艳杰娟涛明超霞刚桂建"
    "华志新海东小大老师学生网友云星雨",
    "big5": "黑白勝負活衝四三五連子禁手必敗好譜參考不行長著點這是的了一二對局棋先後和人名賽盃決選開式變化如果可以"
    "攻防守錯誤最強弱優勢劣均平第輪年月日分析應該下左右上中國本王李張劉陳楊趙黃周吳徐孫胡朱高林何郭馬羅梁"
    "宋鄭謝韓唐馮于董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜戴夏鐘汪田任姜范方石姚譚廖鄒熊金陸郝"
    "孔崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易常武喬賀賴龔文偉芳娜秀英敏靜麗磊軍洋勇豔傑娟濤明超霞剛桂建"
    "華志新海東小大老師學生網友書玄怡婷雲",
    "cp932": "黒白勝負活四三五連珠禁手必敗剣先飛長追詰防外譜参考不定石変化名人戦局着点一二対者桂馬間月花星雲雨金松"
    "丘新瑞山遊溪残銀明斜寒峡恒水流浦嵐渓疎中村田河井上下本川口木小大野原藤佐伊加斉渡辺鈴高橋岡林森池吉西"
    "東北南島谷内杉清岩坂安久保近後典彦寛茂正郎太次子美和雄夫男義博文光幸信隆弘宏健康英秀第期回決予選挑全"
    "日国優々〇",
    "euc_kr": "흑백승패수금삼사오육목국대전착점활공방선후가나다라마바아자차카타파하의이는은을를에서로도고지기한그것"
    "저정인있없좋못안되된필무쌍연결장초보강약김박최조윤임신권황송류유홍민현영진철준호성우재동상원경석희주"
    "혜훈용태병창규환중일광남문양배허심노곽구운개변화실해설답제험위래왼른쪽시작끝울부산",
}
_COMMON["euc_jp"] = _COMMON["cp932"]
"""Letters common in names and in talk about the game."""
_COMMON_SETS = {name: frozenset(letters) for name, letters in _COMMON.items()}
_LANGUAGES = {
    "cp1252": ("äöüß", "äöåé", "æøåé", "äöõüšž", "éèêëàâçîïôûùœæ", "áéíóúñü", "ãõáéíóúâêôçà", "àèéìòù", "áéíóúàèòïüç"),
    "cp1250": ("áčďéěíňóřšťúůýž", "áäčďéíĺľňóôŕšťúýž", "ąćęłńóśźż", "áéíóöőúüű", "čšž", "čćđšž", "ăâîşţ", "äöüß"),
    "cp1254": ("çğıiöşüâîi̇",),
    "cp1257": ("āčēģīķļņšūž", "ąčęėįšųūž", "äöõüšž"),
}
_LANGUAGES["iso8859-2"] = _LANGUAGES["cp1250"]
_LANGUAGE_SETS = {name: [frozenset(letters) for letters in languages] for name, languages in _LANGUAGES.items()}
"""Non-ASCII letters by language, for each encoding."""
_HIRAGANA_KATAKANA = ("\u3041", "\u30ff")
_WORD = re.compile(r"[^\W\d_]+")
_FOREIGN = re.compile(r"(?<![^\W\d_])[^\W\d_]*?(?:[a-z][\u0370-\u04ff]|[\u0370-\u04ff][a-z])", re.IGNORECASE)
_BETWEEN = re.compile(r"[A-Za-z][\u3040-\uffdf]+[a-z]")
_UPPER_INSIDE = re.compile(r"[a-zß-ÿа-яё][A-ZÀ-ÞА-ЯЁ]")
_SCRAPS = re.compile(r"[\x80-\x9f\ue000-\uf8ff\ufffd\uff61-\uff65¤¦¬¶×÷ªº¯¸±]")
_WITHIN_WORD = re.compile(r"[^\W\d_][¡-¿×÷†‡‰‹›€™©®][^\W\d_]")


def detect(texts: Iterable[bytes]) -> str:
    """Return the encoding of all the texts together, one of `gomoku.notation.encodings.NAMES` except UTF-16, which has
    marks.

    UTF-8 if they are valid; damaged UTF-8 counts as well while most of it is sound.
    """
    return rank(texts)[0]


def rank(texts: Iterable[bytes]) -> list[str]:
    """Rank the encodings in which the texts can be read, likeliest first; never empty."""
    sample, whole = _sample(texts)
    if not sample:
        return ["utf-8"]
    damaged = _is_damaged(sample, whole)
    if damaged is not None:
        return ["utf-8", *(["cp1252"] if damaged else ())]
    known = {"iso8859-2": "iso8859-2", "koi8-r": "koi8-r"}
    known |= {codec(name): name for name in _PRIORS}
    found = chardet.detect_all(sample, ignore_threshold=True, include_encodings=known, compat_names=False)
    weights: dict[str, float] = dict.fromkeys(_PRIORS, 1e-6)
    for each in found:
        name = known.get(str(each["encoding"]))
        if name is not None:
            weights[name] = max(each["confidence"], weights[name])
    judged: list[tuple[float, str]] = []
    for name, weight in weights.items():
        try:
            text = _decode(sample, codec(name), whole)
        except UnicodeDecodeError:
            continue
        judged.append((weight * _PRIORS[name] * _likelihood(text, name), name))
    return [name for _, name in sorted(judged, reverse=True)] or ["latin-1"]


def _sample(texts: Iterable[bytes]) -> tuple[bytes, bool]:
    """Return the non-ASCII texts up to a limit, and whether they end with a whole letter."""
    pieces: list[bytes] = []
    length = 0
    for text in texts:
        if not text.isascii():
            pieces.append(text)
            length += len(text)
            if length > _SAMPLE:
                break
    sample = b"\n".join(pieces)
    if len(sample) <= _SAMPLE:
        return sample, True
    end = sample.rfind(b"\n", 1, _SAMPLE)
    return (sample[:end], True) if end > 0 else (sample[:_SAMPLE], False)


def _decode(sample: bytes, codec: str, whole: bool, errors: str = "strict") -> str:
    """Decode a sample, without the letter that its end cuts unless it is ``whole``; raises UnicodeDecodeError."""
    return codecs.getincrementaldecoder(codec)(errors).decode(sample, whole)


def _is_damaged(sample: bytes, whole: bool) -> bool | None:
    """Return False for sound UTF-8, True for UTF-8 with a few bad bytes, None for anything else."""
    try:
        _decode(sample, "utf-8", whole)
    except UnicodeDecodeError:
        read = _decode(sample, "utf-8", whole, "replace")
        letters = sum(letter > "\x7f" and letter != "\ufffd" for letter in read)
        return True if read.count("\ufffd") * 2 <= letters else None
    return False


def _likelihood(text: str, name: str) -> float:
    """Return how much a text looks like one of the encoding's languages: 1 if nothing speaks for or against it."""
    likely = 1.0
    likely *= 0.02 ** min(3, len(_FOREIGN.findall(text)))  # scripts that change within a word
    likely *= 0.05 ** min(3, len(_SCRAPS.findall(text)) + len(_WITHIN_WORD.findall(text)))
    likely *= 0.2 ** min(3, len(_UPPER_INSIDE.findall(text)))
    for word in _WORD.findall(text)[:_MOST_WORDS] if name in _LANGUAGE_SETS else ():
        letters = {letter for letter in word.lower() if letter > "\x7f"}
        if letters and not any(letters <= language for language in _LANGUAGE_SETS[name]):
            likely *= 0.05
    if name not in _COMMON_SETS:
        return likely
    likely *= 0.02 ** min(3, len(_BETWEEN.findall(text)))  # one ideograph in the middle of a western word
    wide = [letter for letter in text if letter > "\u2e7f"]
    if not wide:
        return likely * 0.1
    first, last = _HIRAGANA_KATAKANA
    kana = sum(first <= letter <= last for letter in wide)
    own = kana if name in ("cp932", "euc_jp") else 0
    common = sum(letter in _COMMON_SETS[name] for letter in wide)
    return likely * (0.3 + 6.0 * min(1.0, (common + own) / len(wide))) ** min(4, len(wide))
