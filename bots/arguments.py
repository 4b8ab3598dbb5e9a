"""Numbers on a command line."""

import argparse

MOST = 2**63 - 1  # the largest number that compiled code handles


def positive_number(text: str) -> int:
    """Parse a number of 1 or more; raises ArgumentTypeError for anything else."""
    if not (text.isdecimal() and len(text) <= len(str(MOST)) and 1 <= int(text) <= MOST):
        raise argparse.ArgumentTypeError(f"not a number from 1 to {MOST}: {text!r}")
    return int(text)
