"""The guests of one address ask for more analyses than the server takes; somebody at another address asks for one."""

import asyncio
from pathlib import Path
from time import perf_counter

from server.review.analysis_followers import MOST_WAITING
from server.store.store import Store
from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.http import bots_ready
from tests.kit.process import ServerProcess
from tests.server.store.examples import add_player, finished

GAMES = MOST_WAITING + 100
EACH = 5
MOST_S = 20.0
STUDY_NODES = 20_000


async def _library(db: Path) -> None:
    """Public games that anybody may have analysed."""
    store = await Store.open(db)
    ada, bob = await add_player(store, "ada", "Ada"), await add_player(store, "bob", "Bob")
    for n in range(GAMES):
        await finished(store, f"game{n:08}", ada, bob, ended_at=9 + n, plies=30, rules="freestyle")
    await store.close()


async def _ask(server: ServerProcess, games: list[str]) -> tuple[int, set[str]]:
    """One throwaway guest; how many analyses were queued, and the codes of those refused."""
    taken, codes = 0, set[str]()
    async with Client(server.ws, source="127.0.1.1") as guest:
        for game in games:
            try:
                await guest.command("analyse", game=game)
                taken += 1
            except Refusal as refusal:
                codes.add(refusal.code)
    return taken, codes


async def _attack(folder: Path) -> Finding:
    await _library(folder / "tengen.db")
    server = ServerProcess(
        folder / "tengen.db", log_level="error", address_messages_per_s=100_000, study_nodes=STUDY_NODES
    ).start()
    queued, codes = 0, set[str]()
    try:
        await bots_ready(server.url)
        ids = [f"game{n:08}" for n in range(GAMES)]
        for first in range(0, GAMES - 10, EACH):
            taken, refused = await _ask(server, ids[first : first + EACH])
            queued, codes = queued + taken, codes | refused
        async with Client(server.ws, source="127.0.1.2") as other:
            began, mine = perf_counter(), ids[-1]
            await other.send(t="analyse", id="a", game=mine)
            answer = await other.wait(lambda m: m.get("id") == "a")
            took = -1.0
            if answer["t"] == "ack":
                async with asyncio.timeout(2 * MOST_S):
                    await other.wait(lambda m: m["t"] == "analysis" and m["game"] == mine and m["state"] == "done")
                took = perf_counter() - began
    finally:
        server.kill()
    figures: dict[str, float | int | str] = {"queued_by_one_address": queued, "other_s": round(took, 1)}
    figures["refused"] = " ".join(sorted(codes))
    return Finding(0 <= took <= MOST_S and queued < GAMES - 10, figures)


ATTACK = Attack(
    "analysis-queue",
    f"with {GAMES} analyses asked for by the guests of one address, another has its own within {MOST_S:.0f} s",
    _attack,
)
