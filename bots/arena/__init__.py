"""The arena: matches between any players over paired openings, and what they say about strength.

``command`` is the command line and ``run`` what it does; ``entrants`` says who plays, ``pairing`` which games,
``pairing_game`` plays one and ``workers`` are the processes that do; ``ledger`` is the file that a stopped run goes on
from; ``rating`` estimates Elo, ``standings`` are the sums of the results and ``report`` their tables.
"""

from bots.arena.command import add_arguments

__all__ = ["add_arguments"]
