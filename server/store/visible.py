"""Who may be told of a game: the one rule behind lists, counts, puzzles, traps and what bots say."""

SHOWN = "(visibility = 'public' OR :me IN (owner, player0, player1))"
"""Whether the player ``:me`` may find a game of ``games``: a public one or his own. A link that he was given opens its
game, and is nothing that can be looked up."""
