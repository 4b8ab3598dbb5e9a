"""Paths of the client's pages: the server serves the client there, and the client's router and links follow them."""

import re
from collections.abc import Mapping
from types import MappingProxyType

PAGES: Mapping[str, str] = MappingProxyType(
    {
        "lobby": "/",
        "play": "/play",
        "room": "/room/{id}",
        "explorer": "/explorer",
        "games": "/games",
        "game": "/game/{id}",
        "traps": "/traps",
        "trap": "/traps/{key}",
        "line": "/line/{id}",
        "player": "/players/{name}",
        "leaderboard": "/leaderboard",
        "bot": "/bot/{level}",
        "puzzles": "/puzzles",
        "run": "/puzzles/{streak|storm}",
        "puzzle": "/puzzles/{puzzle}",
        "learn": "/learn",
        "rules": "/rules/{topic?}",
        "trees": "/trees",
        "tree": "/trees/{id}",
        "settings": "/settings",
        "classes": "/staff/classes/{class?}",
        "code": "/code",
        "oidc": "/oidc",
        "staff": "/staff/{rooms|games|trees|jobs|learning|server|settings?}",
    }
)
"""By name of the page. The braces hold the kind of the id, or all ids; with a question mark the path may end before."""

_ID = re.compile(r"/\{([^}?]+)(\??)\}$")


def page_path(name: str, id: str = "") -> str:
    """The path of a page; ``id`` is already escaped."""
    return _ID.sub(lambda _: id and f"/{id}", PAGES[name])


def page_pattern(name: str, kinds: Mapping[str, str]) -> str:
    """The regular expression of a page's path; ``kinds`` has that of each kind of id."""
    return _ID.sub(lambda found: f"(?:/(?:{kinds.get(found[1], found[1])})){found[2]}", PAGES[name])
