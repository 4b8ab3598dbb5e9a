"""Somebody who knows the ids of private games, trees and challenges asks every address, and says every message that
names one. What everybody is shown of the players, of bots and of who is strongest stays as it was before."""

import asyncio
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any, get_args

from msgspec.structs import fields

from server.protocol import inbound
from server.protocol.addresses import ADDRESSES
from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client
from tests.kit.http import get, get_json
from tests.kit.process import ServerProcess
from tests.kit.trees import bring

OTHERS: dict[str, dict[str, Any]] = {
    "create": {"rules": "freestyle", "size": 15, "clock": {"kind": "none"}, "level": 1, "from_ply": 1},
    "move": {"ply": 5, "point": 200},
    "choose": {"ply": 3, "choice": "black"},
    "declare": {"ply": 3, "number": 2},
    "propose": {"ply": 4, "points": [200, 201]},
    "plan": {"ply": 2, "branches": []},
    "offer": {"what": "draw"},
    "answer": {"what": "draw", "accept": True},
    "claim": {"result": "win"},
    "say": {"phrase": "hello"},
    "report": {"about": "nobody", "reason": "spam"},
    "watch": {"on": True},
    "follow_tree": {"on": True},
    "defend": {"point": 0},
    "attack": {"moves": [0]},
    "tree_change": {"visibility": "public"},
    "tree_edit": {"v": 0, "edit": {"kind": "add", "point": 112}},
}
"""Fields of a message beside its id and the game; for a new message the attack fails until it is listed."""
NAMING = ("room", "game", "from_game")
NAMING_TREES = ("tree",)
NAMING_CHALLENGES = ("challenge",)
LISTS = (
    *("/api/games?limit=50", "/api/games?player={owner}", "/api/explorer", "/api/explorer?moves=h8", "/api/scores"),
    *("/api/explorer?player={owner}", "/api/explorer?who=bots", "/api/lines", "/api/lines/today"),
    *("/api/patterns", "/api/bots/1", "/api/puzzles", "/api/puzzles/next", "/api/bots/1/profile"),
    *("/api/leaderboard", "/api/leaderboard?pool=renju", "/api/players?name=own", "/api/players/{owner}"),
    *("/api/players/Owner", "/api/correspondence", "/api/vacations", "/api/ratings"),
    *("/api/trees?whose=mine", "/api/trees?whose=public", "/api/bookmarks"),
    *("/api/staff/patterns.jsonl", "/api/staff/weights/1.txt"),
)
PAGES = (
    "/api/games/{id}",
    "/api/games/{id}.sgf",
    "/api/games/{id}.psq",
    "/api/games/{id}.svg",
    "/api/games/{id}.gif",
    "/api/games/{id}/analysis",
    "/api/lines/{id}",
)
TREE_PAGES = (
    "/api/trees/{id}",
    "/api/trees/{id}/nodes",
    "/api/trees/{id}/nodes?node=1&path=true",
    "/api/trees/{id}/find?moves=h8",
    "/api/trees/{id}.lib",
    "/api/trees/{id}.sgf",
    "/api/trees/{id}.svg",
    "/api/trees/{id}.gif",
    "/api/staff/trees/{id}.lib?act=why",
    "/api/staff/trees/{id}.sgf?act=why",
)
ELSEWHERE = {
    "/api/levels": "which bots are ready changes while the server warms up",
    "/api/patterns/{key}": "of what was learned alone; those are listed above",
    "/api/puzzles/{number}": "of puzzles alone; the next one is asked for above",
    "/api/picture.svg": "of moves that the asker says; it is of no game",
    "/api/picture.gif": "likewise",
    "/api/archive": "one's own games as a file; it bears the time",
}
"""Addresses that are not asked, and why; where one is new, the attack fails until it is asked or stands here."""
UNASKED = ("beat", "lobby", "welcome", "lessons", "trees_deleted")
"""Messages to anybody that answer nothing."""
QUIET_S = 1.0
PASSWORD = "a long enough secret"


def _find_unasked() -> list[str]:
    """Addresses of the API that this attack does not know."""
    asked = {each.partition("?")[0] for each in (*LISTS, *PAGES, *TREE_PAGES)}
    known = [re.escape(each).replace(r"\{id\}", "1").replace(r"\{owner\}", "1") for each in asked]
    found = []
    for address in ADDRESSES:
        path = re.sub(r"\{\w+\}", "1", address.path)
        if path.startswith("/api/") and address.path not in ELSEWHERE and not any(re.fullmatch(k, path) for k in known):
            found.append(address.path)
    return found


async def _keep_name(client: Client, name: str) -> None:
    """Make a guest an account."""
    await client.send(t="keep_name", id="keep", name=name, password=PASSWORD)
    client.welcome = await client.wait(lambda m: m["t"] == "welcome")
    client.token = client.welcome["token"]


