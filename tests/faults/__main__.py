"""``python -m tests.faults [--faults N] [--seed N]``: faults under live games; status 1 if one does harm."""

import argparse
import json
import random
import sys
import tempfile
from pathlib import Path

from tests.faults.run import run


def main() -> None:
    """Run as many faults as are asked for, and print what was seen."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--faults", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 30))
    parser.add_argument("--servers", type=int, default=3)
    parser.add_argument("--rooms", type=int, default=12)
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        found = run(Path(folder), asked.faults, asked.seed, asked.servers, asked.rooms)
    print(json.dumps(found.figures, indent=1))
    for harm in found.harms:
        print(harm)
    sys.exit(bool(found.harms))


if __name__ == "__main__":
    main()
