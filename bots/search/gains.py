"""The search with one part left out each, for the arena, which measures what the part is worth:

tengen arena --players search@20000,bots.search.gains:NO_FOURS@20000 --rules freestyle --size 15 --games 200 --seed 1
"""

from typing import Final

import numpy as np

from bots.search import scratch
from bots.search.engine import Search
from bots.search.weights import HAND


def without(part: np.uint64) -> Search:
    """The search without this part of it."""
    return Search(parts=int(scratch.ALL_PARTS & ~part))


NO_EXTENSIONS: Final = without(scratch.EXTENSIONS)
NO_FOURS: Final = without(scratch.FOURS)
NO_MEMORY: Final = without(scratch.MEMORY)
NO_ORDERING: Final = without(scratch.ORDERING)
NO_PRUNING: Final = without(scratch.PRUNING)
NO_REDUCTIONS: Final = without(scratch.REDUCTIONS)
NO_THREATS: Final = without(scratch.THREATS)
BY_HAND: Final = Search(weights=HAND)
