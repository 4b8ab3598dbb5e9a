"""Classes over real sockets: a sheet of codes, pupils who sign in by them, a teacher who has no more than his own."""

import asyncio
import itertools
import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest

from server.accounts.accounts import CODE_ALPHABET, bare_code
from server.accounts.guard import BY_ADDRESS
from server.store.people import players, second_factors
from tests.conftest import Connect
from tests.kit.app import App
from tests.kit.client import Client, Message, Refusal
from tests.kit.stores import ON_FILE
from tests.server.accounts.test_registry import SECRET, QuickHashing
from tests.server.test_accounts import become, refused, signed_out
from tests.server.test_staff import staff

Running = tuple[App, str]
_ids = itertools.count()
NAMES = ["Mia", "Ben", "小红"]


@pytest.fixture(autouse=True)
def quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.accounts.feature.Hashing", QuickHashing)


async def ask(client: Client, t: str, **fields: Any) -> Message:
    """Say a message of the staff's; its answer."""
    id = fields.pop("id", f"asked{next(_ids)}")
    await client.send(t=t, id=id, **fields)
    answer = await client.wait(lambda m: m.get("id") == id)
    if answer["t"] == "error":
        raise Refusal(answer)
    return answer


async def make_class(teacher: Client, names: list[str] = NAMES) -> tuple[str, dict[str, str]]:
    """A class, and its pupils' ids by their names."""
    id = (await ask(teacher, "make_classroom", name="4b"))["classroom"]["id"]
    state = await ask(teacher, "add_pupils", classroom=id, names=names)
    return id, {each["who"]["name"]: each["who"]["id"] for each in state["pupils"]}


async def hand_out(teacher: Client, classroom: str, **fields: object) -> dict[str, str]:
    """New codes by the pupils' names."""
    sheet = await ask(teacher, "pupil_codes", classroom=classroom, **fields)
    return {each["who"]["name"]: each["code"] for each in sheet["codes"]}


async def look(teacher: Client, classroom: str) -> dict[str, Message]:
    """The pupils as their teacher sees them, by their names."""
    return {each["who"]["name"]: each for each in (await ask(teacher, "classroom", classroom=classroom))["pupils"]}


@ON_FILE  # reads the whole of it
async def test_pupils_sign_in_by_the_code_alone_and_stay(running: Running, join: Connect) -> None:
    app = running[0]
    teacher = await staff(running, join, "teacher")
    classroom, ids = await make_class(teacher)
    codes = await hand_out(teacher, classroom)
    assert list(codes) == ["Ben", "Mia", "小红"]
    for code in codes.values():
        assert re.fullmatch(rf"[{CODE_ALPHABET}]{{4}}-[{CODE_ALPHABET}]{{4}}-[{CODE_ALPHABET}]{{2}}", code)
    assert [each["seen_at"] for each in (await look(teacher, classroom)).values()] == [None] * 3
    mia = await join()
    await become(mia, "redeem", code=f" {codes['Mia'].lower()} ")
    assert mia.welcome["player"] == {"id": ids["Mia"], "name": "Mia"}
    assert mia.welcome["account"]["password"] is False
    again = await join(mia.token)  # the device stays signed in
    assert again.player == ids["Mia"]
    pupils = await look(teacher, classroom)
    assert [(pupils[name]["code_used"], pupils[name]["here"], pupils[name]["managed"]) for name in ("Mia", "Ben")] == [
        (True, True, True),
        (False, False, True),
    ]
    assert (pupils["Mia"]["seen_at"] is None, pupils["Ben"]["seen_at"]) == (False, None)
    ben = await join()
    assert await refused(ben, "redeem", code=codes["Mia"]) == "bad_code"  # one use
    with closing(sqlite3.connect(app.store.path)) as file:
        kept = "\n".join(file.iterdump()).upper()
    for code in codes.values():  # it stands nowhere
        assert not any(each in kept for each in (code, bare_code(code), bare_code(code).encode().hex().upper()))


