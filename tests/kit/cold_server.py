"""The program of a server that prepares no strong engines: ``python -m tests.kit.cold_server serve ...``.

Features that need them behave as during preparation: those levels are not offered yet, and hints and analyses wait.
"""

import sys

from bots.executor import Executor
from server import __main__, process


async def _nothing(executor: Executor) -> None:
    pass


def run() -> None:
    """Serve as the command line says, until told to end."""
    process.warm_up = _nothing
    sys.exit(__main__.main())


if __name__ == "__main__":
    run()
