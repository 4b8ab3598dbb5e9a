"""``python -m tests.benchmarks.silent serve ...``: the server without its heartbeat, to be measured beside it."""

import asyncio

from server.command_line import main
from server.transport.heartbeat import Heartbeat


async def _silent(_: Heartbeat) -> None:
    await asyncio.Event().wait()


if __name__ == "__main__":
    Heartbeat.work = _silent  # type: ignore[assignment,method-assign]
    raise SystemExit(main())
