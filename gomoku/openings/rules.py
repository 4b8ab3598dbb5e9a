"""The opening rules by name.

Gomoku: pro and long pro, the swap rules, swap2 of the world championships. Renju, by the rules of its federation and
their forerunners: Yamaguchi's rule was official from 2009 to 2015, Soosõrv's with eight offers since 2017; Taraguchi's
with ten is in wide use.
"""

from collections.abc import Mapping
from types import MappingProxyType

from gomoku.errors import UnknownOpening
from gomoku.openings.steps import AskStep, DeclareStep, LayStep, OfferStep, OpeningRule, PickStep, Step
from gomoku.openings.turns import Word, central, outside

GOMOKU = frozenset({"freestyle", "standard", "caro"})
SWAPPED = GOMOKU | {"row_4", "row_6", "row_7", "row_8"}
"""For rules with one player's stones and the other's choice, which need no five; three in a row has no even
position."""
RENJU = frozenset({"renju"})

MOST_DECLARED = 12
"""Most offers that may be declared under Yamaguchi's rule, which itself sets no limit."""
ROUNDS = 4
"""Most questions under the extended Sakata rule, which itself sets no limit."""

OFFER_AFTER_SWAP = False
"""Whether black may also offer under Taraguchi's rule after a swap at the fourth stone, as on some servers.

Most programs, and the text they follow, let black offer only after keeping. ``web_client/lib/opening_steps.js`` follows
this value.
"""

SWAP = AskStep({"keep": (), "swap": ()})
COLOR = AskStep({"black": (), "white": ()})

FIRST = LayStep(central(1))
BY_ONE: tuple[Step, ...] = (FIRST, LayStep(central(3), again=True), LayStep(central(5), again=True))
"""One of the 26 patterns of renju, placed entirely by one player."""
ANY_BY_ONE: tuple[Step, ...] = (LayStep(), LayStep(again=True), LayStep(again=True))


def _offer(count: int = 0) -> tuple[Step, ...]:
    return (OfferStep(count), PickStep())


def _soosyrv(most: int) -> tuple[Step, ...]:
    return (*BY_ONE, SWAP, LayStep(), DeclareStep(most), SWAP, *_offer())


def taraguchi(
    offers: int, second: int = 3, third: int = 5, fourth: int = 7, after_swap: bool = OFFER_AFTER_SWAP
) -> tuple[Step, ...]:
    """Return the steps of Taraguchi's rule with this many offers and these zone widths; ``after_swap``: black may offer
    then too."""
    single = (LayStep(central(9)), SWAP)
    lead: Mapping[Word, tuple[Step, ...]] = {"one": single, "offer": _offer(offers)}
    fifth = AskStep({"one": single, "swap": (AskStep(lead),) if after_swap else single, "offer": lead["offer"]})
    return (FIRST, SWAP, LayStep(central(second)), SWAP, LayStep(central(third)), SWAP, LayStep(central(fourth)), fifth)


def _sakata(rounds: int) -> tuple[Step, ...]:
    question = COLOR
    for _ in range(rounds - 1):
        question = AskStep({**COLOR.words, "two": (LayStep(again=True), LayStep(again=True), question)})
    return (*BY_ONE, LayStep(central(7)), LayStep(central(9), again=True), question)


_SWAP2 = AskStep({**COLOR.words, "two": (LayStep(again=True), LayStep(again=True), COLOR)})
_TARANNIKOV = tuple(step for width in (1, 3, 5, 7, 9) for step in (LayStep(central(width)), SWAP))
# the two patterns that win for white were not yet among the openings then
_OLD_SWAP = (FIRST, LayStep(central(3)), LayStep(central(5), without=("D13", "I13")), SWAP, LayStep(), *_offer(2))

FREE = OpeningRule("free")

OPENINGS: Mapping[str, OpeningRule] = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            FREE,
            OpeningRule("pro", (FIRST, LayStep(), LayStep(outside(5))), GOMOKU),
            OpeningRule("long_pro", (FIRST, LayStep(), LayStep(outside(7))), GOMOKU),
            OpeningRule("swap", (*ANY_BY_ONE, COLOR), SWAPPED),
            OpeningRule("swap_after_first", (LayStep(), COLOR), SWAPPED),
            OpeningRule("swap2", (*ANY_BY_ONE, _SWAP2), SWAPPED),
            OpeningRule("old_swap", _OLD_SWAP, RENJU),
            OpeningRule("rif", (*BY_ONE, SWAP, LayStep(), *_offer(2)), RENJU),
            OpeningRule("yamaguchi", (*BY_ONE, DeclareStep(MOST_DECLARED), SWAP, LayStep(), *_offer()), RENJU),
            OpeningRule("soosyrv_4", _soosyrv(4), RENJU),
            OpeningRule("soosyrv_8", _soosyrv(8), RENJU),
            OpeningRule("tarannikov", _TARANNIKOV, RENJU),
            OpeningRule("taraguchi_5", taraguchi(5), RENJU),
            OpeningRule("taraguchi_10", taraguchi(10), RENJU),
            OpeningRule("super_taraguchi", taraguchi(10, 5, 7, 9), RENJU),
            OpeningRule("sakata", _sakata(1), RENJU),
            OpeningRule("super_sakata", _sakata(ROUNDS), RENJU),
        )
    }
)


def opening_rule(name: str) -> OpeningRule:
    """Return the opening rule with this name; raises UnknownOpening."""
    try:
        return OPENINGS[name]
    except KeyError:
        raise UnknownOpening(name) from None
