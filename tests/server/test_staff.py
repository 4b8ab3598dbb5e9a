"""Reports and what staff does, over real sockets: who may, what is told to whom, and what the log keeps."""

import asyncio
import base64
from typing import Any, get_args

import pytest

from server.accounts.look_alikes import make_look
from server.accounts.totp import make_code
from server.moderation.powers import MAY
from server.moderation.roles import JUDGES, OWNER
from server.protocol import inbound
from server.protocol.inbound import StaffCommand
from server.protocol.values import ActName, RoleName, SanctionKind
from server.store.people import players, sanctions
from server.store.people.sanctions import StoredSanction
from tests.conftest import Connect
from tests.kit.client import Client, Message, Refusal
from tests.kit.stores import ON_FILE
from tests.server.accounts.test_registry import SECRET, QuickHashing
from tests.server.test_accounts import become
from tests.server.test_talk import Running, hear, keep_role, look, play, texts

STAFF_MESSAGES = [kind for kind in get_args(inbound.Inbound) if issubclass(kind, StaffCommand)]
WISHES: dict[str, dict[str, Any]] = {
    "reports": {},
    "read_report": {"report": 1},
    "settle_report": {"report": 1, "state": "handled"},
    "sanction": {"kind": "ban", "reason": "spam"},
    "lift": {"sanction": 1},
    "rename_player": {"name": "Somebody"},
    "hide": {"remark": 1},
    "player": {},
    "audit": {},
    "evidence": {},
    "study_games": {},
    "health": {},
    "backups": {},
    "make_backup": {},
    "checks": {},
    "make_check": {"check": "database"},
    "patterns": {},
    "weights": {},
    "compare_weights": {"version": 1},
    "proofs": {},
    "upload_tree": {"upload": "up", "owner": "nobody"},
    "patterns_close": {"upload": "up"},
    "trees": {},
    "classrooms": {},
    "classroom": {"classroom": "classroom001"},
    "make_classroom": {"name": "4b"},
    "rename_classroom": {"classroom": "classroom001", "name": "4b"},
    "end_classroom": {"classroom": "classroom001"},
    "add_pupils": {"classroom": "classroom001", "names": ["Mia"]},
    "pupil_codes": {"classroom": "classroom001"},
    "release_pupil": {},
    "act": {"act": "delete_game", "target": "room00000001"},
    "people": {},
    "rooms": {},
    "games": {},
    "jobs": {},
    "settings": {},
    "change_setting": {"setting": "talk", "value": "off"},
}
"""What each message of the staff needs beside its id and the player whom it is about."""
JUDGES_ACTS = {"close_room", "ratings_strike", "ratings_restore", "job_retry", "job_cancel"}
"""Acts that moderators may do; the others are the owner's."""
PLAYERS_ACTS = {
    *("delete_player", "account_reset", "account_role", "account_disable", "account_enable", "account_totp"),
    "account_token",
}
"""Acts done to a player."""


async def ask(client: Client, t: str, **fields: Any) -> Message:
    """Say a message of the staff; its answer."""
    await client.send(t=t, id="asked", **fields)
    answer = await client.wait(lambda m: m.get("id") == "asked")
    if answer["t"] == "error":
        raise Refusal(answer)
    return answer


async def staff(running: Running, join: Connect, role: RoleName) -> Client:
    client = await join()
    await keep_role(running, client, role)
    return client


def test_every_message_of_the_staff_is_somebodys() -> None:
    assert set(MAY) == set(STAFF_MESSAGES)
    assert {str(kind.__struct_config__.tag) for kind in STAFF_MESSAGES} == set(WISHES)


