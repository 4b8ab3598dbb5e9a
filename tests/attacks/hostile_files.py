"""Small files made to cost their reader time or the answer length, looked at and imported, while two people play."""

import asyncio
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from time import perf_counter

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.http import bots_ready
from tests.kit.pair import Pair
from tests.kit.process import ServerProcess
from tests.kit.uploads import send_file

BYTES = 128 * 1024
MOST_MOVE_S = 1.0
MOST_FILE_S = 30.0
"""Longest time from the last byte of a file to its last answer, with all others before it."""
MOST_ANSWER = 64 * 1024
"""Most characters of a description: 20 names of 80 letters in each listed game, and the rest."""
_PSQ = b"Piskvorky 15x15, 0:0, 0\n"


def _fill(head: bytes, part: bytes, tail: bytes = b"") -> bytes:
    return head + part * ((BYTES - len(head) - len(tail)) // len(part)) + tail


FILES = {
    "blanks.psq": _fill(_PSQ + b"1,1,", b"\t", b"x"),
    "games.psq": _fill(b"", b"Piskvorky \n"),
    "words.sgf": _fill(b"(;PB[\xe4", b"a1", b"];B[hh])"),
    "brackets.sgf": _fill(b"(;GM[1](", b"["),
    "charset.sgf": _fill(b"(;CA[a", b" "),
    "properties.sgf": _fill(b"(;RU[renju]", b"A[]", b";B[hh])"),
    "comments.sgf": _fill(b"(;RU[renju]", b"C[a]", b";B[hh])"),
    "names.sgf": b"(;RU[renju];B[hh]" + b"".join(b"%s%03d[x]" % (b"A" * 400, n) for n in range(300)) + b")",
    "bad.sgf": _fill(b"", b"(;RU[renju];B[])"),
    "tables.rif": b"<database>" + b"".join(b'<games a%d=""></games>' % n for n in range(5_000)) + b"</database>",
}
"""Repetitions that are dear to read: most once took time without a bound, and the names filled an answer."""


async def _read(client: Client) -> int:
    """Look at a file until it is described or refused, then import it. Return the length of the description."""
    length = 0
    with suppress(Refusal):
        while not (seen := (await client.command("file_look", upload="up")).get("file")):
            await asyncio.sleep(0.1)
        length = len(str(seen))
    with suppress(Refusal):
        await client.command("import_close", upload="up", rules="renju")
    return length


async def _timed(client: Client) -> tuple[float, int]:
    """Return the seconds that a file takes, too many where it has no end, and the length of its description."""
    began, length = perf_counter(), 0
    with suppress(TimeoutError):
        async with asyncio.timeout(MOST_FILE_S):
            length = await _read(client)
    return perf_counter() - began, length


async def _run(folder: Path) -> Finding:
    limits = {"messages_per_s": 1000, "message_burst": 1000, "address_messages_per_s": 4000}  # sooner than they allow
    server = ServerProcess(folder / "tengen.db", **limits).start()
    slowest = 0.0
    try:
        await bots_ready(server.url)  # what they take is not the attack's
        async with AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(Client(server.ws)) for _ in FILES]
            pair = await stack.enter_async_context(Pair(server.ws))
            files = zip(clients, FILES.items(), strict=True)
            await asyncio.gather(*(send_file(client, "games", *file, "up") for client, file in files))
            reading = asyncio.gather(*map(_timed, clients))
            moves = 0
            while not reading.done() or not moves:
                if moves < 80:  # the board has room for more
                    slowest, moves = max(slowest, await pair.play()), moves + 2
                await asyncio.sleep(0.1)
            found = await reading
    finally:
        server.kill()
    took, length = max(seconds for seconds, _ in found), max(length for _, length in found)
    figures: dict[str, float | int | str] = {"files": len(FILES), "moves": moves}
    figures |= {"slowest_move_s": round(slowest, 3), "slowest_file_s": round(took, 1), "longest_answer": length}
    return Finding(slowest <= MOST_MOVE_S and took < MOST_FILE_S and length <= MOST_ANSWER, figures)


ATTACK = Attack(
    "hostile-files",
    f"{len(FILES)} files made to take long are read in {MOST_FILE_S:.0f} s, and no move waits {MOST_MOVE_S:.0f} s",
    _run,
)
