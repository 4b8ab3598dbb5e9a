"""Every list that the server gives, with rows of every state that its tables take: one row never takes a list down."""

import asyncio
import random
from typing import Any, get_args

import pytest

from server.command_line import main
from server.protocol.addresses import ADDRESSES
from server.protocol.values import OpeningName, ReasonName, Rules, Visibility
from tests.conftest import Connect
from tests.kit.client import Client
from tests.kit.http import get, get_json
from tests.kit.stores import ON_FILE
from tests.server.test_staff import ask, staff
from tests.server.test_talk import Running

GAMES = 200
DAMAGED = 0.2
FISCHER = '{"kind":"fischer","initial_ms":60000,"increment_ms":0,"cap_ms":90000}'
SOUND: dict[str, Any] = {
    "rules": "freestyle",
    "clock": None,
    "opening": "free",
    "reason": "five",
}
BROKEN: dict[str, list[Any]] = {
    "rules": ["", "freestile"],
    "clock": ["", "{", "null", '{"kind":"fischer"}', '{"kind":"sundial"}', "\ufffd"],
    "opening": ["", "fre\ufffd"],
    "reason": ["", "fife"],
}
"""Invalid values for the texts of a row: the tables accept any."""
BEGUN = "black IS NOT NULL"
LISTED = f"{BEGUN} AND plies > 0 AND ended_at IS NOT NULL"
LISTS: tuple[str, ...] = (
    "people",
    "rooms",
    "games",
    "jobs",
    "trees",
    "reports",
    "audit",
    "settings",
    "backups",
    "checks",
    "patterns",
)
LISTS = (*LISTS, *("weights", "proofs", "classrooms", "health"))
BY_COMMAND = (
    *(("rooms", "list"), ("players", "list"), ("reports", "list"), ("audit", "list"), ("account", "list")),
    *(("games", "list", "--limit", "1000"), ("patterns", "list"), ("weights", "list"), ("proofs", "list")),
    *(("trees", "list"), ("studies",)),
)
OF_STAFF = {"rooms": "rooms", "games": "games", "jobs": "jobs"}


def make_game(rng: random.Random, n: int, players: list[str | None]) -> tuple[dict[str, Any], str]:
    """A row of ``games`` of any state, and the column of it that cannot be read, if any."""
    row = dict(SOUND)
    row["rules"], row["opening"] = rng.choice(get_args(Rules)), rng.choice(get_args(OpeningName))
    row["reason"] = rng.choice(get_args(ReasonName))
    row["clock"] = rng.choice([None, FISCHER])
    damaged = ""
    if rng.random() < DAMAGED:
        column = rng.choice(list(BROKEN))
        row[column], damaged = rng.choice(BROKEN[column]), column
    begun, over = rng.random() < 0.7, rng.random() < 0.7
    start = rng.choice([0, 0, 2])
    row |= {
        "id": f"game{n:08}",
        "size": rng.choice([3, 15, 20]),
        "clock_kind": rng.choice(["none", "fischer", "per_move"]),
        "visibility": rng.choice(get_args(Visibility)),
        "rated": rng.randrange(2),
        "pool": "freestyle",
        "clock_ms": 60_000,
        "player0": rng.choice(players),
        "level0": rng.choice([None, None, 1, 999]),
        "start": start,
        "created_at": n,
    }
    if begun:
        row |= {
            "player1": rng.choice([each for each in players if each is None or each != row["player0"]]),
            "level1": rng.choice([None, None, 2, 999]),
            "black": rng.randrange(2),
        }
        row["started_at"] = n
    if over:
        row |= {
            "ended_at": 1000 + n,
            "winner": rng.choice([None, "black", "white"]),
            "plies": start + rng.choice([0, 5]),
        }
        if not begun:
            damaged = damaged.replace("reason", "")
            row |= {"reason": "aborted", "winner": None}
    else:
        damaged = damaged.replace("reason", "")
        row["reason"] = None
        if begun and rng.random() < 0.3:
            row |= {"next_flag_at": 10**15 + n, "waits_for": row["player0"]}
    if over and begun and rng.random() < 0.1:
        row |= {"imported": "a.sgf", "black_name": rng.choice(["", "Ada"]), "white_name": ""}
    return row, damaged


