"""Throwaway guests of one address make seeks, take them back and challenge one person: do others still find a game?"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

from tests.attacks._crowd import resident_mib
from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

GUESTS = 38
"""As many as one address may have made in a moment."""
ROUNDS = 20
EXPECTED = {"too_many_seeks", "too_many_challenges", "flood", "unknown_seek", "unknown_challenge"}
MOST_S = 20.0
"""Two who seek are matched every three seconds; a busy machine takes longer."""
MOST_MIB = 48.0


async def _attempt(guest: Client, t: str, **fields: object) -> bool:
    """Whether a command was done; Refusal where it was refused for any other reason than a limit."""
    try:
        await guest.command(t, **fields)  # type: ignore[arg-type]
    except Refusal as refusal:
        if refusal.code not in EXPECTED:
            raise
        return False
    return True


async def _flood(guest: Client, number: int, victim: str) -> tuple[int, int]:
    """How many seeks and challenges one guest has made."""
    seeks = challenges = 0
    wish = {
        "rules": ["freestyle", "standard", "renju", "caro"],
        "sizes": [13, 15, 17, 19],
        "clocks": [{"kind": "none"}],
    }
    terms = {"rules": "freestyle", "size": 15, "clock": {"kind": "correspondence", "move_ms": 86_400_000}}
    for _ in range(ROUNDS):
        # all want black, so that they do not meet each other; none is anybody's wish but theirs
        made = await _attempt(guest, "seek", **wish, openings=["free"], color="black", rated=bool(number % 2))
        seeks += made
        challenges += await _attempt(guest, "challenge", to=victim, **terms)
    return seeks, challenges


async def _attack(folder: Path) -> Finding:
    # the budget of messages would end the flood, sooner the quicker the machine is
    server = ServerProcess(folder / "tengen.db", address_messages_per_s=2000, messages_per_s=1000).start()
    try:
        async with AsyncExitStack() as stack:
            victim, friend, ada, bob = [
                await stack.enter_async_context(Client(server.ws, source=f"127.0.0.{2 + n}")) for n in range(4)
            ]
            guests = [await stack.enter_async_context(Client(server.ws, source="127.0.0.1")) for _ in range(GUESTS)]
            for guest in guests:
                guest.seeks = True  # they answer beats, as those do who really look
            before = resident_mib(server)
            counts = await asyncio.gather(*(_flood(guest, n, victim.player) for n, guest in enumerate(guests)))
            grown = resident_mib(server) - before
            asked = await _attempt(
                friend, "challenge", to=victim.player, rules="renju", size=15, clock={"kind": "none"}
            )
            began = monotonic()
            await ada.send(t="lobby", on=True)
            shown = (await ada.wait(lambda m: m["t"] == "lobby")).get("seeks", [])
            lobby_s = monotonic() - began
            began = monotonic()
            # a wish that none of the flood has
            for each in (ada, bob):
                await each.seek(sizes=[20], clocks=[{"kind": "per_move", "move_ms": 30_000}])
            rooms = {(await each.wait(lambda m: m["t"] == "matched"))["room"] for each in (ada, bob)}
            matched_s = monotonic() - began
    finally:
        server.stop()
    figures: dict[str, float | int | str] = {
        "seeks_made": sum(seeks for seeks, _ in counts),
        "challenges_made": sum(challenges for _, challenges in counts),
        "seeks_shown": len(shown),
        "lobby_s": round(lobby_s, 2),
        "matched_s": round(matched_s, 2),
        "friend_heard": int(asked),
        "grown_mib": round(grown, 1),
    }
    return Finding(asked and len(rooms) == 1 and matched_s < MOST_S and grown < MOST_MIB, figures)


ATTACK = Attack(
    "seek-flood", "others at other addresses are matched and can challenge, and the server stays small", _attack
)