async def test_an_answer_that_was_lost_is_asked_for_again(running: Running, join: Connect) -> None:
    teacher = await staff(running, join, "teacher")
    classroom, ids = await make_class(teacher)
    codes = await hand_out(teacher, classroom)
    guest = await join()
    token = guest.token
    await become(guest, "redeem", code=codes["Mia"])
    again = await join(token)  # as if the welcome had never come
    await become(again, "redeem", code=codes["Mia"])
    assert again.player == ids["Mia"]


async def test_a_command_on_two_connections_at_once_is_done_once(running: Running, join: Connect) -> None:
    teacher = await staff(running, join, "teacher")
    other = await join(teacher.token)

    async def both(t: str, **fields: Any) -> list[Message]:
        return list(await asyncio.gather(*(ask(each, t, id=f"both_{t}", **fields) for each in (teacher, other))))

    made = await both("make_classroom", name="4b")
    assert made[0] == made[1]
    classroom = made[0]["classroom"]["id"]
    added = await both("add_pupils", classroom=classroom, names=NAMES)
    assert added[0] == added[1]
    mia = next(each["who"]["id"] for each in added[0]["pupils"] if each["who"]["name"] == "Mia")
    assert len(await both("pupil_codes", classroom=classroom)) == 2
    assert len(await both("release_pupil", player=mia)) == 2
    for t, fields in (("rename_classroom", {"name": "5b"}), ("end_classroom", {})):
        assert [each["t"] for each in await both(t, classroom=classroom, **fields)] == ["ack", "ack"]
    rows = await running[0].store.fetch("SELECT action FROM audit ORDER BY id")
    assert [row["action"] for row in rows] == [
        *("class_make", "class_pupils", "class_codes", "class_release", "class_rename", "class_end")
    ]


async def test_a_new_sheet_is_the_only_one(running: Running, join: Connect) -> None:
    teacher = await staff(running, join, "teacher")
    classroom, ids = await make_class(teacher)
    old = await hand_out(teacher, classroom)
    new = await hand_out(teacher, classroom)
    pupil = await join()
    for code in old.values():
        assert await refused(pupil, "redeem", code=code) == "bad_code"
    one = await hand_out(teacher, classroom, players=[ids["Ben"]])
    assert list(one) == ["Ben"]
    assert await refused(pupil, "redeem", code=new["Ben"]) == "bad_code"
    await become(pupil, "redeem", code=new["Mia"])
    own = (await pupil.command("code"))["code"]  # for a tablet at home: no other code is void by that
    await hand_out(teacher, classroom)
    tablet = await join()
    await become(tablet, "redeem", code=own)
    assert tablet.player == ids["Mia"]
    await hand_out(teacher, classroom, players=[ids["Mia"]], sign_out=True)
    for device in (pupil, tablet):
        await signed_out(device)


async def test_codes_expire(running: Running, join: Connect) -> None:
    app = running[0]
    teacher = await staff(running, join, "teacher")
    classroom, _ = await make_class(teacher)
    codes = await hand_out(teacher, classroom, days=1)
    (row,) = await app.store.fetch("SELECT DISTINCT expires_at FROM codes")
    assert 0 <= app.now() + 86_400_000 - row[0] < 60_000
    await app.store.execute(("UPDATE codes SET expires_at = ?", (app.now(),)))
    assert await refused(await join(), "redeem", code=codes["Mia"]) == "bad_code"
    assert (await look(teacher, classroom))["Mia"]["code_until"] is None


async def test_guesses_wait_by_their_address(running: Running, join: Connect) -> None:
    app = running[0]
    teacher = await staff(running, join, "teacher")
    classroom, _ = await make_class(teacher)
    codes = await hand_out(teacher, classroom)
    guard = app.registry.guard
    for _ in range(BY_ADDRESS.free - 1):
        await guard.fail_code(guard.begin_code("127.0.0.1"))
    guest, again = await join(), await join()
    await become(again, "redeem", code=codes["Ben"])  # a right one counts for nothing
    assert await refused(guest, "redeem", code="AAAA-BBBB-CC") == "bad_code"
    assert await refused(guest, "redeem", code=codes["Mia"]) == "wait"
    assert await refused(guest, "redeem", code="AAAABBBB") == "wait"
    assert await refused(guest, "sign_in", name="Mia", password=SECRET) == "bad_sign_in"  # has a count of its own