async def test_each_message_of_the_staff_is_refused_to_every_other_role(running: Running, join: Connect) -> None:
    target = await join()
    people: dict[str, Client] = {"guest": await join()}
    for role in get_args(RoleName):
        people[role] = await staff(running, join, role)
    for kind in STAFF_MESSAGES:
        tag = str(kind.__struct_config__.tag)
        fields = WISHES[tag] | ({"player": target.player} if "player" in kind.__struct_fields__ else {})
        for role, client in people.items():
            if role not in MAY[kind]:
                with pytest.raises(Refusal) as caught:
                    await ask(client, tag, **fields)
                assert (tag, role, caught.value.code) == (tag, role, "not_staff")
    app = running[0]
    for table in ("audit", "sanctions", "classrooms"):
        assert (await app.store.fetch(f"SELECT count(*) FROM {table}"))[0][0] == 0
    found = await players.find_player(app.store, target.player)
    assert found is not None
    assert (found.name, found.banned_at) == (target.welcome["player"]["name"], None)


async def test_each_act_is_refused_to_every_other_role(running: Running, join: Connect) -> None:
    """And to the owner where it is done to another one."""
    target, other = await join(), await staff(running, join, "owner")
    people = {role: await staff(running, join, role) for role in get_args(RoleName)}
    for act in get_args(ActName):
        for role, client in people.items():
            if role not in (JUDGES if act in JUDGES_ACTS else OWNER):
                with pytest.raises(Refusal) as caught:
                    await client.command("act", act=act, target=target.player, argument="owner")
                assert (act, role, caught.value.code) == (act, role, "not_staff")
        if act in PLAYERS_ACTS:
            with pytest.raises(Refusal, match="not_staff"):
                await people["owner"].command("act", act=act, target=other.player, argument="none")
    assert (await running[0].store.fetch("SELECT count(*) FROM audit"))[0][0] == 0


async def test_a_sanction_is_refused_where_rank_or_span_forbid_it(running: Running, join: Connect) -> None:
    teacher, other = await staff(running, join, "teacher"), await staff(running, join, "teacher")
    ada = await join()
    for target, kind, minutes in ((ada, "ban", 60), (ada, "mute", None), (other, "mute", 60)):
        with pytest.raises(Refusal) as caught:
            await teacher.command("sanction", player=target.player, kind=kind, reason="other", minutes=minutes)
        assert caught.value.code == "not_staff"
    await teacher.command("sanction", player=ada.player, kind="mute", reason="other", minutes=60)
    assert (await ask(teacher, "player", player=ada.player))["may"] == ["mute", "timeout"]
    assert (await ask(teacher, "player", player=other.player))["may"] == []


async def test_what_somebody_may_not_lay_he_does_not_lift_either(running: Running, join: Connect) -> None:
    """Nor is it ended by something shorter that is laid in its place."""
    teacher, moderator = await staff(running, join, "teacher"), await staff(running, join, "moderator")
    ada = await join()
    for minutes, may in ((None, False), (7 * 24 * 60 + 1, False), (7 * 24 * 60, True)):
        await moderator.command("sanction", player=ada.player, kind="mute", reason="spam", minutes=minutes)
        (laid, *_) = (await ask(moderator, "player", player=ada.player))["sanctions"]
        if not may:
            with pytest.raises(Refusal, match="not_staff"):
                await teacher.command("lift", sanction=laid["id"])
            with pytest.raises(Refusal, match="not_staff"):
                await teacher.command("sanction", player=ada.player, kind="mute", reason="other", minutes=1)
        assert (await ask(moderator, "player", player=ada.player))["sanctions"][0] == laid
    await lift(teacher, ada)
    assert "lifted_at" in (await ask(moderator, "player", player=ada.player))["sanctions"][0]


