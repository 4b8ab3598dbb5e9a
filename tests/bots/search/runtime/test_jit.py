import subprocess
import sys

SECOND_START = """
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