async def test_a_teacher_has_his_own_pupils_alone(running: Running, join: Connect) -> None:
    teacher, other = await staff(running, join, "teacher"), await staff(running, join, "teacher")
    owner = await staff(running, join, "owner")
    classroom, ids = await make_class(teacher)
    theirs, _ = await make_class(other, ["Max"])
    acts: dict[str, dict[str, Any]] = {
        "classroom": {"classroom": classroom},
        "rename_classroom": {"classroom": classroom, "name": "5b"},
        "end_classroom": {"classroom": classroom},
        "add_pupils": {"classroom": classroom, "names": ["Eve"]},
        "pupil_codes": {"classroom": classroom},
        "release_pupil": {"player": ids["Mia"]},
    }
    for t, fields in acts.items():
        with pytest.raises(Refusal, match="unknown_classroom"):
            await ask(other, t, **fields)
    for player in (ids["Mia"], teacher.player, owner.player):  # by a class of one's own
        with pytest.raises(Refusal, match="not_managed"):
            await ask(other, "pupil_codes", classroom=theirs, players=[player])
    with pytest.raises(Refusal, match="not_managed"):
        await ask(teacher, "release_pupil", player=other.player)
    assert [each["name"] for each in (await ask(other, "classrooms"))["classrooms"]] == ["4b"]
    assert len((await ask(owner, "classrooms"))["classrooms"]) == 2
    assert set(await hand_out(owner, classroom)) == set(NAMES)


async def test_who_is_released_keeps_everything(running: Running, join: Connect) -> None:
    teacher = await staff(running, join, "teacher")
    classroom, ids = await make_class(teacher)
    codes = await hand_out(teacher, classroom)
    mia = await join()
    await become(mia, "redeem", code=codes["Mia"])
    room = await mia.create()
    assert await refused(mia, "change_password", old="guess", new=SECRET) == "bad_password"
    assert await refused(mia, "delete_player", password="guess") == "bad_password"
    first = (await ask(teacher, "release_pupil", player=ids["Mia"]))["code"]
    code = (await ask(teacher, "release_pupil", player=ids["Mia"]))["code"]
    phone = await join()
    assert await refused(phone, "recover", name="Mia", code=first, password=SECRET) == "bad_recovery"
    await become(phone, "recover", name="Mia", code=code, password=SECRET)
    assert (phone.player, phone.welcome["rooms"]) == (ids["Mia"], [room])
    assert "password" not in phone.welcome["account"]
    await signed_out(mia)
    with pytest.raises(Refusal, match="not_managed"):
        await ask(teacher, "pupil_codes", classroom=classroom, players=[ids["Mia"]])
    with pytest.raises(Refusal, match="not_managed"):
        await ask(teacher, "release_pupil", player=ids["Mia"])
    assert "Mia" not in await hand_out(teacher, classroom)
    assert (await look(teacher, classroom))["Mia"]["managed"] is False


async def test_pupils_are_made_all_or_none(running: Running, join: Connect) -> None:
    app = running[0]
    teacher, somebody = await staff(running, join, "teacher"), await join()
    await somebody.command("rename", name="Max")
    classroom, _ = await make_class(teacher)
    for names, code, name in (
        (["Eve", "max"], "name_taken", "max"),
        (["Eve", "Міа"], "name_taken", "Міа"),
        (["Eve", "eve"], "name_taken", "eve"),
        (["Eve", "x"], "bad_name", "x"),
        (["Eve", "Admin"], "name_reserved", "Admin"),
    ):
        with pytest.raises(Refusal) as caught:
            await ask(teacher, "add_pupils", classroom=classroom, names=names)
        assert (caught.value.code, caught.value.message["detail"]["name"]) == (code, name)
    assert set(await look(teacher, classroom)) == set(NAMES)
    for start in (0, 40, 80):
        names = [f"Pupil {n:03}" for n in range(start, min(start + 40, 97))]
        await ask(teacher, "add_pupils", classroom=classroom, names=names)
    with pytest.raises(Refusal, match="too_many_pupils"):
        await ask(teacher, "add_pupils", classroom=classroom, names=["Eve"])
    assert len(await hand_out(teacher, classroom)) == 100
    assert await players.find_by_name(app.store, "Eve") is None


