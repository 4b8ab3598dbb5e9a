from itertools import pairwise

from bots.learning.patterns import block_weights


def test_longer_sequences_weigh_more() -> None:
    rising = [block_weights.base(length, free=False) for length in range(1, 9)]
    assert all(one < other for one, other in pairwise(rising))
    assert all(block_weights.base(length, free=True) > rising[length - 1] for length in range(1, 9))


def test_evidence_counts_for_what_held_and_against_what_did_not() -> None:
    assert block_weights.weigh_evidence(48, 0, 0) == 48
    assert block_weights.weigh_evidence(48, 4, 4) > block_weights.weigh_evidence(48, 1, 1) > 48
    assert block_weights.weigh_evidence(48, 8, 0) < block_weights.weigh_evidence(48, 4, 0) < 48
    assert block_weights.weigh_evidence(48, 4, 3) > block_weights.weigh_evidence(48, 4, 2)
