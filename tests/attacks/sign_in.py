"""Somebody guesses passwords, asks which names there are by the clock, and floods the server with both."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

SECRET = "correct horse"
KNOWN = 8
TRIES = 4
"""Tries of each name from each address: as many as cause no wait."""
GUESSES = 40
FREE = 5
FLOODING, EACH = 16, 6
LONGEST_MOVE_MS = 1_000
UNLIKE = 0.75
"""How often at most one of two times, of a name that is there and one that is not, may be the longer."""


async def _refused(client: Client, name: str, password: str) -> str:
    try:
        await client.command("sign_in", name=name, password=password, join=False)
    except Refusal as refusal:
        return refusal.code
    return "signed in"


async def _time(server: ServerProcess) -> dict[str, list[float]]:
    """Milliseconds of wrong passwords for names that are there and names that are not, in turns."""
    took: dict[str, list[float]] = {"known": [], "unknown": []}
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(server.ws, source=f"127.0.1.{n + 1}")) for n in range(KNOWN)]
        await _refused(clients[0], "warm", "up")
        for turn in range(TRIES):
            for n, client in enumerate(clients):
                for kind, name in (("known", f"person {n}"), ("unknown", f"nobody {n}")):
                    began = perf_counter()
                    code = await _refused(client, name, f"wrong horse {turn}")
                    assert code == "bad_sign_in", code
                    took[kind].append((perf_counter() - began) * 1000)
    return took


async def _guess(server: ServerProcess, source: str) -> int:
    """How many of many guesses at one name were looked at."""
    async with Client(server.ws, source=source) as client:
        codes = [await _refused(client, "person 0", f"guess number {n}") for n in range(GUESSES)]
    return codes.count("bad_sign_in")


async def _flood(server: ServerProcess) -> tuple[float, int]:
    """The longest that a move of somebody else took, in ms, while many sign in at once; how many were looked at."""
    looked = 0

    async def sign_in(n: int) -> None:
        nonlocal looked
        async with Client(server.ws, source=f"127.0.2.{n % 6 + 1}") as client:
            for each in range(EACH):
                code = await _refused(client, f"crowd {n} {each}", "wrong horse")
                looked += code == "bad_sign_in"

    async with Client(server.ws, source="127.0.3.1") as black, Client(server.ws, source="127.0.3.2") as white:
        room = await black.create()
        await white.command("sit", room=room)
        flood = asyncio.gather(*(sign_in(n) for n in range(FLOODING)))
        longest, ply = 0.0, 0
        while not flood.done() and ply < 45:
            began = perf_counter()
            point = ply // 7 * 30 + ply % 7 * 2  # none beside another: nobody gets five
            await (black, white)[ply % 2].move(room, ply, point)
            longest = max(longest, (perf_counter() - began) * 1000)
            ply += 1
        await flood
    return longest, looked


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", address_messages_per_s=4000, message_burst=1000).start()
    try:
        for n in range(KNOWN):
            async with Client(server.ws, source=f"127.0.4.{n + 1}") as client:
                await client.command("keep_name", name=f"person {n}", password=SECRET)
        took = await _time(server)
        guessed = await _guess(server, "127.0.5.1")
        server.kill()
        server.start()
        again = await _guess(server, "127.0.5.1")
        elsewhere = await _owner_signs_in(server)
        longest, looked = await _flood(server)
    finally:
        server.kill()
    pairs = [known > unknown for known in took["known"] for unknown in took["unknown"]]
    longer = sum(pairs) / len(pairs)
    told_apart = max(longer, 1 - longer)
    log = server.log()
    figures: dict[str, float | int | str] = {
        "known_ms": round(median(took["known"]), 1),
        "unknown_ms": round(median(took["unknown"]), 1),
        "told_apart": round(told_apart, 2),
        "guesses": GUESSES,
        "looked_at": guessed,
        "looked_at_after_a_restart": again,
        "owner_signs_in": elsewhere,
        "flood_looked_at": looked,
        "longest_move_ms": round(longest, 1),
        "secrets_in_the_log": sum(word in log for word in (SECRET, "wrong horse", "guess number")),
    }
    held = (
        told_apart <= UNLIKE
        and guessed <= FREE + GUESSES // 8  # a slow machine gives the waits of some seconds their time
        and again <= FREE
        and elsewhere == "signed in"
        and longest <= LONGEST_MOVE_MS
        and not figures["secrets_in_the_log"]
    )
    return Finding(held, figures)


async def _owner_signs_in(server: ServerProcess) -> str:
    """Whether who is guessed at still comes in, from where the name was kept."""
    async with Client(server.ws, source="127.0.4.1") as client:
        return await _refused(client, "person 0", SECRET)


ATTACK = Attack(
    "sign-in",
    "names that are there take as long as others; guesses wait, also after a restart, and keep nobody else waiting",
    _attack,
)
