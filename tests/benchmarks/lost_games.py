"""How long after the end of a lost game do bots play with what it taught? ``python -m tests.benchmarks.lost_games``.

A server of its own, and a person who plays its learner with the search at so many nodes a move, each game from another
first stone. Of each game that the learner loses it is told when its lesson came, which is told once bots have it, and
when the whole analysis was there. With ``--rematch`` the next game has begun by then, and its bot is thinking.
"""

import argparse
import asyncio
import json
import tempfile
from pathlib import Path
from statistics import median
from time import monotonic
from typing import Any

from bots.engine import MEMORY, Limits, Stop
from bots.registry import engine
from gomoku.board import Color
from gomoku.game import Game
from gomoku.rulesets import ruleset
from tests.kit.client import Client, Message
from tests.kit.process import ServerProcess

SIZE = 15
READY_S = 300.0
STUDIED_S = 300.0
RULES = "freestyle"
MIDDLE = 112


def first_stone(number: int) -> int:
    """Another one each time, near the middle."""
    return MIDDLE + number % 5 - 2 + SIZE * (number // 5 % 5 - 2)


async def played(client: Client, level: int, nodes: int, number: int) -> tuple[str, bool]:
    """A game as black against a level, to its end; its room, and whether it was won."""
    player = engine("search").open(ruleset(RULES), SIZE, number, MEMORY)
    room = await client.create(rules=RULES, size=SIZE, color="black", level=level)
    await client.enter(room)
    game = Game(ruleset(RULES), SIZE)
    while game.outcome is None:
        if game.to_move is Color.BLACK:
            choice = None if game.ply else first_stone(number)
            if choice is None:
                choice = (await asyncio.to_thread(player.choose, game, Limits(nodes=nodes), Stop())).point
            await client.move(room, game.ply, choice)
            await client.event("moved", room)
            game.play(choice)
        else:
            game.play((await client.event("moved", room))["point"])
    player.close()
    await client.event("ended", room)
    return room, game.outcome.winner is Color.BLACK


async def studied(client: Client, room: str) -> dict[str, float | None]:
    """Seconds from now to the lesson of a game, to its end, and whether a mistake is named."""
    began, lesson = monotonic(), None
    await client.send(t="watch", game=room, on=True)
    named: Message = {}
    while True:
        try:
            news = await client.wait(lambda m: m["t"] == "analysis" and m["game"] == room)
        except TimeoutError:  # on a busy machine
            if monotonic() - began > STUDIED_S:
                raise
            continue
        if lesson is None and "lesson" in news:
            lesson, named = monotonic() - began, news["lesson"]
        if news["state"] in ("done", "failed", "none"):
            await client.send(t="watch", game=room, on=False)
            return {"lesson_s": lesson, "analysis_s": monotonic() - began, "mistake": named.get("mistake")}


async def measure(options: argparse.Namespace) -> list[dict[str, Any]]:
    """Figures of each game that was lost."""
    found: list[dict[str, Any]] = []
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "tengen.db", bot_pause_ms=0).start()
        try:
            async with Client(server.ws) as client:
                await ready(client, options.level)
                number = 0
                while len(found) < options.games and number < 4 * options.games:
                    room, won = await played(client, options.level, options.nodes, number)
                    number += 1
                    if not won:
                        await client.send(t="leave", room=room)
                        continue
                    if options.rematch:
                        await client.command("offer", room=room, what="rematch")
                    found.append(await studied(client, room))
                    print(json.dumps(found[-1]), flush=True)
        finally:
            server.kill()
    return found


async def ready(client: Client, level: int) -> None:
    """Until a level can be played."""
    async with asyncio.timeout(READY_S):
        while True:
            try:
                room = await client.create(level=level)
            except Exception as error:
                if getattr(error, "code", "") != "level_not_ready":
                    raise
                await asyncio.sleep(0.5)
            else:
                await client.command("abort", room=room)
                return


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.lost_games", description=__doc__)
    parser.add_argument("--games", type=int, default=9, help="games that the bot shall lose")
    parser.add_argument("--level", type=int, default=10, help="the bot")
    parser.add_argument("--nodes", type=int, default=50_000, help="of each of the person's moves")
    parser.add_argument("--rematch", action="store_true", help="play again at once")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    found = asyncio.run(measure(options))
    lessons = sorted(each["lesson_s"] for each in found if each["lesson_s"] is not None)
    whole = sorted(each["analysis_s"] for each in found)
    named = sum(each["mistake"] is not None for each in found)
    print(f"{len(found)} lost games, {named} with a mistake that is named")
    print(f"seconds to the lesson: median {median(lessons):.1f}, most {lessons[-1]:.1f}")
    print(f"seconds to the whole analysis: median {median(whole):.1f}, most {whole[-1]:.1f}")
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
