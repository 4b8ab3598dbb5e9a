"""Modules that the server does not load until they are needed."""

import subprocess
import sys


def test_the_server_starts_without_numba() -> None:
    """It takes half a second to a second and a half to import, and no page needs it."""
    said = "import sys, server.app; print('numba' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True, timeout=60)
    assert found.stdout.strip() == "False"
