"""One address fills the lobby with rooms of throwaway guests: is another person's room still there to be found?"""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Message, Refusal
from tests.kit.process import ServerProcess

GUESTS = 38
"""As many as one address may have made in a moment."""
ROOMS_EACH = 8
OVER = "too_many_bot_games_here"


async def _fill(server: ServerProcess, stack: AsyncExitStack) -> int:
    """How many rooms the flood has made: each guest waits in half of its own, and plays a bot in two."""
    made = 0
    for _ in range(GUESTS):
        guest = await stack.enter_async_context(Client(server.ws, source="127.0.0.1"))
        levels = [None] * (ROOMS_EACH - 2) + [1, 1]
        wishes = [{} if level is None else {"level": level} for level in levels]
        ends = await asyncio.gather(*(guest.create(**wish) for wish in wishes), return_exceptions=True)
        for end in ends:
            if isinstance(end, BaseException) and not (isinstance(end, Refusal) and end.code == OVER):
                raise end
        rooms = [end for end in ends if isinstance(end, str)]
        made += len(rooms)
        for room in rooms:
            await guest.enter(room)  # a game is listed while its player is there
    return made


async def _attack(folder: Path) -> Finding:
    # the budget of messages would end the flood, sooner the quicker the machine is
    server = ServerProcess(folder / "tengen.db", address_messages_per_s=2000).start()
    try:
        async with AsyncExitStack() as stack:
            waiting = await stack.enter_async_context(Client(server.ws, source="127.0.0.2"))
            room = await waiting.create()
            game = await waiting.create(level=1)
            await waiting.enter(game)
            follower = await stack.enter_async_context(Client(server.ws, source="127.0.0.3"))
            await follower.send(t="lobby", on=True)
            known = {line["room"] for line in (await follower.wait(lambda m: m["t"] == "lobby"))["rooms"]}
            made = await _fill(server, stack)
            newcomer = await stack.enter_async_context(Client(server.ws, source="127.0.0.4"))
            await newcomer.send(t="lobby", on=True)
            fresh = {line["room"] for line in (await newcomer.wait(lambda m: m["t"] == "lobby"))["rooms"]}

            def caught_up(message: Message) -> bool:
                """Take in each change; true once the list is that of the newcomer, who also is one more person."""
                if message["t"] == "lobby_change":
                    known.update(line["room"] for line in message["rooms"])
                    known.difference_update(message["gone"])
                return known == fresh

            with suppress(TimeoutError):
                if known != fresh:
                    await follower.wait(caught_up)
            figures = {
                "rooms_made": made,
                "rooms_shown": len(fresh),
                "waiting_room_shown": int(room in fresh),
                "game_shown": int(game in fresh),
                "follower_missed": len(fresh ^ known),
            }
    finally:
        server.stop()
    held = {room, game} <= fresh and known == fresh and len(fresh) < made
    return Finding(held, dict(figures))


ATTACK = Attack("lobby-flood", "the waiting room and the game of another person stay in the lobby", _attack)