async def test_what_is_laid_meanwhile_is_not_lifted(running: Running, join: Connect) -> None:
    """Two of the staff look at a player: one lays something else in place of what the other is about to end."""
    teacher, moderator = await staff(running, join, "teacher"), await staff(running, join, "moderator")
    ada = await join()
    laying = {"player": ada.player, "kind": "mute", "reason": "spam"}
    await teacher.command("sanction", **laying, minutes=60)
    (seen,) = (await ask(teacher, "player", player=ada.player))["sanctions"]
    await moderator.command("sanction", **laying)
    for client in (teacher, moderator):
        with pytest.raises(Refusal, match="unknown_sanction"):
            await client.command("lift", sanction=seen["id"])
    with pytest.raises(Refusal, match="unknown_sanction"):
        await moderator.command("lift", sanction=10**9)
    new, old = (await ask(teacher, "player", player=ada.player))["sanctions"]
    assert ("lifted_at" in new, "lifted_at" in old) == (False, True)
    for _ in range(2):
        await moderator.command("lift", id="once", sanction=new["id"])
    acts = await running[0].store.fetch("SELECT action FROM audit ORDER BY id")
    assert [act["action"] for act in acts] == ["mute", "mute", "lift_mute"]


@pytest.mark.parametrize("kind", ["mute", "ban"])
async def test_what_is_laid_at_that_very_moment_stays(
    running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch, kind: SanctionKind
) -> None:
    """Whether another one is laid or lifted: what has come in between is not looked at, and not ended."""
    owner, moderator = await staff(running, join, "owner"), await staff(running, join, "moderator")
    ada, app = await join(), running[0]
    laying = {"player": ada.player, "kind": kind, "reason": "spam"}
    find, waits = sanctions.list_active, [True]

    async def find_late(*args: Any) -> list[StoredSanction]:
        found = await find(*args)
        if waits and waits.pop():
            await moderator.command("sanction", **laying)
        return found

    monkeypatch.setattr(sanctions, "list_active", find_late)
    await owner.command("sanction", **laying, minutes=5)
    assert waits == []
    until = [each.until for each in await find(app.store, ada.player, app.now())]
    assert (len(until), until[0]) == (2, None)
    found = await players.find_player(app.store, ada.player)
    assert found is not None
    assert (found.banned_at is not None, found.banned_until) == (kind == "ban", None)
    for left in ([None], []):
        (lasting, *_) = [each for each in await find(app.store, ada.player, app.now()) if each.until or not left]
        await owner.command("lift", sanction=lasting.id)
        assert [each.until for each in await find(app.store, ada.player, app.now())] == left
        found = await players.find_player(app.store, ada.player)
        assert found is not None
        assert (found.banned_at is not None) == (kind == "ban" and bool(left))


async def lift(client: Client, player: Client) -> None:
    """End what a player is under, as the record says."""
    (laid, *_) = (await ask(client, "player", player=player.player))["sanctions"]
    await client.command("lift", sanction=laid["id"], note="enough")


async def test_a_report_keeps_what_was_said_and_is_settled_once(running: Running, join: Connect) -> None:
    running[0].talk.level = "free"
    ada, bob = await join(), await join()
    moderator, teacher = await staff(running, join, "moderator"), await staff(running, join, "teacher")
    room = await play(ada, bob)
    await ada.command("block", player=bob.player, on=True)
    await bob.command("say", room=room, text="you fool")
    for _ in range(2):
        await ada.command("report", id="twice", about=bob.player, room=room, reason="insult", note="see there")
    listed = await ask(moderator, "reports")
    assert (listed["waiting"], listed["more"], len(listed["reports"])) == (1, False, 1)
    (report,) = listed["reports"]
    assert (report["about"]["id"], report["by"]["id"], report["reason"]) == (bob.player, ada.player, "insult")
    assert (report["note"], report["remarks"], report["open"], report["room"]) == ("see there", 1, 1, room)
    read = await ask(teacher, "read_report", report=report["id"])
    assert [each["text"] for each in read["said"]] == ["you fool"]
    await teacher.command("settle_report", report=report["id"], state="dismissed", note="a joke")
    with pytest.raises(Refusal) as caught:
        await moderator.command("settle_report", report=report["id"], state="handled")
    assert caught.value.code == "unknown_report"
    assert (await ask(moderator, "reports"))["waiting"] == 0
    (settled,) = (await ask(moderator, "reports", open=False))["reports"]
    assert (settled["state"], settled["handled_by"]["id"]) == ("dismissed", teacher.player)


