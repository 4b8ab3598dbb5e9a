"""Studies beside twenty people who keep the strongest bot thinking on all cores: none must wait until it is quiet."""

import asyncio
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter

from server.store.store import Store
from tests.attacks._crowd import Opponent, gone, seated
from tests.attacks.attack import Attack, Finding
from tests.benchmarks.made_games import made
from tests.kit.client import Client, Message
from tests.kit.http import bots_ready
from tests.kit.process import ServerProcess
from tests.server.store.examples import add_player, finished

PEOPLE = 20
GAMES = 4
QUIET_GAMES = 2
BUSY_S = 90.0


async def _library(db: Path) -> list[str]:
    """Games that were played to their end, of all rules; their ids."""
    store = await Store.open(db)
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    games = await asyncio.to_thread(lambda: list(islice(made(1), GAMES)))
    ids = []
    for n, (rules, game) in enumerate(games):
        ids.append(f"game{n:08}")
        await finished(store, ids[-1], ada, bob, ended_at=9 + n, rules=rules, points=game.moves)  # type: ignore[arg-type]
    await store.close()
    return ids


async def _studied(reader: Client, games: list[str], most_s: float) -> list[float]:
    """Ask for the analyses of these games; after how many seconds each was there, those in time."""
    began, took = perf_counter(), []
    for game in games:
        await reader.command("analyse", game=game)
    try:
        async with asyncio.timeout(most_s):
            for game in games:
                await reader.wait(partial(_is_done, game))
                took.append(perf_counter() - began)
    except TimeoutError:
        pass
    return took


def _is_done(game: str, message: Message) -> bool:
    return (message["t"], message.get("game"), message.get("state")) == ("analysis", game, "done")


async def _attack(folder: Path) -> Finding:
    games = await _library(folder / "tengen.db")
    server = ServerProcess(folder / "tengen.db", log_level="error", bot_pause_ms=0).start()
    try:
        await bots_ready(server.url)
        async with Client(server.ws, source="127.0.1.2") as reader:
            quiet = await _studied(reader, games[:QUIET_GAMES], BUSY_S)
            crowd = [Opponent(server.ws, f"127.0.3.{n}", 9, 1, n, again=True) for n in range(1, PEOPLE + 1)]
            tasks = await seated(crowd)
            await asyncio.sleep(2)
            busy = await _studied(reader, games[QUIET_GAMES:], BUSY_S)
            answers = sum(len(person.answers) for person in crowd)
            await gone(crowd, tasks)
    finally:
        server.kill()
    figures: dict[str, float | int | str] = {
        "quiet_studies": len(quiet),
        "quiet_s_each": round(quiet[-1] / len(quiet), 1) if quiet else -1,
        "busy_studies": len(busy),
        "busy_first_s": round(busy[0], 1) if busy else -1,
        "answers": answers,
    }
    return Finding(bool(quiet) and bool(busy) and answers > 0, figures)


ATTACK = Attack(
    "studies-share",
    f"beside {PEOPLE} people who play level 9, a game is studied within {BUSY_S:.0f} s all the same",
    _attack,
    short=False,
)