async def _over(owner: Client, other: Client) -> str:
    """A private game of two people that was to be rated, played to its end."""
    room = await owner.create(visibility="private", rated=True)
    await owner.enter(room)
    await other.command("sit", room=room)
    for ply in range(9):
        mover = (owner, other)[ply % 2]
        await mover.move(room, ply, 112 + (ply // 2) + (ply % 2) * 15)
    return room


async def _against_bot(owner: Client, *, end: bool) -> str:
    room = await owner.create(visibility="private", level=1, rated=end)  # who plays a rated one gets no help
    await owner.enter(room)
    await owner.move(room, 0, 112)
    await owner.wait(lambda m: any(event.get("ply") == 1 for event in m.get("events", ())))
    if end:
        await owner.command("resign", room=room)
    return room


def _messages(room: str, naming: tuple[str, ...]) -> list[dict[str, Any]]:
    """Every message that names a room, a game or a tree by such a field, with this one in it."""
    found = []
    for kind in get_args(inbound.Inbound):
        for name in {field.name for field in fields(kind)}.intersection(naming):
            tag = str(kind.__struct_config__.tag)
            found.append({"t": tag, name: room, **OTHERS.get(tag, {})})
            if issubclass(kind, inbound.Command):
                found[-1]["id"] = f"{tag[:8]}{len(found)}{room}"[:24]
    return found


async def _told(outsider: Client, rooms: list[str], naming: tuple[str, ...] = NAMING) -> tuple[int, list[str]]:
    """How many messages were said, and whatever was answered that is no bare refusal."""
    said, leaks = 0, []
    for room in rooms:
        for message in _messages(room, naming):
            await outsider.send(**message)
            said += 1
            if message["t"] == "leave":
                continue  # has no answer
            with suppress(TimeoutError):
                answer = await outsider.wait(
                    lambda m: m["t"] not in ("beat", "lobby", "welcome", "lessons", "trees_deleted")
                )
                if message["t"] in ("lesson_seen", "tree_seen") and answer["t"] == "ack":
                    continue  # of one's own list alone, which is as empty afterwards: so it is for any name
                if answer == _gone(room):
                    continue
                if answer["t"] != "error" or answer.get("detail") or answer["code"] in ("bad_message", "bad_json"):
                    leaks.append(json.dumps({"said": message["t"]} | answer))
                continue
            leaks.append(f"{message['t']} has no answer")
    await asyncio.sleep(QUIET_S)  # what comes although nobody asked
    gone = [_gone(room) for room in rooms]
    leaks += [json.dumps(m) for m in outsider.heard if m not in gone and any(room in json.dumps(m) for room in rooms)]
    return said, leaks


def _gone(tree: str) -> dict[str, Any]:
    """The answer to a follower of a tree that may not be seen, as of one that there has never been."""
    return {"t": "tree", "tree": tree, "v": 0, "title": "", "gone": True}


async def _attack(folder: Path) -> Finding:
    budgets = {"message_burst": 1000, "messages_per_s": 1000, "address_messages_per_s": 2000}  # each is to be judged
    server = ServerProcess(folder / "tengen.db", bot_pause_ms=0, **budgets).start()
    leaks: list[str] = []
    try:
        async with Client(server.ws) as owner, Client(server.ws) as other, Client(server.ws) as outsider:
            await _keep_name(owner, "Host of rooms")
            await _keep_name(other, "Other")
            lists = [each.format(owner=owner.player) for each in LISTS]
            tokens = (None, outsider.token)
            before = {token: [await get(server.url + each, token) for each in lists] for token in tokens}
            await outsider.send(t="lobby", on=True)
            await outsider.wait(lambda m: m["t"] == "lobby")
            await outsider.command("follow", player=owner.player, on=True)
            await outsider.send(t="followed", on=True)
            presence = await outsider.wait(lambda m: m["t"] == "followed")
            rooms = [await _over(owner, other), await _against_bot(owner, end=True)]
            rooms.append(await _against_bot(owner, end=False))
            for room in rooms[:2]:
                await owner.command("analyse", game=room)
            tree = await bring(owner, b"h8i9j7", name="a.txt")
            terms: dict[str, Any] = {
                "rules": "freestyle",
                "size": 15,
                "clock": {"kind": "none"},
                "visibility": "private",
            }
            challenge = (await owner.command("challenge", to=other.player, **terms))["challenge"]
            told, leaks = await _told(outsider, rooms)
            leaks += [f"no page asks {path}" for path in _find_unasked()]
            for id, naming in ((tree, NAMING_TREES), (challenge, NAMING_CHALLENGES)):
                more, others = await _told(outsider, [id], naming)
                told, leaks = told + more, leaks + others
            leaks += [json.dumps(m) for m in outsider.heard if m["t"] == "followed" and m != presence]
            asked = 0
            for token in tokens:
                for page in (*PAGES, *TREE_PAGES):
                    nowhere = await get(server.url + page.format(id="nowhere00000"), token)
                    for room in [tree] if page in TREE_PAGES else rooms:
                        asked += 1
                        found = await get(server.url + page.format(id=room), token)
                        if found != nowhere:
                            leaks.append(f"{page}: {found}")
                for each, was in zip(lists, before[token], strict=True):
                    asked += 1
                    if await get(server.url + each, token) != was:
                        leaks.append(f"{each} has changed")
            state = await owner.enter(rooms[2])  # and nothing was done to it
            kept = (await get_json(f"{server.url}/api/trees", owner.token))["trees"]
            if [(each["id"], each["visibility"]) for each in kept] != [(tree, "private")]:
                leaks.append("a stranger has changed a tree")
            waiting = [m["challenges"] for m in other.heard if m["t"] == "challenges"][-1]
            if [each["id"] for each in waiting if not each.get("declined")] != [challenge]:
                leaks.append("a stranger has answered a challenge")
            if len(state["moves"]) != 2:
                leaks.append("a stranger's move stands")
    finally:
        server.kill()
    figures: dict[str, float | int | str] = {"messages": told, "requests": asked, "leaks": len(leaks)}
    if leaks:
        figures["first"] = " | ".join(leaks)[:900]
    return Finding(not leaks, figures)


ATTACK = Attack(
    "private-games", "an outsider who knows their ids gets nothing of private games, and nothing shows them", _attack
)
