import pytest

from bots.levels import list_offered
from server.accounts.names import clean_name
from server.accounts.reserved import is_reserved
from server.errors import Refused


@pytest.mark.parametrize(
    "name",
    [
        *("Admin", "ADMIN 7", "the admin", "admin_1", "xx_admin_xx", "adm1n", "@dmin", "4dmin", "Ádmin", "аdmin"),
        *("A D M I N", "a.d.m.i.n", "sys-admin", "m0derator", "Modеrator", "Tengen", "t3ngen", "te ngen", "TENGEN2024"),
        *("Tengen Team", "owner", "0wner", "0wner0", "The Owner", "System", "server 1", "Support", "mod", "Teacher"),
        *("管理员", "管理員小王", "王管理员", "官方消息", "系统", "系統", "老师", "已删除", "天元", "机器人", "版主"),
        *("Daydreamer", "day dreamer", "DAYDREAMER", "Daydreamer 2", "Learner bot", "小迷糊", "数子", "數子"),
        *("Bot, level 7", "Level 5", "Nobody", "you", "null"),
        *("Admins", "The Admins", "Admin's", "Admins'", "Moderators", "Owners", "0wners", "Tengens", "Staffs", "Bots"),
        *("管理员们", "老师们", "老師們", "Sta££", "Sta₣₣", "§taff", "8ots", "$upp0r+", "¡nfo admin"),
    ],
)
def test_nobody_takes_a_word_of_the_house(name: str) -> None:
    assert is_reserved(name)
    with pytest.raises(Refused) as caught:
        clean_name(name)
    assert caught.value.code == "name_reserved"


@pytest.mark.parametrize(
    "name",
    [
        *("Ann", "Ada Lovelace", "Homeowner", "System of a Down", "Badminton", "Modesty", "Moderatrix", "Tengenator"),
        *("五子棋", "小明", "天元小将", "老师好", "R2-D2 ☺", "White Rabbit", "Robot Wars", "1234"),
        *("Help me Rhonda", "Calculators", "Rogers", "Bess", "Jesus", "£5 Tom", "Be Our Guest 5", "Owen", "Андрей"),
    ],
)
def test_what_only_holds_such_a_word_is_welcome(name: str) -> None:
    assert not is_reserved(name)
    assert clean_name(name) == name


def test_every_bot_keeps_its_name_in_every_language() -> None:
    for level in list_offered():
        for name in level.name.values():
            assert is_reserved(name)
            assert is_reserved(name.upper())
            assert is_reserved(f"{name} 2")


def test_who_has_such_a_name_from_before_may_write_it_anew() -> None:
    assert clean_name("STRATEGIST", "Strategist") == "STRATEGIST"
    with pytest.raises(Refused):
        clean_name("Strategist", "Ann")
