"""The arena: matches between any players over paired openings, and their ratings.

``command`` is the command line and ``run`` executes it; ``entrants`` parses the players and ``workers`` are the
processes that play; ``ledger`` is the file from which a stopped run continues; ``standings`` sums the results and
``report`` prints them. Pairing, single games, Elo and the sequential test are in `bots.match`.
"""
