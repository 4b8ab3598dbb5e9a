"""Reasons as they have been stored and sent from the start: the same fields, in the same order."""

import msgspec
import pytest

from bots.engine import Choice
from bots.reasons import (
    GuardReason,
    HintReason,
    MoveReason,
    PlaceReason,
    ProofReason,
    ScoreReason,
    SearchReason,
    SlipReason,
    ValueReason,
)

TOLD = [
    (MoveReason("near_centre"), '{"kind":"near_centre"}'),
    (GuardReason("block", guard=True), '{"kind":"block","guard":true}'),
    (
        ScoreReason("attack", 163, 206, equal=4, ahead=-2164, shape="open_two", directions=["row"]),
        '{"kind":"attack","threat":163,"own":206,"equal":4,"ahead":-2164,"shape":"open_two","directions":["row"]}',
    ),
    (
        ScoreReason("defend", 800, 0, shape="two", directions=["column"], place="rest"),
        '{"kind":"defend","threat":800,"own":0,"shape":"two","directions":["column"],"place":"rest"}',
    ),
    (ScoreReason("centre", 0, 0, place="rest"), '{"kind":"centre","threat":0,"own":0,"place":"rest"}'),
    (ScoreReason("random", 0, 0), '{"kind":"random","threat":0,"own":0}'),
    (
        PlaceReason("win", 0, 22860, "own_five", "five", ["falling"]),
        '{"kind":"win","threat":0,"own":22860,"place":"own_five","shape":"five","directions":["falling"]}',
    ),
    (
        ValueReason("block", 0, "three", ["column"]),
        '{"kind":"block","value":0,"shape":"three","directions":["column"]}',
    ),
    (ValueReason("defend", 0), '{"kind":"defend","value":0}'),
    (SearchReason("search", 2, [179, 164]), '{"kind":"search","depth":2,"line":[179,164]}'),
    (ProofReason("proof", "vcf", [176, 174, 162]), '{"kind":"proof","method":"vcf","line":[176,174,162]}'),
    (SlipReason("slip", 192, 206), '{"kind":"slip","overlooked":192,"instead":206}'),
    (HintReason("hint", ["builds"], None), '{"kind":"hint","reasons":["builds"],"line":null}'),
]


@pytest.mark.parametrize(("why", "told"), TOLD)
def test_a_reason_is_told_in_the_same_bytes(why: MoveReason, told: str) -> None:
    choice = Choice(0, why=why)
    assert msgspec.json.encode(choice.tell()).decode() == told
    assert choice.kind == choice.tell()["kind"]


def test_every_type_of_reason_has_an_example() -> None:
    assert {type(why) for why, _ in TOLD} == {MoveReason, *_types_below(MoveReason)}


def _types_below(parent: type[MoveReason]) -> set[type[MoveReason]]:
    return {kind for kind in parent.__subclasses__() if kind.__module__ == parent.__module__}


def test_a_choice_without_a_reason_tells_nothing() -> None:
    assert (Choice(0).kind, Choice(0).tell()) == (None, {})