async def test_what_can_be_reported(join: Connect) -> None:
    ada, bob, cy = await join(), await join(), await join()
    room = await ada.create(visibility="private")
    await bob.command("sit", room=room)
    for about, where, code in (
        (ada.player, room, "private_room"),
        (cy.player, None, "no_player"),
        ("nobody", None, "no_player"),
        (ada.player, "nowhere00000", "unknown_room"),
    ):
        with pytest.raises(Refusal) as caught:
            await cy.command("report", about=about, reason="name", room=where)
        assert caught.value.code == code
    for _ in range(10):
        await cy.command("report", about=ada.player, reason="name")
    with pytest.raises(Refusal) as caught:
        await cy.command("report", about=ada.player, reason="name")
    assert caught.value.code == "too_many_reports"


async def test_who_is_muted_is_told_at_once_and_again_when_it_ends(running: Running, join: Connect) -> None:
    ada, bob = await join(), await join()
    moderator = await staff(running, join, "moderator")
    room = await play(ada, bob)
    for _ in range(2):
        await moderator.command(
            "sanction", id="once", player=ada.player, kind="mute", reason="spam", minutes=5, note="three times"
        )
    told = (await ada.wait(lambda m: m["t"] == "sanctioned"))["sanction"]
    assert (told["kind"], told["reason"]) == ("mute", "spam")
    assert (await ada.wait(lambda m: m["t"] == "talk" and "muted" in m))["muted"] == told
    with pytest.raises(Refusal) as caught:
        await ada.command("say", room=room, phrase="hello")
    assert caught.value.message["detail"] == {"why": "spam", "until": told["until"]}
    record = await ask(moderator, "player", player=ada.player)
    (laid,) = record["sanctions"]
    assert (laid["note"], laid["by"]["id"], record["here"]) == ("three times", moderator.player, True)
    by_name = await ask(moderator, "player", player=ada.welcome["player"]["name"].upper())
    assert by_name["who"]["id"] == ada.player
    await lift(moderator, ada)
    assert (await ada.wait(lambda m: m["t"] == "talk" and "muted" not in m))["room"] == room
    await ada.command("say", room=room, phrase="hello")
    assert await hear(bob) == "hello"


async def test_a_ban_that_is_over_sends_nobody_away(running: Running, join: Connect) -> None:
    """Also where the player was not gone through since."""
    ada, moderator = await join(), await staff(running, join, "moderator")
    await running[0].store.execute(("UPDATE players SET banned_at = 1, banned_until = 2 WHERE id = ?", (ada.player,)))
    await moderator.command("sanction", player=ada.player, kind="mute", reason="spam", minutes=5)
    told = await ada.wait(lambda m: m["t"] in ("bye", "sanctioned"))
    assert told["t"] == "sanctioned"


async def test_who_is_banned_is_told_why_and_until_when_and_comes_back(running: Running, join: Connect) -> None:
    app = running[0]
    ada, moderator = await join(), await staff(running, join, "moderator")
    await moderator.command("sanction", player=ada.player, kind="ban", reason="cheating", minutes=1)
    bye = await ada.wait(lambda m: m["t"] == "bye")
    until = bye["detail"]["until"]
    assert bye["detail"] == {"why": "cheating", "until": until}
    assert 0 < until - app.now() <= 60_000
    again = await Client(running[1], ada.token).open()
    assert again.welcome["detail"] == {"why": "cheating", "until": until}
    await again.close()
    await app.store.execute(("UPDATE players SET banned_until = 1 WHERE id = ?", (ada.player,)))
    assert (await join(ada.token)).player == ada.player
    await players.end_bans(app.store, app.now())
    found = await players.find_player(app.store, ada.player)
    assert found is not None
    assert found.banned_at is None
    await moderator.command("sanction", player=ada.player, kind="ban", reason="cheating")
    forever = await Client(running[1], ada.token).open()
    assert forever.welcome["detail"] == {"why": "cheating"}
    await forever.close()
    await lift(moderator, ada)
    assert (await join(ada.token)).player == ada.player


