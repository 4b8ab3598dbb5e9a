"""The game that a tree was made from, by the name of its file."""

import re

_OF_GAME = re.compile(r"tengen-([0-9A-Za-z]{8,24})\b")
"""Names of the files that games and their reviews are saved as, by browsers with a number if there was one already."""


def find_source_game(file: str) -> str | None:
    """Return the id of the game that a file has the name of; it may be a game of another server, or none."""
    found = _OF_GAME.match(file)
    return None if found is None else found[1]