async def insert(running: Running, table: str, /, **row: Any) -> None:
    columns = ", ".join(row)
    await running[0].store.execute(
        (f"INSERT INTO {table} ({columns}) VALUES ({', '.join('?' * len(row))})", [*row.values()])
    )


async def fill(running: Running, client: Client, seed: int) -> dict[str, str]:
    """Rows of every state in all tables of which there are lists; by the games' ids their damaged columns."""
    rng = random.Random(seed)
    me, store = client.player, running[0].store
    await insert(running, "players", id="gone00000000", name="", created_at=1, seen_at=1, deleted_at=2)
    await insert(running, "players", id="other0000000", name="\ufffd", name_key="\ufffd", created_at=1, seen_at=1)
    players = [me, "gone00000000", "other0000000", "nobody000000", None]
    known: dict[str, str] = {}
    for n in range(1, GAMES + 1):
        row, known[row["id"]] = make_game(rng, n, players)
        await insert(running, "games", serial=n, **row)
        if rng.random() < 0.3:
            asked_by = rng.choice(players)
            await insert(running, "jobs", game=n, asked_by=asked_by, at=10**15, failures=rng.choice([0, 9]))
        if row["rated"] and "ended_at" in row:
            entry: dict[str, Any] = {
                "ended_at": row["ended_at"],
                "family": "gomoku",
                "kind": "freestyle 15 free",
                "slow": 0,
            }
            await insert(running, "rating_entries", game=n, **entry, reason=rng.choice(["struck", None]), waits=0)
        if "ended_at" in row and "black" in row and rng.random() < 0.3:
            line = rng.choice(["[]", "", "[1", '["a"]', "[112]"])
            await insert(
                running, "lessons", game=n, at=1, entry=rng.choice([None, 3]), mistake=2, method="vcf", line=line
            )
            body = rng.choice(["null", "[]", '{"cells":[],"color":"black","lost":1}'])
            await insert(running, "last_chances", game=n, rules=row["rules"], body=body)
    for n, body in enumerate(("", "{", "[]", "{}", "null")):
        await insert(
            running, "patterns", id=n + 1, key=f"key{n}", rules="freestyle", imported=1, learned_at=n, body=body
        )
        await insert(running, "audit", at=n, by_player=rng.choice([me, None]), action="?", target=None, data=body)
        about = {"about": "other0000000", "reason": "spam", "note": "", "state": "open"}
        await insert(running, "reports", at=n, by_player=None, remarks=body, **about)
        numbers = {
            "body": body,
            "openings": body,
            "engine": "",
            "games": 0,
            "spread": 0.0,
            "parent": 0,
            "state": "passed",
        }
        await insert(running, "weights", at=n, **numbers)
        given = {"id": f"challenge{n}", "player": "other0000000", "other": me, "command": f"c{n}", "made_at": n}
        await insert(running, "challenges", **given, terms=body, expires_at=10**15)
    await store.execute(("UPDATE games SET ended_at = ended_at", ()))  # the rows came without an end: lists hear of it
    return known


async def read_all(client: Client, t: str, **fields: Any) -> tuple[list[Any], list[Any]]:
    """All pages of a list of the staff: what is shown, and what is named as broken."""
    shown: list[Any] = []
    broken: list[Any] = []
    while True:
        page = await ask(client, t, **fields)
        shown += page[OF_STAFF[t]]
        broken += page.get("broken", [])
        if not page.get("more"):
            return shown, broken
        numbers = [row["number"] for row in (*page[OF_STAFF[t]], *page.get("broken", []))]
        fields["before"] = min(numbers)


async def list_ids(running: Running, sql: str) -> list[str]:
    return sorted(row[0] for row in await running[0].store.fetch(sql))


