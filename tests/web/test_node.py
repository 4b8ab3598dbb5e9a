import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.node
def test_the_clients_logic() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node on this machine")
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests" / "web").rglob("*.test.js"))
    assert files
    environment = {name: value for name, value in os.environ.items() if name != "NODE_OPTIONS"}
    command = [node, "--test", "--test-reporter=spec", *files]
    finished = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert finished.returncode == 0, finished.stdout[-6000:] + finished.stderr[-2000:]
