"""Every command, sent again because its answer may have been lost, is answered as the first time, and has one effect.

The protocol says which commands there are. A new one needs a `make_TAG` here, or a line in `REASONS`.
"""

import asyncio
import base64
from dataclasses import replace
from typing import Any, get_args

import pytest

from server.accounts.accounts import hash_code
from server.accounts.totp import make_code
from server.config import Config
from server.protocol import inbound
from server.protocol.inbound import Command
from server.store.people import accounts
from tests.conftest import Connect
from tests.kit.client import Client, Message
from tests.kit.push_service import Browser
from tests.kit.puzzles import supply_some
from tests.kit.stores import ON_FILE
from tests.kit.trees import bring
from tests.server.accounts.test_registry import SECRET, QuickHashing
from tests.server.test_staff import ask, staff
from tests.server.test_talk import Running, play

COMMANDS = {kind.__struct_config__.tag: kind for kind in get_args(inbound.Inbound) if issubclass(kind, Command)}

REASONS: dict[str, str] = {
    "keep_name": "it brings a new token: who has not read it signs in with the password",
    "sign_in": "it brings a new token: of one that was not read the device makes room, being that used longest ago",
    "recover": "the code is used up: who has not read the answer signs in with the new password",
    "sign_out": "the device is signed out: who has not read the answer comes as a guest all the same",
    "delete_player": "nobody is left to be answered",
    "pupil_codes": "codes are told once and kept nowhere: the same again makes others, which are those that work",
    "release_pupil": "as pupil_codes",
    "totp_begin": "nothing is asked for before totp_confirm; the same again makes the same secret (test_staff.py)",
    "upload_open": "says how much is there, which is where to go on",
    "upload_chunk": "as upload_open",
    "file_look": "changes nothing: it tells what an upload holds, as often as it is asked",
    "import_close": "as upload_open",
    "tree_close": "as upload_open",
    "tree_merge": "says how far it is, until the tree is there",
    "tree_change": "needs a stored tree: the same title twice is one (tests/server/test_trees.py)",
    "tree_delete": "as tree_change",
    "upload_tree": "as upload_open",
    "patterns_close": "as upload_open",
    "oidc_sign_in": "needs a provider, whose ticket is used up (test_oidc.py)",
    "oidc_link": "as oidc_sign_in",
    "oidc_link_confirm": "as oidc_sign_in",
    "oidc_unlink": "as oidc_sign_in",
    "hint": "a question: what is the best move now",
    "analyse": "asks for what is kept with the game, once",
    "tree_seen": "needs a notice: what is seen twice is seen (test_staff_files.py)",
    "lesson_seen": "needs a lesson: what is seen twice is seen (tests/server/review)",
    "try": "a question: judged anew, and the first attempt alone counts (test_puzzles.py)",
    "reveal": "as try",
    "defend": "as try",
    "attack": "as try",
    "choose": "as move: a command of a room, which remembers those of each seat (tests/server/rooms)",
    "declare": "as choose",
    "propose": "as choose",
    "claim": "as choose",
    "evidence": "a question that is noted once",
    "study_games": "needs rated games (test_evidence.py)",
    "make_backup": "needs a folder of backups (test_staff_server.py)",
    "make_check": "takes time, and is not begun twice at once (test_staff_server.py)",
}
"""Commands that are not answered as the first time, or are tried elsewhere, and why."""

QUESTIONS = {
    *("find_players", "read_plan", "devices", "identities", "blocks", "reports", "read_report", "player", "audit"),
    *("health", "backups", "checks", "patterns", "weights", "compare_weights", "proofs", "trees", "classrooms"),
    *("classroom", "people", "rooms", "games", "jobs", "settings", "push"),
}
"""Commands that change nothing: the answer is what is so by now."""

