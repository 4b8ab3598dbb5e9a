import subprocess
import sys

import numpy as np
import pytest

from bots.search.runtime.jit import Words, kernel

SECOND_START = """
from bots.search.runtime import linked
linked.find = lambda *_: None
from bots.search.solver import vcf
from bots.search.solver.solver import Solver
from gomoku.rulesets import ruleset
Solver(ruleset("renju"), 19)
stats = vcf.search_vcf.stats
print(len(vcf.search_vcf.signatures), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_a_second_start_compiles_nothing() -> None:
    """The first one fills the cache if necessary; all rule sets and sizes share the same code."""
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", SECOND_START], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["1", "1", "0"]


def _copy(words: Words) -> np.uint64:
    return np.uint64(words.copy().size)


def test_a_kernel_makes_no_arrays() -> None:
    with pytest.raises(Exception, match="NRT required but not enabled"):
        kernel(_copy)(np.zeros(3, np.uint64))


def _first_of_the_rest(words: Words) -> np.uint64:
    rest = words[1:]
    return np.uint64(rest[0])


def test_a_kernel_leaves_the_references_of_its_arrays_as_they_were() -> None:
    words = np.zeros(3, np.uint64)
    before = sys.getrefcount(words)
    assert kernel(_first_of_the_rest)(words) == 0
    assert sys.getrefcount(words) == before
