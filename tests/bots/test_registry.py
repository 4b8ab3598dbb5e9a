import subprocess
import sys

import pytest

from bots.errors import UnknownEngine
from bots.registry import ENGINES, engine


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_every_engine_is_found_under_its_name(name: str) -> None:
    assert engine(name).name == name
    assert engine(name).version


def test_an_engine_may_be_named_by_its_place() -> None:
    assert engine("bots.classic.live_rush:ENGINE") is engine("live_rush")


@pytest.mark.parametrize("name", ["", "deep_thought", "bots.classic.live_rush:NONE", "os:getpid", ":", "no.such:THING"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(UnknownEngine):
        engine(name)


def test_importing_the_package_imports_no_engine_and_nothing_costly() -> None:
    program = "import sys, bots.executor; print(*sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "numpy" in loaded
    assert not {"numba", "multiprocessing.pool", "concurrent.futures.process"} & set(loaded)
    assert not [name for name in loaded if name.startswith("bots.classic.")]
