"""``python -m tests.attacks [NAME...] [--short] [--json]``: each attack with its figures; status 1 if one succeeds."""

import argparse
import asyncio
import json
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.attacks.attack import Attack, attacks, row


def main() -> None:
    """Run what is asked for, one after the other."""
    known = attacks()
    parser = argparse.ArgumentParser(prog="python -m tests.attacks", description="Attack a server on this machine.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(each.name for each in known)}")
    parser.add_argument("--short", action="store_true", help="only those of a minute or less")
    parser.add_argument("--json", action="store_true", help="one JSON array instead of a line each")
    asked = parser.parse_args()
    unknown = set(asked.names) - {each.name for each in known}
    if unknown:
        parser.error(f"there is no attack {', '.join(sorted(unknown))}")
    rows = []
    for attack in known:
        if (not asked.names or attack.name in asked.names) and (attack.short or not asked.short):
            rows.append(asyncio.run(_tried(attack)))
            if not asked.json:
                figures = ", ".join(f"{name} {value}" for name, value in rows[-1]["figures"].items())
                print(f"{'held' if rows[-1]['held'] else 'FELL'}  {attack.name}: {figures}", flush=True)
                print(f"      aim: {attack.aim} ({rows[-1]['seconds']} s)", flush=True)
    if asked.json:
        print(json.dumps(rows))
    sys.exit(not all(each["held"] for each in rows))


async def _tried(attack: Attack) -> dict[str, Any]:
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        finding = await attack.run(Path(folder))
    return row(attack, finding, perf_counter() - began)


if __name__ == "__main__":
    main()
