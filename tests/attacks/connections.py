"""A player on three connections, one of whom always looks at the game, and an opponent who claims it all the time."""

import asyncio
import random
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter

from tests.attacks.attack import Attack, Finding
from tests.kit.client import Client, Refusal
from tests.kit.process import ServerProcess

GAMES = 4
TABS = 3
SECONDS = 8.0
GRACE_S = 1
EXPECTED = {"still_here", "nothing_to_claim"}


class Player:
    """A player with several tabs, of which at most all but one are away at a time."""

    def __init__(self, url: str, source: str, seed: int) -> None:
        self.tabs = [Client(url, source=source) for _ in range(TABS)]
        self.room = ""
        self.changes = 0
        self._chance = random.Random(seed)

    async def come(self, stack: AsyncExitStack) -> None:
        """Open every tab."""
        for tab in self.tabs:
            tab.token = self.tabs[0].token
            await tab.open()
            stack.push_async_callback(tab.close)

    async def look(self) -> None:
        """Enter the room on every tab: the last is in front."""
        for tab in self.tabs:
            await tab.enter(self.room)

    async def change(self, until: float) -> None:
        """Lose a connection or leave, and come back in any way; what another tab shows meanwhile must be the room."""
        while perf_counter() < until:
            await asyncio.sleep(self._chance.uniform(0.0, 0.1))
            *away, _ = self._chance.sample(self.tabs, TABS)
            for tab in away[: self._chance.randint(1, TABS - 1)]:
                await self._leave(tab)
            await asyncio.sleep(self._chance.uniform(0.0, 1.5 * GRACE_S))
            for tab in away:
                if tab.closed is not None:
                    await tab.open()
                await tab.send(t="enter", room=self.room, behind=self._chance.random() < 0.5)
            self.changes += 1

    async def _leave(self, tab: Client) -> None:
        match self._chance.randrange(3):
            case 0:
                await tab.drop()
            case 1:
                await tab.close()
            case _:
                await tab.send(t="leave", room=self.room)


async def _claim(client: Client, room: str, until: float) -> Counter[str]:
    """Count the outcomes of many claims."""
    came = Counter[str]()
    while perf_counter() < until:
        try:
            await client.command("claim", room=room, result="win")
            came["won"] += 1
            break
        except Refusal as refusal:
            came[refusal.code] += 1
        await asyncio.sleep(0.1)
    return came


async def _attack(folder: Path) -> Finding:
    server = ServerProcess(folder / "tengen.db", grace_s=GRACE_S).start()
    came = Counter[str]()
    try:
        async with AsyncExitStack() as stack:
            pairs: list[tuple[Player, Client]] = []
            for n in range(GAMES):
                player = Player(server.ws, f"127.0.0.{10 + n}", n)
                claimer = await stack.enter_async_context(Client(server.ws, source=f"127.0.0.{30 + n}"))
                await player.tabs[0].open()
                await player.come(stack)
                player.room = await claimer.create(
                    color="white", clock={"kind": "fischer", "initial_ms": 600_000, "increment_ms": 0}
                )
                await player.tabs[0].command("sit", room=player.room)
                await player.tabs[0].move(player.room, 0, 0)
                await claimer.enter(player.room)
                await claimer.move(player.room, 1, 1)
                await player.look()
                pairs.append((player, claimer))
            until = perf_counter() + SECONDS
            changing = asyncio.gather(*(player.change(until) for player, _ in pairs))
            counts = await asyncio.gather(*(_claim(claimer, player.room, until) for player, claimer in pairs))
            await changing
            came = sum(counts, Counter[str]())
            # on one's own turn there is nothing to claim, however long the other has been gone
            player, claimer = pairs[0]
            await player.tabs[0].move(player.room, 2, 2)
            for tab in player.tabs:
                await tab.close()
            await asyncio.sleep(2 * GRACE_S)
            own = await _claim(claimer, player.room, perf_counter() + 0.2)
            # and once the other has kept one waiting, there is
            await claimer.move(player.room, 3, 3)
            late = await _claim(claimer, player.room, perf_counter() + 4 * GRACE_S)
            changes = sum(player.changes for player, _ in pairs)
    finally:
        server.stop()
    figures: dict[str, float | int | str] = {
        "claims": came.total(),
        "changes": changes,
        "won": came["won"],
        "won_on_own_turn": own["won"],
        "won_after_waiting": late["won"],
        "complaints": len(server.complaints()),
    }
    fair = came["won"] == own["won"] == 0 and late["won"] == 1 and set(came) <= EXPECTED and set(own) <= EXPECTED
    return Finding(fair and changes > GAMES and came.total() > 10 * GAMES and not server.complaints(), figures)


ATTACK = Attack("connections", "no game is claimed from a player of whom any connection looks at it", _attack)
