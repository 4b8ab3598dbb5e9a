"""Reserved names: the server's own words, the bots' names, and look-alikes of these."""

import re
import unicodedata
from functools import cache

from bots.levels import list_offered
from server.accounts.look_alikes import make_look

_OFFICES = (
    "admin administrator sysadmin moderator tengen webmaster gamemaster "
    "管理员 管理員 管理者 版主 站长 站長 系统管理 系統管理 官方 客服"
)
"""Words of the server's operators: no part of a name may be one. Those in Chinese, which has no spaces between words,
are refused anywhere in a name.
"""

_ALONE = (
    "owner root system server staff support help helpdesk security official operator host mod mods team teacher "
    "referee arbiter bot bots robot computer level anonymous nobody everybody everyone somebody unknown deleted player "
    "user account null none undefined nan true false me you black white "
    "系统 系統 系统消息 系統訊息 服务器 伺服器 管理 所有者 拥有者 擁有者 工作人员 工作人員 支持 支援 帮助 幫助 安全 "
    "老师 老師 教师 教師 裁判 机器人 機器人 电脑 電腦 级别 級別 等级 等級 匿名 无名 無名 已删除 已刪除 玩家 "
    "用户 用戶 使用者 棋手 账号 帳號 黑方 白方 天元"
)
"""Names of roles on any server, and words that a page uses of itself. They are harmless as parts of longer names: the
Homeowner and the White Rabbit are welcome.
"""

_DECORATIONS = "the a an real official mr mrs ms dr bot level team staff"
"""Additions that do not make a different name."""

_SIGNS = {"a": "@₳", "c": "¢₵", "e": "€", "f": "£₤₣", "i": "!¡", "n": "₦", "p": "₱", "s": "$§", "t": "+†₮", "y": "¥"}
_DIGITS = {"a": "4", "b": "8", "e": "3", "g": "69", "s": "5", "t": "7"}
"""Signs and digits that are read as letters in reserved names only."""
_LEET = {ord(sign): letter for table in (_SIGNS, _DIGITS) for letter, signs in table.items() for sign in signs}
_BETWEEN = re.compile(rf"(?:[^\w{re.escape(''.join(_SIGNS.values()))}]|_)+")
_PLURALS = ("s", "es", "们", "們")
_SHOW = "0123456789!"


def is_reserved(name: str) -> bool:
    """Return whether a name is reserved, however it is written."""
    words = [word for word in _BETWEEN.split(_drop_accents(name)) if word]
    ends = [word.rstrip(_SHOW) for word in words]
    # digits may stand for letters, or be decoration
    return any(_is_reserved(list(filter(None, each))) for each in (words, ends, [word.lstrip(_SHOW) for word in ends]))


def _is_reserved(words: list[str]) -> bool:
    looks = [make_look(word.translate(_LEET)) for word in words]
    whole = "".join(looks)  # spaced-out letters make a word, too
    offices, alone, decorations = _look(_OFFICES), _look(_ALONE), _look(_DECORATIONS)
    if any(_stands(each, offices) for each in (*looks, whole)):
        return True
    if any(office in whole for office in offices if not office.isascii()):
        return True
    core = [look for look in looks if look not in decorations]
    bots, joined = _looks_of_bots(), "".join(core)
    if {whole, joined} & bots or any(_stands(each, alone) for each in (whole, joined)):
        return True
    return bool(looks) and all(look in bots or _stands(look, alone) for look in core or looks)


def _stands(look: str, words: frozenset[str]) -> bool:
    """Return whether a look is one of the words, or its plural."""
    return look in words or any(look.removesuffix(end) in words for end in _PLURALS)


def _looks_of_bots() -> frozenset[str]:
    names = [name for level in list_offered() for name in level.name.values()]
    return frozenset().union(*(_look(re.sub(r"[\W_]+", "", name)) for name in names))


@cache
def _look(words: str) -> frozenset[str]:
    return frozenset(map(make_look, words.split()))


def _drop_accents(name: str) -> str:
    apart = unicodedata.normalize("NFKD", name)
    return unicodedata.normalize("NFKC", "".join(c for c in apart if not unicodedata.combining(c)))
