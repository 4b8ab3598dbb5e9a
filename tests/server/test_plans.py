"""Plans on a real server: an answer is on the disk exactly when the move that it answers is, and outlives a kill."""

import asyncio

from tests.kit.client import Client
from tests.kit.process import ServerProcess

DAYS = {"kind": "correspondence", "move_ms": 3 * 86_400_000}
PAIRS = [(2 * (n % 7) + 30 * (n // 7), 2 * (n % 7) + 30 * (n // 7) + 1) for n in range(40)]
"""White's moves and black's answers, side by side: nobody gets five in a row."""
FIRST = 224
HEARD = 3


async def test_a_plan_and_its_answers_outlive_a_kill(server_process: ServerProcess) -> None:
    server = server_process.start()
    black, white = await Client(server.ws).open(), await Client(server.ws).open()
    room = await black.create(color="black", clock=DAYS, visibility="link")
    await white.command("sit", room=room)
    await black.move(room, 0, FIRST)
    branches = [[number, *pair] for number, pair in enumerate(PAIRS)]
    await black.command("plan", room=room, ply=1, branches=branches)

    white.send_at_once(
        *(
            {"t": "move", "id": f"w{n}", "room": room, "ply": 1 + 2 * n, "point": when}
            for n, (when, _) in enumerate(PAIRS)
        )
    )
    await white.wait(lambda message: message["t"] == "ack" and message["id"] == f"w{HEARD - 1}")
    await asyncio.to_thread(server.kill)
    await black.wait_closed()
    await white.wait_closed()

    server.start()
    await white.open()
    moves = [stone["point"] for stone in (await white.enter(room))["moves"]]
    done, odd = divmod(len(moves) - 1, 2)
    assert not odd  # no move of white's is without its answer
    assert done >= HEARD
    assert moves == [FIRST, *(point for pair in PAIRS[:done] for point in pair)]
    await black.open()
    await black.send(t="read_plan", id="r", room=room)
    told = await black.wait(lambda message: message["t"] == "plan")
    assert told["branches"] == [[number, *pair] for number, pair in enumerate(PAIRS[done:])]
    if done < len(PAIRS):
        when, answer = PAIRS[done]
        await white.move(room, 1 + 2 * done, when)
        for point, conditional in ((when, None), (answer, True)):
            moved = await white.event("moved", room)
            assert (moved["point"], moved.get("conditional")) == (point, conditional)
    await black.close()
    await white.close()
