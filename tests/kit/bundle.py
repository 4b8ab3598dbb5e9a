"""The bundled client, made as in packages, beside a copy of its sources."""

import shutil
import subprocess
from pathlib import Path

from server.transport.static import ROOT

TREE = Path(__file__).parents[2]


def can_bundle() -> bool:
    """Tell whether this machine can make bundles."""
    return shutil.which("make") is not None and (TREE / "node_modules" / ".bin" / "esbuild").exists()


def copy(client: Path) -> Path:
    """Copy the client's sources without a bundle."""
    return Path(shutil.copytree(ROOT, client, ignore=shutil.ignore_patterns("bundle")))


def bundle(client: Path) -> Path:
    """Make a client's bundle with the packages already installed; several processes may do so at once."""
    there = [word for file in (".venv/stamp-serve", "node_modules/.package-lock.json") for word in ("-o", file)]
    subprocess.run(["make", "--silent", *there, "bundle", f"CLIENT={client}"], cwd=TREE, check=True)
    return client
