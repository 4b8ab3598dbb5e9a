"""The program of a server that prepares no strong engines: ``python -m tests.kit.cold_server serve ...``.

What needs them is as it is while a server prepares them: such levels are not offered yet, hints and analyses wait.
"""

import sys

from server import __main__
from server.app import App


async def _nothing(_: App) -> None:
    pass


if __name__ == "__main__":
    App.warm_up = _nothing  # type: ignore[method-assign,assignment]
    sys.exit(__main__.main())