async def test_commands_that_come_twice_are_done_once(running: Running, join: Connect) -> None:
    app = running[0]
    teacher = await staff(running, join, "teacher")
    made = [await ask(teacher, "make_classroom", id="making", name="4b") for _ in range(2)]
    assert made[0]["classroom"] == made[1]["classroom"]
    classroom = made[0]["classroom"]["id"]
    for _ in range(2):
        added = await ask(teacher, "add_pupils", id="adding", classroom=classroom, names=["Mia"])
        assert len(added["pupils"]) == 1
    sheets = []
    for _ in range(2):
        sheet = await ask(teacher, "pupil_codes", id="sheet", classroom=classroom)
        sheets.append(sheet["codes"][0]["code"])
    pupil = await join()
    assert await refused(pupil, "redeem", code=sheets[0]) == "bad_code"
    await become(pupil, "redeem", code=sheets[1])
    for _ in range(2):
        await teacher.command("end_classroom", id="ending", classroom=classroom)
    acts = [row[0] for row in await app.store.fetch("SELECT action FROM audit ORDER BY id")]
    assert acts == ["class_make", "class_pupils", "class_codes", "class_end"]
    assert (await join(pupil.token)).player == pupil.player  # the account and its device stay


async def test_a_class_outlives_its_teacher(running: Running, join: Connect) -> None:
    app = running[0]
    teacher, owner = await staff(running, join, "teacher"), await staff(running, join, "owner")
    classroom, ids = await make_class(teacher)
    await players.delete(app.store, teacher.player, app.now())
    (left,) = (await ask(owner, "classrooms"))["classrooms"]
    assert left["teacher"] == {}
    await players.delete(app.store, ids["Ben"], app.now())
    assert set(await hand_out(owner, classroom)) == {"Mia", "小红"}


async def test_who_has_a_closed_account_gets_no_code(running: Running, join: Connect) -> None:
    app = running[0]
    teacher = await staff(running, join, "teacher")
    classroom, ids = await make_class(teacher)
    await app.store.execute(("UPDATE accounts SET disabled_at = 1 WHERE player = ?", (ids["Mia"],)))
    assert set(await hand_out(teacher, classroom)) == {"Ben", "小红"}
    with pytest.raises(Refusal, match="not_managed"):
        await hand_out(teacher, classroom, players=[ids["Mia"]])


async def test_a_teacher_becomes_nobody_who_has_a_role(running: Running, join: Connect) -> None:
    teacher, owner = await staff(running, join, "teacher"), await staff(running, join, "owner")
    classroom, ids = await make_class(teacher)
    codes = await hand_out(teacher, classroom)
    disguised = await join()
    await disguised.command("redeem", code=codes["Mia"])
    codes = await hand_out(teacher, classroom, players=[ids["Mia"]])
    await ask(owner, "act", act="account_role", target=ids["Mia"], argument="moderator")
    await disguised.wait_closed()
    assert await refused(await join(), "redeem", code=codes["Mia"]) == "bad_code"
    assert (await look(teacher, classroom))["Mia"]["managed"] is False
    assert set(await hand_out(teacher, classroom)) == {"Ben", "小红"}
    with pytest.raises(Refusal, match="not_managed"):
        await hand_out(teacher, classroom, players=[ids["Mia"]])
    with pytest.raises(Refusal, match="not_managed"):
        await ask(teacher, "release_pupil", player=ids["Mia"])


async def test_the_device_used_longest_ago_makes_room_for_a_pupil(running: Running, join: Connect) -> None:
    app = running[0]
    teacher = await staff(running, join, "teacher")
    classroom, ids = await make_class(teacher)
    for n in range(20):
        hash, now = bytes([n]) * 32, app.now() - 1000
        await app.store.execute((second_factors.INSERT, (hash, ids["Mia"], now, "", "", now + n)))
    await become(await join(), "redeem", code=(await hand_out(teacher, classroom))["Mia"])
    kept = [each.id for each in await second_factors.list_devices(app.store, ids["Mia"])]
    assert len(kept) == 20
    assert "00" * 8 not in kept