BLITZ: dict[str, Any] = {"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000}
SLOW: dict[str, Any] = {"kind": "correspondence", "move_ms": 3 * 86_400_000}
GAME: dict[str, Any] = {"rules": "freestyle", "size": 15}
SEEK: dict[str, Any] = {"rules": ["freestyle"], "sizes": [15], "clocks": [BLITZ], "openings": ["free"]}
UNSTEADY = {"players.seen_at", "tokens.last_used_at", "plans.updated_at", "push_subscriptions.made_at"}
"""Columns that change as somebody comes, or does the same again."""
UNTOLD = {"sign_in_failures", "heartbeat", "uncounted", "jobs"}
"""Tables of what the server does by itself."""
OWN = {
    "games": "WHERE :me IN (owner, player0, player1)",
    "actions": "WHERE game IN (SELECT serial FROM games WHERE :me IN (owner, player0, player1))",
}
"""For games, those of the sender: others end by themselves."""

Made = tuple[Client, dict[str, Any]]


@pytest.fixture
def config(config: Config) -> Config:
    """So many commands come from one address as none would send."""
    return replace(
        config,
        address_messages_per_s=10_000,
        messages_per_s=1000,
        message_burst=10_000,
        push_contact="mailto:staff@example.org",
    )


class Makers:
    """The sender and the fields of each command, on a running server."""

    def __init__(self, running: Running, join: Connect) -> None:
        self.app, self.running, self.join = running[0], running, join
        self.store = running[0].store
        self.app.registry._hashing = QuickHashing()
        self.names = iter(f"Person {'abcdefghijklmnopqrstuvwxyz'[n % 26]}{n}" for n in range(1000))

    async def make(self, tag: str) -> Made:
        made: Made = await getattr(self, f"make_{tag}")()
        return made

    async def account(self) -> Client:
        client = await self.join()
        await client.command("keep_name", name=next(self.names), password=SECRET)
        client.token = (await client.wait(lambda m: m["t"] == "welcome"))["token"]
        return client

    async def pair(self, **wishes: Any) -> tuple[Client, Client, str]:
        ada, bob = await self.join(), await self.join()
        return ada, bob, await play(ada, bob, **wishes)

    async def owner(self) -> Client:
        return await staff(self.running, self.join, "owner")

    async def reported(self) -> tuple[Client, int]:
        about, by, moderator = await self.join(), await self.join(), await staff(self.running, self.join, "moderator")
        await by.command("report", about=about.player, reason="spam")
        rows = await self.store.fetch("SELECT max(id) AS id FROM reports")
        return moderator, rows[0]["id"]

    async def classroom(self) -> tuple[Client, str]:
        teacher = await staff(self.running, self.join, "teacher")
        return teacher, (await ask(teacher, "make_classroom", name="4b"))["classroom"]["id"]

    async def challenged(self, **terms: Any) -> tuple[Client, Client, str]:
        ada, bob = await self.join(), await self.join()
        made = await ada.command("challenge", to=bob.player, **GAME, clock=SLOW, **terms)
        return ada, bob, made["challenge"]

    # --- games

    async def make_create(self) -> Made:
        return await self.join(), {**GAME, "clock": BLITZ}

    async def make_seek(self) -> Made:
        return await self.join(), SEEK

    async def make_unseek(self) -> Made:
        ada = await self.join()
        return ada, {"seek": (await ada.command("seek", **SEEK))["seek"]}

    async def make_accept_seek(self) -> Made:
        ada, bob = await self.join(), await self.join()
        return bob, {"seek": (await ada.command("seek", **SEEK))["seek"]}

    async def make_challenge(self) -> Made:
        return await self.join(), {"to": (await self.join()).player, **GAME, "clock": SLOW}

    async def make_accept_challenge(self) -> Made:
        _, bob, id = await self.challenged()
        return bob, {"challenge": id}

    async def make_decline_challenge(self) -> Made:
        _, bob, id = await self.challenged()
        return bob, {"challenge": id, "reason": "later"}

    async def make_withdraw_challenge(self) -> Made:
        ada, _, id = await self.challenged()
        return ada, {"challenge": id}

    async def make_sit(self) -> Made:
        return await self.join(), {"room": await (await self.join()).create()}

    async def make_move(self) -> Made:
        ada, _, room = await self.pair(color="black")
        return ada, {"room": room, "ply": 0, "point": 112}

    async def make_resign(self) -> Made:
        ada, bob, room = await self.pair(color="black")
        await ada.move(room, 0, 112)
        await bob.move(room, 1, 113)
        return ada, {"room": room}

    async def make_offer(self) -> Made:
        client, fields = await self.make_resign()
        return client, {**fields, "what": "draw"}

    async def make_answer(self) -> Made:
        ada, bob, room = await self.pair(color="black")
        await ada.move(room, 0, 112)
        await bob.move(room, 1, 113)
        await ada.command("offer", room=room, what="draw")
        return bob, {"room": room, "what": "draw", "accept": True}

    async def make_abort(self) -> Made:
        ada = await self.join()
        return ada, {"room": await ada.create()}

    async def make_plan(self) -> Made:
        ada, _, room = await self.pair(color="black", clock=SLOW)
        await ada.move(room, 0, 112)
        return ada, {"room": room, "ply": 1, "branches": [[0, 113, 114]]}

    async def make_read_plan(self) -> Made:
        ada, _, room = await self.pair(color="black", clock=SLOW)
        return ada, {"room": room}

    async def make_say(self) -> Made:
        ada, _, room = await self.pair()
        return ada, {"room": room, "phrase": "good_luck"}

    # --- puzzles

    async def make_begin_run(self) -> Made:
        await supply_some(self.store)
        self.app.studying.attempts.runs._ready = lambda: True
        return await self.join(), {"mode": "streak"}

    # --- people

    async def make_find_players(self) -> Made:
        return await self.join(), {"name": "a"}

    async def make_follow(self) -> Made:
        return await self.join(), {"player": (await self.join()).player, "on": True}

    async def make_block(self) -> Made:
        return await self.join(), {"player": (await self.join()).player, "on": True}

    async def make_report(self) -> Made:
        return await self.join(), {"about": (await self.join()).player, "reason": "spam"}

    async def make_hide_me(self) -> Made:
        return await self.join(), {"on": True}

    async def make_consent(self) -> Made:
        return await self.join(), {"named": True}

    async def make_rename(self) -> Made:
        return await self.join(), {"name": next(self.names)}

    async def make_code(self) -> Made:
        return await self.join(), {}

    async def make_redeem(self) -> Made:
        code = (await (await self.join()).command("code"))["code"]
        return await self.join(), {"code": code}

    async def make_devices(self) -> Made:
        return await self.join(), {}

    make_identities = make_blocks = make_push = make_end_vacation = make_devices

    async def make_end_device(self) -> Made:
        ada, phone = await self.join(), await self.join()
        await phone.command("redeem", code=(await ada.command("code"))["code"])
        await ada.send(t="devices", id="list")
        found = (await ada.wait(lambda m: m["t"] == "devices"))["devices"]
        return ada, {"device": next(each["id"] for each in found if not each.get("this"))}

    async def make_change_password(self) -> Made:
        return await self.account(), {"old": SECRET, "new": "battery staple"}

    async def make_recovery_codes(self) -> Made:
        return await self.account(), {"password": SECRET}

    async def make_claim_owner(self) -> Made:
        code = "AAAA-BBBB-CCCC-DDDD"
        await accounts.add_code(self.store, hash_code(code), "owner", 0, None)
        return await self.account(), {"code": code}

    async def armed(self) -> tuple[Client, bytes]:
        teacher = await self.account()
        await self.store.execute(("UPDATE accounts SET role = 'teacher' WHERE player = ?", (teacher.player,)))
        shown = await teacher.command("totp_begin", password=SECRET)
        return teacher, base64.b32decode(shown["code"])

    async def make_totp_confirm(self) -> Made:
        teacher, secret = await self.armed()
        return teacher, {"totp": make_code(secret, self.app.now() // 30_000)}

    async def make_totp_end(self) -> Made:
        teacher, secret = await self.armed()
        await teacher.command("totp_confirm", totp=make_code(secret, self.app.now() // 30_000))
        return teacher, {"password": SECRET, "totp": make_code(secret, self.app.now() // 30_000 + 1)}

    async def make_take_vacation(self) -> Made:
        return await self.account(), {"days": 2}

    async def make_subscribe(self) -> Made:
        return await self.join(), {**Browser("/one").subscription}

    async def make_unsubscribe(self) -> Made:
        client, fields = await self.make_subscribe()
        await client.command("subscribe", **fields)
        return client, {"endpoint": fields["endpoint"]}

    async def make_set_push(self) -> Made:
        return await self.join(), {"kinds": []}

    # --- staff

    async def make_reports(self) -> Made:
        return await self.owner(), {}

    make_audit = make_health = make_backups = make_checks = make_patterns = make_weights = make_proofs = make_reports
    make_trees = make_classrooms = make_people = make_rooms = make_games = make_jobs = make_settings = make_reports

    async def make_compare_weights(self) -> Made:
        return await self.owner(), {"version": 0}

    async def make_read_report(self) -> Made:
        moderator, report = await self.reported()
        return moderator, {"report": report}

    async def make_settle_report(self) -> Made:
        moderator, report = await self.reported()
        return moderator, {"report": report, "state": "handled"}

    async def make_sanction(self) -> Made:
        return await self.owner(), {"player": (await self.join()).player, "kind": "mute", "reason": "spam"}

    async def make_lift(self) -> Made:
        owner, fields = await self.make_sanction()
        await owner.command("sanction", **fields)
        rows = await self.store.fetch("SELECT max(id) AS id FROM sanctions")
        return owner, {"sanction": rows[0]["id"]}

    async def make_rename_player(self) -> Made:
        return await self.owner(), {"player": (await self.join()).player, "name": next(self.names)}

    async def make_hide(self) -> Made:
        client, fields = await self.make_say()
        await client.command("say", **fields)
        rows = await self.store.fetch("SELECT max(id) AS id FROM remarks")
        return await self.owner(), {"remark": rows[0]["id"]}

    async def make_player(self) -> Made:
        return await self.owner(), {"player": (await self.join()).player}

    async def make_tree_edit(self) -> Made:
        ada = await self.join()
        tree = await bring(ada, b"h8i9", name="a.txt")
        return ada, {"tree": tree, "v": 0, "node": 1, "edit": {"kind": "add", "point": 0}}

    async def make_tree_new(self) -> Made:
        return await self.join(), {"title": "Mine"}

    async def make_make_classroom(self) -> Made:
        return await staff(self.running, self.join, "teacher"), {"name": "4b"}

    async def make_classroom(self) -> Made:
        teacher, id = await self.classroom()
        return teacher, {"classroom": id}

    make_end_classroom = make_classroom

    async def make_rename_classroom(self) -> Made:
        teacher, id = await self.classroom()
        return teacher, {"classroom": id, "name": "5b"}

    async def make_add_pupils(self) -> Made:
        teacher, id = await self.classroom()
        return teacher, {"classroom": id, "names": [next(self.names)]}

    async def make_act(self) -> Made:
        return await self.owner(), {"act": "account_create", "target": next(self.names)}

    async def make_change_setting(self) -> Made:
        return await self.owner(), {"setting": "registration", "value": "open"}


_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"


async def snapshot(running: Running, player: str) -> dict[str, list[tuple[Any, ...]]]:
    """All that is stored, but for what changes as somebody comes; of games those of a player."""
    store, found = running[0].store, {}
    for (table,) in await store.fetch(_TABLES):
        if table not in UNTOLD:
            columns = [row["name"] for row in await store.fetch(f"PRAGMA table_info({table})")]
            shown = ", ".join(f'"{each}"' for each in columns if f"{table}.{each}" not in UNSTEADY)
            rows = await store.fetch(f'SELECT {shown} FROM "{table}" {OWN.get(table, "")}', {"me": player})
            found[table] = sorted((tuple(row) for row in rows), key=repr)
    return found


async def answer(client: Client, tag: str, fields: dict[str, Any]) -> Message:
    """Return the answer to a command, perhaps a refusal."""
    await client.send(t=tag, id="once", **fields)
    return await client.wait(lambda m: m.get("id") == "once")


def test_every_command_is_here() -> None:
    made = {name.removeprefix("make_") for name in dir(Makers) if name.startswith("make_")}
    assert made | set(REASONS) == set(COMMANDS)
    assert not made & set(REASONS)
    assert set(QUESTIONS) <= made


@ON_FILE  # compares all tables, as it lists them
async def test_every_command_that_is_sent_again_is_answered_as_the_first_time(running: Running, join: Connect) -> None:
    makers, wrong = Makers(running, join), {}
    for tag in sorted(set(COMMANDS) - set(REASONS)):
        client, fields = await makers.make(tag)
        token = client.token
        first = await answer(client, tag, fields)
        assert first["t"] != "error", (tag, first)
        # as after a lost connection; where the sender has become somebody else, with the token of before
        again = await join(token)
        if again.welcome["t"] == "bye":
            wrong[tag] = again.welcome
            continue
        before = await snapshot(running, again.player)
        second = await answer(again, tag, fields)
        if tag in QUESTIONS:
            first, second = {"t": first["t"]}, {"t": second["t"]}
        after = await snapshot(running, again.player)
        if tag == "redeem":  # another token in the place of that which was lost
            before["tokens"], after["tokens"] = ([(len(each["tokens"]),)] for each in (before, after))
            before["codes"], after["codes"] = ([(len(each["codes"]),)] for each in (before, after))
        changed = {table for table in after if after[table] != before[table]}
        if second != first or changed:
            wrong[tag] = {"first": first, "second": second, "changed": changed}
    assert wrong == {}


@pytest.mark.parametrize(
    "tag",
    [
        "change_password",
        "challenge",
        "accept_challenge",
        "decline_challenge",
        "claim_owner",
        "act",
        "end_device",
        "code",
        "tree_new",
        "tree_edit",
    ],
)
async def test_a_command_on_two_connections_at_once_is_done_once(running: Running, join: Connect, tag: str) -> None:
    client, fields = await Makers(running, join).make(tag)
    other = await join(client.token)
    first, second = await asyncio.gather(*(answer(each, tag, fields) for each in (client, other)))
    assert first == second
    assert first["t"] == "ack"


@pytest.mark.parametrize("clock", [SLOW, BLITZ])
async def test_of_accepting_and_withdrawing_a_challenge_at_once_one_is_acknowledged(
    running: Running, join: Connect, clock: dict[str, Any]
) -> None:
    for turn in range(6):
        ada, bob = await join(), await join()
        made = await ada.command("challenge", to=bob.player, **GAME, clock=clock)
        fields = {"challenge": made["challenge"]}
        asked = [(ada, "withdraw_challenge"), (bob, "accept_challenge")]
        found = await asyncio.gather(*(answer(each, tag, fields) for each, tag in asked[:: 1 - 2 * (turn % 2)]))
        assert sorted(each["t"] for each in found) == ["ack", "error"]
        begun = [each for each in found if each.get("room")]
        games = await running[0].store.fetch("SELECT id FROM games WHERE player1 = ?", (bob.player,))
        assert [row["id"] for row in games] == [each["room"] for each in begun]


async def test_of_accepting_and_withdrawing_a_seek_at_once_one_is_acknowledged(running: Running, join: Connect) -> None:
    for turn in range(6):
        ada, bob = await join(), await join()
        fields = {"seek": (await ada.command("seek", **SEEK))["seek"]}
        asked = [(ada, "unseek"), (bob, "accept_seek")]
        found = await asyncio.gather(*(answer(each, tag, fields) for each, tag in asked[:: 1 - 2 * (turn % 2)]))
        assert sorted(each["t"] for each in found) == ["ack", "error"]