@ON_FILE  # puts rows that refer to nothing
@pytest.mark.parametrize("seed", range(3))
async def test_rows_of_every_state_leave_every_list_standing(running: Running, join: Connect, seed: int) -> None:
    owner = await staff(running, join, "owner")
    known = await fill(running, owner, seed)
    url = running[1].replace("ws:", "http:").removesuffix("/ws")

    # the staff's: every row that there is stands in its list, shown or named
    shown, broken = await read_all(owner, "games", rated=False)
    assert sorted([*(each["game"]["id"] for each in shown), *(each["id"] for each in broken)]) == await list_ids(
        running, f"SELECT id FROM games WHERE {LISTED}"
    )
    assert {each["id"] for each in broken} == {
        id for id in await list_ids(running, f"SELECT id FROM games WHERE {LISTED}") if known[id]
    }
    rated = [each for show in await read_all(owner, "games", rated=True) for each in show]
    assert len(rated) == len(await list_ids(running, f"SELECT id FROM games WHERE rated = 1 AND {LISTED}"))
    shown, broken = await read_all(owner, "rooms", show="all")
    assert sorted([*(each["room"] for each in shown), *(each["id"] for each in broken)]) == await list_ids(
        running, "SELECT id FROM games WHERE ended_at IS NULL"
    )
    for failed in (False, True):
        jobs, broken = await read_all(owner, "jobs", failed=failed)
        assert jobs
    for t in LISTS:
        await ask(owner, t)
    reports = (await ask(owner, "reports"))["reports"]
    assert [each.get("damaged", False) for each in reports] == [True, True, False, True, True]
    acts = (await ask(owner, "audit"))["acts"]
    assert [each.get("damaged", False) for each in reversed(acts)] == [True, True, True, False, True]

    # everybody's: what can be read
    found: list[str] = []
    named: list[str] = []
    cursor = ""
    while True:
        page = await get_json(f"{url}/api/games?limit=100{cursor}", owner.token)
        found += [game["id"] for game in page["games"]]
        named += page.get("broken", [])
        if not page.get("next"):
            break
        cursor = f"&cursor={page['next']}"
    me = f"'{owner.player}'"
    visible = f"{LISTED} AND reason <> 'aborted' AND (visibility = 'public' OR {me} IN (player0, player1))"
    assert sorted([*found, *named]) == await list_ids(running, f"SELECT id FROM games WHERE {visible}")
    assert set(named) == {id for id in (*found, *named) if known[id]}
    slow = await get_json(f"{url}/api/correspondence", owner.token)
    theirs = f"next_flag_at IS NOT NULL AND {me} IN (player0, player1)"
    assert sorted(game["room"] for game in slow) == [
        id for id in await list_ids(running, f"SELECT id FROM games WHERE {theirs}") if known[id] in ("", "opening")
    ]
    for address in ADDRESSES:
        if address.path.startswith("/api/") and "{" not in address.path and not address.path.endswith((".svg", ".gif")):
            query = "?rules=freestyle&size=15" if address.path == "/api/explorer" else ""
            status, body = await get(f"{url}{address.path}{query}", owner.token)
            assert status < 500, (address.path, status, body)
    assert (await get(f"{url}/api/bots/1", owner.token))[0] == 200
    for words in BY_COMMAND:
        assert await asyncio.to_thread(main, [*words, "--db", str(running[0].store.path)]) == 0, words
    again = await join(owner.token)  # what is told to who comes: challenges, rooms, lessons
    assert again.welcome["t"] == "welcome"


async def test_a_room_that_nobody_joined_is_no_game(running: Running, join: Connect) -> None:
    """The two messages of a guest by which nobody of the staff saw any game any more."""
    owner, guest = await staff(running, join, "owner"), await join()
    room = await guest.create(start=[112, 113])
    await guest.command("abort", room=room)
    assert (await ask(owner, "games"))["games"] == []
    assert (await get_json(f"{running[1].replace('ws:', 'http:').removesuffix('/ws')}/api/games"))["games"] == []


async def test_the_staff_removes_a_game_that_cannot_be_shown(running: Running, join: Connect) -> None:
    owner = await staff(running, join, "owner")
    row, _ = make_game(random.Random(1), 1, [None])
    seen = {"rules": "?", "black": 0, "started_at": 1, "ended_at": 2, "plies": 5, "reason": "five", "winner": None}
    await insert(running, "games", **row | seen)
    ((serial,),) = await running[0].store.fetch("SELECT serial FROM games")
    assert (await ask(owner, "games"))["broken"] == [{"number": serial, "id": row["id"]}]
    await owner.command("act", act="delete_game", target=row["id"])
    assert "broken" not in await ask(owner, "games")