async def test_a_remark_is_hidden_from_all_but_staff(running: Running, join: Connect) -> None:
    ada, bob = await join(), await join()
    moderator = await staff(running, join, "moderator")
    room = await ada.create()
    await look(bob, room)
    await look(moderator, room)
    await bob.command("say", room=room, phrase="oops")
    remark = (await moderator.wait(lambda m: m["t"] == "said"))["remark"]["id"]
    await moderator.command("hide", remark=remark)
    assert (await bob.wait(lambda m: m["t"] == "unsaid"))["remark"] == remark
    assert texts(await look(bob, room)) == []
    assert [(each["phrase"], each["hidden"]) for each in (await look(moderator, room))["remarks"]] == [("oops", True)]
    with pytest.raises(Refusal) as caught:
        await moderator.command("hide", remark=10**9)
    assert caught.value.code == "unknown_remark"


async def test_the_owner_reads_every_act(running: Running, join: Connect) -> None:
    ada, moderator, owner = await join(), await staff(running, join, "moderator"), await staff(running, join, "owner")
    before = ada.welcome["player"]["name"]
    await moderator.command("rename_player", player=ada.player, name="Decent name", note="was rude")
    assert (await ada.wait(lambda m: m["t"] == "renamed"))["player"]["name"] == "Decent name"
    await moderator.command("sanction", player=ada.player, kind="timeout", reason="name", minutes=10, note="x")
    await lift(moderator, ada)
    log = await ask(owner, "audit")
    assert [(act["action"], act["by"]["id"], act["target"]["id"]) for act in log["acts"]] == [
        (action, moderator.player, ada.player) for action in ("lift_timeout", "timeout", "rename")
    ]
    assert log["acts"][2]["data"] == {"before": before, "name": "Decent name", "note": "was rude"}
    assert (await ask(owner, "audit", before=log["acts"][0]["id"]))["acts"] == log["acts"][1:]
    await ada.command("delete_player")
    assert [act.get("target") for act in (await ask(owner, "audit"))["acts"]] == [None] * 3


async def test_nobody_renames_who_has_just_become_their_peer(running: Running, join: Connect) -> None:
    app = running[0]
    ada, moderator = await staff(running, join, "teacher"), await staff(running, join, "moderator")
    await app.store.execute(("UPDATE accounts SET role = 'moderator' WHERE player = ?", (ada.player,)))
    with pytest.raises(Refusal) as caught:
        await moderator.command("rename_player", player=ada.player, name="Decent name")
    assert caught.value.code == "not_staff"


@ON_FILE
async def test_a_name_is_given_with_its_line_in_the_log_or_not(running: Running, join: Connect) -> None:
    app = running[0]
    ada, moderator = await join(), await staff(running, join, "moderator")
    second = await join(moderator.token)
    act = {"player": ada.player, "name": "Decent name", "id": "same"}
    refusing = "CREATE TRIGGER refusing BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'the log is full'); END"
    await app.store.execute((refusing, ()))
    with pytest.raises(Refusal):
        await moderator.command("rename_player", **act)
    found = await players.find_player(app.store, ada.player)
    assert found is not None
    assert found.name == ada.welcome["player"]["name"]
    await app.store.execute(("DROP TRIGGER refusing", ()))
    look = make_look("Moderatrix")
    await app.store.execute(("UPDATE accounts SET look = ? WHERE player = ?", (look, moderator.player)))
    with pytest.raises(Refusal) as caught:
        await moderator.command("rename_player", player=ada.player, name="M0deratrix")
    assert caught.value.code == "name_taken"
    assert (await app.store.fetch("SELECT count(*) FROM audit"))[0][0] == 0
    await asyncio.gather(*(each.command("rename_player", **act) for each in (moderator, second)))
    assert (await ada.wait(lambda m: m["t"] == "renamed"))["player"]["name"] == "Decent name"
    assert (await app.store.fetch("SELECT count(*) FROM audit"))[0][0] == 1


