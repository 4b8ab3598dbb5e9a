from itertools import pairwise

from bots.learning import weights


def test_longer_sequences_weigh_more() -> None:
    rising = [weights.base(length, free=False) for length in range(1, 9)]
    assert all(one < other for one, other in pairwise(rising))
    assert all(weights.base(length, free=True) > rising[length - 1] for length in range(1, 9))


def test_evidence_counts_for_what_held_and_against_what_did_not() -> None:
    assert weights.evident(48, 0, 0) == 48
    assert weights.evident(48, 4, 4) > weights.evident(48, 1, 1) > 48
    assert weights.evident(48, 8, 0) < weights.evident(48, 4, 0) < 48
    assert weights.evident(48, 4, 3) > weights.evident(48, 4, 2)
