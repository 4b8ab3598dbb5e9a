"""Random legal runs through the opening rules."""

from random import Random
from typing import cast, get_args

from gomoku.errors import IllegalMove
from gomoku.game import Game
from gomoku.openings.opening import Opening
from gomoku.openings.rules import OPENINGS
from gomoku.openings.turns import Action, ChoiceTurn, NumberTurn, OfferTurn, PickTurn, StoneTurn, Word
from gomoku.point import parse
from gomoku.rulesets import RULESETS, ruleset

WAYS = [
    (name, rules, size)
    for name, rule in OPENINGS.items()
    for rules, played in RULESETS.items()
    for size in played.sizes
    if rule.fits(rules, size)
]
"""Every opening rule with every rule set and board that it fits."""


def begin(name: str, rules: str | None = None, size: int = 15) -> Opening:
    """Return the opening before its first action, by the first rule set that it fits."""
    rule = OPENINGS[name]
    return Opening(rule, Game(ruleset(rules or min(rule.rules)), size))


def act(opening: Opening, text: str) -> Opening:
    """Take a sequence of actions: points, words, numbers as n4, offers with a plus after each point."""
    for entry in text.split():
        opening.play(read(entry, opening.game.size))
    return opening


def read(entry: str, size: int = 15) -> Action:
    """Parse one action in this notation."""
    for word in get_args(Word):
        if entry == word:
            return cast(Word, entry)
    if entry[0] == "n" and entry[1:].isdigit():
        return int(entry[1:])
    if "+" in entry:
        return points(entry, size)
    return parse(entry, size)


def points(text: str, size: int = 15) -> tuple[int, ...]:
    """Parse points separated, or followed, by plus signs."""
    return tuple(parse(name, size) for name in text.split("+") if name)


def draw_action(opening: Opening, random: Random, near: int) -> Action:
    """Draw a legal action, with stones at most ``near`` lines from the centre where the zone permits."""
    size = opening.game.size
    match opening.turn:
        case StoneTurn():
            everywhere = list(range(size * size))
            random.shuffle(everywhere)
            everywhere.sort(key=lambda p: max(abs(p % size - size // 2), abs(p // size - size // 2)) > near)
            return next(point for point in everywhere if _allows(opening, point))
        case ChoiceTurn(words=words):
            return random.choice(words)
        case NumberTurn(most=most):
            return random.randint(1, most)
        case OfferTurn(count=count):
            return tuple(random.sample(opening.offerable(), count))
        case PickTurn(points=offered):
            return random.choice(offered)
        case None:
            raise AssertionError("the opening is over")


def run(opening: Opening, random: Random, near: int = 25) -> Opening:
    """Continue at random until the opening is over."""
    while opening.turn is not None:
        opening.play(draw_action(opening, random, near))
    return opening


def _allows(opening: Opening, action: Action) -> bool:
    try:
        opening.check(action)
    except IllegalMove:
        return False
    return True
