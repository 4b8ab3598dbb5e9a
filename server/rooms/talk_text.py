"""Texts of remarks: cleaning, and flood control."""

import re
import unicodedata
from collections import Counter, deque

from server.errors import Refused
from server.steady_time import Now

LONGEST = 140
MOST_MARKS = 2
"""Combining marks on one character: no script in use needs more, and piles of them cover the lines above."""

WINDOW_MS = 10_000
MOST_IN_WINDOW = 4
ALIKE = 2
"""Weight of a remark that resembles a recent one."""
MOST_KEPT = 1000
"""Number of players after which those without a recent remark are dropped."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
"""Categories of control, format (including bidirectional), surrogate, private-use, unassigned and separator
characters.
"""
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0]")
"""Letters, marks and symbols that show nothing."""
_NOT_WORDS = re.compile(r"[\W_]+")


def clean_text(text: str) -> str:
    """Clean a text for display: NFC, single spaces, no invisible characters, none that change the writing direction.

    Full-width signs stay: Chinese is written with them. Raises Refused("bad_text") if the result is empty or too long.
    """
    shown: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", " ".join(text.split())):
        category = unicodedata.category(character)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        if category not in _HIDDEN and marks <= MOST_MARKS:
            shown.append(character)
    clean = " ".join(_BLANK.sub("", "".join(shown)).split())
    if not 0 < len(clean) <= LONGEST:
        raise Refused(code="bad_text", limit=LONGEST)
    return clean


def is_alike(one: str, other: str) -> bool:
    """Return whether two texts use nearly the same letters: up to an eighth of the longer may differ, in any order.

    This bounds their edit distance from below and takes some microseconds.
    """
    first, second = (Counter(_NOT_WORDS.sub("", text.casefold()) or text) for text in (one, other))
    differing = max((first - second).total(), (second - first).total())
    return differing * 8 <= max(first.total(), second.total())


class Flood:
    """Rate limit of remarks for each player, over the last ten seconds. ``now`` returns the time in ms."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._said: dict[str, deque[tuple[int, int, str]]] = {}

    def take(self, player: str, text: str) -> None:
        """Count one more remark; raises Refused("talk_flood") where that is too many."""
        now = self._now()
        said = self._said.setdefault(player, deque())
        while said and said[0][0] <= now - WINDOW_MS:
            said.popleft()
        counts = ALIKE if any(is_alike(text, before) for _, _, before in said) else 1
        if sum(each for _, each, _ in said) + counts > MOST_IN_WINDOW:
            raise Refused(code="talk_flood", seconds=(said[0][0] + WINDOW_MS - now + 999) // 1000)
        said.append((now, counts, text))
        if len(self._said) > MOST_KEPT:
            self._said = {each: those for each, those in self._said.items() if those[-1][0] > now - WINDOW_MS}
