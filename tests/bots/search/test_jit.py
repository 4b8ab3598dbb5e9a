import subprocess
import sys

import numpy as np

from bots.search import jit

SECOND_START = """
from bots.search import vcf
from bots.search.solver import Solver
from gomoku.rulesets import ruleset
Solver(ruleset("renju"), 19)
stats = vcf.attack.stats
print(len(vcf.attack.signatures), sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""


def test_a_second_start_compiles_nothing() -> None:
    """The first one fills the cache, if nothing has yet; all rule sets and sizes share the same code."""
    for _ in range(2):
        run = subprocess.run([sys.executable, "-c", SECOND_START], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["1", "1", "0"]


def test_the_lowest_bit_is_found_in_every_place() -> None:
    for bit in range(64):
        word = np.uint64(2**63 | 1 << bit)
        assert jit.lowest(word) == bit