async def test_commands_at_once_are_done_once(running: Running, join: Connect) -> None:
    ada, moderator = await join(), await staff(running, join, "moderator")
    second = await join(moderator.token)
    act = {"player": ada.player, "kind": "mute", "reason": "spam", "id": "same"}
    await asyncio.gather(*(each.command("sanction", **act) for each in (moderator, second)))
    assert (await running[0].store.fetch("SELECT count(*) FROM sanctions"))[0][0] == 1


async def test_staff_is_told_how_many_reports_wait(running: Running, join: Connect) -> None:
    ada, bob, teacher = await join(), await join(), await staff(running, join, "teacher")
    for reason in ("spam", "name"):
        await ada.command("report", about=bob.player, reason=reason)
    await waiting(teacher, 2)
    late = await join(teacher.token)
    await waiting(late, 2)
    (first, _) = (await ask(teacher, "reports"))["reports"]
    await late.command("settle_report", report=first["id"], state="handled")
    for each in (teacher, late):
        await waiting(each, 1)
    again = await join(ada.token)
    await again.command("block", player=bob.player, on=True)
    for each in (ada, bob, again):
        assert not [m for m in each.heard if m["t"] == "reports_waiting"]


async def waiting(client: Client, reports: int) -> None:
    """Until a client has been told that so many reports wait."""
    await client.wait(lambda m: m["t"] == "reports_waiting" and m["waiting"] == reports)


async def test_nobody_of_the_staff_settles_a_report_about_himself(running: Running, join: Connect) -> None:
    """Nor is he told who has made it; the owner, above whom is nobody, is and does."""
    guest, owner, moderator = await join(), await staff(running, join, "owner"), await staff(running, join, "moderator")
    for each in (moderator, owner):
        await guest.command("report", about=each.player, reason="insult")
    first, second = (await ask(moderator, "reports"))["reports"]
    assert first["about"]["id"] == moderator.player
    assert (first.get("by"), second["by"]["id"]) == (None, guest.player)
    assert (await ask(moderator, "read_report", report=first["id"]))["report"].get("by") is None
    with pytest.raises(Refusal, match="not_staff"):
        await moderator.command("settle_report", report=first["id"], state="dismissed")
    assert [each["by"]["id"] for each in (await ask(owner, "reports"))["reports"]] == [guest.player] * 2
    for each in (first, second):
        await owner.command("settle_report", report=each["id"], state="handled")


async def test_staff_alone_has_authenticators(running: Running, join: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    app = running[0]
    monkeypatch.setattr(app.registry, "_hashing", QuickHashing())
    for role, allowed in (("owner", True), ("moderator", True), ("teacher", True), ("bot", False), (None, False)):
        client, name = await join(), f"Person {str(role)[:3]}"
        await become(client, "keep_name", name=name, password=SECRET)
        await app.store.execute(("UPDATE accounts SET role = ? WHERE player = ?", (role, client.player)))
        if not allowed:
            with pytest.raises(Refusal, match="not_staff"):
                await client.command("totp_begin", password=SECRET)
            continue
        secret = base64.b32decode((await client.command("totp_begin", password=SECRET))["code"])
        await client.command("totp_confirm", totp=make_code(secret, app.now() // 30_000))
        assert (await join(client.token)).welcome["account"]["totp"] is True
        other = await join()
        with pytest.raises(Refusal, match="totp_wanted"):
            await other.command("sign_in", name=name, password=SECRET)
        with pytest.raises(Refusal, match="totp_wanted"):
            await client.command("totp_end", password=SECRET)
        code = make_code(secret, app.now() // 30_000 + 1)
        await client.command("totp_end", password=SECRET, totp=code)
        await become(other, "sign_in", name=name, password=SECRET)
