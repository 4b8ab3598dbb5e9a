"""Animated pictures of games and lines: computed one at a time in a background process, in turns by address."""

from bots.executor import Execute
from bots.workers.fair_queue import Asker
from gomoku.notation.tree import Tree
from server.files.film import film
from server.transport.turns import Turns

MOST_WAITING = 16
"""Most addresses with an animation running or waiting, one each: bots in openings wait for the same process."""
PATIENCE_S = 8.0
"""How long a request waits for its animation; after ten seconds its connection closes without an answer."""


class Films:
    """Animations in turns: ``run`` calls a function in a process, as `bots.executor.Executor.run` does."""

    def __init__(self, run: Execute) -> None:
        self._turns = Turns(run, MOST_WAITING)

    async def make(self, address: str, person: str, tree: Tree, *, numbers: bool = True) -> bytes:
        """Return the animation of a main line. Raises Refused if the address already waits for one, too many wait, or
        it takes too long.
        """
        asker, what = Asker(address, person), f"film of {len(tree) - 1} moves"
        body: bytes = await self._turns.make(asker, PATIENCE_S, what, film, tree, numbers)
        return body
