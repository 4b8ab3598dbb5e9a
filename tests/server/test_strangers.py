"""Games that are not public, and what a third person can fetch: the same as if they had never been played."""

import hashlib
import json
import random
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from bots.learning.study.findings import StudiedPuzzle
from server.config import Config
from server.lifecycle import start
from server.protocol.values import Rules, Visibility, Who
from server.store.games import library
from server.store.knowledge import studies
from server.store.knowledge.jobs import Job
from server.store.people import players
from server.store.records import StoredPlayer
from server.studying import list_conclusions
from tests.kit.app import App
from tests.kit.client import Client
from tests.kit.http import get
from tests.server.learning.examples import CHANCE, pattern, study
from tests.server.store.bot_games import against_bot

NOW = int(time() * 1000)  # who was here lately, and so is not forgotten before having played
TOKEN = "e" * 43
RULES: tuple[Rules, ...] = ("freestyle", "renju")
KEYS = [pattern(gap, rules).key for gap in (1, 2, 3) for rules in RULES]
VISIBILITIES: tuple[Visibility, ...] = get_args(Visibility)


@dataclass(frozen=True)
class Played:
    """A game of a stranger against a bot, and what is read out of it."""

    id: str
    player: str
    visibility: Visibility
    rules: Rules
    winner: Any
    taught: tuple[int, ...]
    puzzles: tuple[int, ...]
    ended_at: int


def games_of(chance: random.Random) -> list[Played]:
    """Some games of all sorts; the same positions and the same traps come in several of them."""
    return [
        Played(
            id=f"game{n:08}",
            player=chance.choice(("ann", "bob")),
            visibility=chance.choice(VISIBILITIES),
            rules=chance.choice(RULES),
            winner=chance.choice(("black", "white")),
            taught=tuple(chance.sample((1, 2, 3), chance.randint(0, 2))),
            puzzles=tuple(chance.sample((4, 5, 6, 7), chance.randint(0, 3))),
            ended_at=9_000 + n // 2,
        )
        for n in range(12)
    ]


async def play(app: App, game: Played) -> None:
    whys = {1: {"kind": "search", "depth": 3}}
    serial = await against_bot(
        app.store,
        game.id,
        Who(id=game.player),
        winner=game.winner,
        rules=game.rules,
        visibility=game.visibility,
        whys=whys,
        ended_at=game.ended_at,
    )
    job, history = Job(serial, game.id), await library.find_game(app.store, game.id)
    assert history is not None
    read = study(*(pattern(gap, game.rules) for gap in game.taught), chance=CHANCE)
    read = replace(read, puzzles=tuple(StudiedPuzzle("win", ply, "vcf") for ply in game.puzzles))
    more = await list_conclusions(app.store, job, history, read, game.ended_at + 1)
    await studies.keep(app.store, job, read, game.ended_at + 1, *more)


async def crawled(site: str, every: list[Played]) -> dict[str, Any]:
    """Every address of the API that somebody could know or be led to, for nobody and for a third person."""
    ids = [game.id for game in every if game.visibility == "public"] + ["nowhere00000"]
    wanted = ["/api/levels", "/api/scores"]
    wanted += [f"/api/games?{filter}limit=2" for filter in ("", "player=Ann&", "level=3&", "rules=renju&")]
    wanted += [f"/api/games/{id}{form}" for id in ids for form in ("", ".sgf", ".psq", "/analysis")]
    wanted += [f"/api/games/{game.id}" for game in every if game.visibility == "private"]
    wanted += [f"/api/lines/{game.id}" for game in every if game.visibility != "link"]
    wanted += ["/api/lines?limit=1", "/api/lines?rules=renju", "/api/lines/today", "/api/bots/3", "/api/bots/10"]
    wanted += ["/api/patterns?limit=1", "/api/patterns?rules=renju"]
    wanted += [f"/api/patterns/{key}" for key in (*KEYS, *range(1, 9))]
    wanted += ["/api/puzzles", "/api/puzzles?rules=renju"]
    wanted += [f"/api/puzzles/next?{filter}" for filter in ("", "rules=renju", "kind=defence", "after=1", "after=2")]
    wanted += [f"/api/puzzles/{n}" for n in range(1, 12)]
    found: dict[str, Any] = {}
    for token in (None, TOKEN):
        queue = list(wanted)
        for target in queue:
            status, body = found[f"{token} {target}"] = await get(site + target, token)
            page = json.loads(body) if status == 200 and "?" in target else None
            if page and page.get("next"):
                base = re.sub(r"&cursor=.*", "", target)
                queue.append(f"{base}&cursor={page['next']}")
    return found


async def third_person(folder: Path, every: list[Played], visible: set[Visibility]) -> dict[str, Any]:
    """Fetch everything from a server on which only the games of some visibilities were played."""
    async with AsyncExitStack() as stack:
        core, server = await start(Config(port=0, db=folder / f"{len(visible)}.db", study_nodes=1000), stack)
        app = App(core)
        for name in ("ann", "bob", "eve"):
            hash = hashlib.sha256((TOKEN if name == "eve" else name).encode()).digest()
            await players.insert(app.store, StoredPlayer(name, name.capitalize(), NOW), hash)
        for game in every:
            if game.visibility in visible:
                await play(app, game)
        port = next(iter(server.sockets)).getsockname()[1]
        found = await crawled(f"http://127.0.0.1:{port}", every)
        stranger = await stack.enter_async_context(Client(f"ws://127.0.0.1:{port}/ws"))
        for visibility in sorted(visible):
            room = await stranger.create(visibility=visibility)
            if visibility != "public":
                found[room] = "hidden"
        eve = await stack.enter_async_context(Client(f"ws://127.0.0.1:{port}/ws", TOKEN))
        await eve.send(t="lobby", on=True)
        lobby = await eve.wait(lambda message: message["t"] == "lobby")
        hidden = {room for room in found if found[room] == "hidden"}
        found = {name: value for name, value in found.items() if name not in hidden}
        assert not hidden & {line["room"] for line in lobby["rooms"]}
        found["lobby"] = (len(lobby["rooms"]), lobby["online"])
        found["rooms"] = eve.welcome["rooms"]
    return found


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 4, 6))])
async def test_a_third_person_fetches_the_same_without_the_games_of_others(tmp_path: Path, seed: int) -> None:
    every = games_of(random.Random(seed))
    assert {game.visibility for game in every} == set(VISIBILITIES)
    alone = await third_person(tmp_path, every, {"public"})
    among = await third_person(tmp_path, every, set(VISIBILITIES))
    different = {
        name: (alone.get(name), among.get(name)) for name in alone | among if alone.get(name) != among.get(name)
    }
    assert not different
    successes = [name for name, answer in alone.items() if isinstance(answer, tuple) and answer[0] == 200]
    assert any("/api/puzzles/" in name for name in successes)
    assert any("/api/patterns/" in name for name in successes)
    assert any("cursor=" in name for name in successes)
