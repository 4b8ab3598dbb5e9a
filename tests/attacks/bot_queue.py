"""Twenty people keep the strongest bot thinking on all cores; others play the weakest, there and elsewhere."""

import asyncio
from pathlib import Path
from time import perf_counter

from tests.attacks._crowd import Opponent, gone, seated
from tests.attacks.attack import Attack, Finding
from tests.kit.http import bots_ready
from tests.kit.process import ServerProcess

PEOPLE = 20
MOST_MS = 1000
LEAST_ANSWERS = 5
OTHERS = "127.0.2.1"
CROWDED = "127.0.1.1"


def _ms(answers: list[float], percent: int) -> int:
    """A percentile; what was never answered is not among the answers and is judged apart."""
    return round(1000 * sorted(answers)[min(len(answers) - 1, len(answers) * percent // 100)]) if answers else -1


async def _answers(server: ServerProcess, sources: list[str], seconds: float) -> list[list[float]]:
    """Seconds that each answer of the weakest bot took to a person at each address, waits without one included."""
    people = [Opponent(server.ws, source, 1, 1, n, again=True) for n, source in enumerate(sources)]
    tasks = await seated(people)
    until = perf_counter() + seconds
    while perf_counter() < until or (
        min(len(person.answers) for person in people) == 0 and until + 20 > perf_counter()
    ):
        await asyncio.sleep(0.1)
    taken = [[*person.answers, *person.waits] for person in people]
    await gone(people, tasks)
    return taken


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", log_level="warning", bot_pause_ms=0).start()
    try:
        await bots_ready(server.url)
        ((*idle,),) = await _answers(server, [OTHERS], 3)
        # two at the first address, the others each at one of their own
        sources = [CROWDED, CROWDED, *(f"127.0.3.{n}" for n in range(1, PEOPLE - 1))]
        crowd = [Opponent(server.ws, source, 9, 1, n) for n, source in enumerate(sources)]
        tasks = await seated(crowd)
        await asyncio.sleep(2)
        elsewhere, there = await _answers(server, [OTHERS, CROWDED], 8)
        strong = [answer for person in crowd for answer in (*person.answers, *person.waits)]
        unanswered = sum(not person.answers for person in crowd)
        await gone(crowd, tasks)
    finally:
        server.kill()
    figures = {
        "idle_p50_ms": _ms(idle, 50),
        "idle_p95_ms": _ms(idle, 95),
        "p50_ms": _ms(elsewhere, 50),
        "p95_ms": _ms(elsewhere, 95),
        "same_address_p50_ms": _ms(there, 50),
        "same_address_p95_ms": _ms(there, 95),
        "answers": len(elsewhere) + len(there),
        "strong_p50_ms": _ms(strong, 50),
        "strong_p95_ms": _ms(strong, 95),
        "strong_without_an_answer": unanswered,
    }
    held = max(figures["p95_ms"], figures["same_address_p95_ms"]) <= MOST_MS
    enough = min(len(elsewhere), len(there)) >= LEAST_ANSWERS and not unanswered
    return Finding(held and enough, dict(figures))


ATTACK = Attack(
    "bot-queue",
    f"beside {PEOPLE} people who play level 9, 95 of 100 answers of level 1 take {MOST_MS} ms at most",
    _attack,
)
