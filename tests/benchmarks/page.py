"""When are the bot levels there, over a slow line? ``python -m tests.benchmarks.page [--rounds N] [--json]``.

Chromium with 150 ms and 1.6 Mbit/s emulated, against a server of its own: milliseconds from the beginning of the
navigation to the first bot level of the lobby, the median of the rounds, for somebody who was never here (cold) and for
the same person's next visit (again); requests and KiB besides. Local is the same without the emulation, the bound that
the machine sets.
"""

import argparse
import asyncio
import json
import shutil
import tempfile
from contextlib import AsyncExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import Browser, BrowserContext, async_playwright

from server import lifecycle
from server.config import Config
from tests.browser.conftest import QUIET

LATENCY_MS = 150
BYTES_PER_S = 1_600_000 // 8
MOST_MS = 120_000
NOTING = """new MutationObserver((_, observer) => {
  if (!document.querySelector(".first-opponent [data-level]")) return;
  observer.disconnect();
  window.levelsAt = performance.now();
}).observe(document, { childList: true, subtree: true });"""


@dataclass(frozen=True)
class Visit:
    """One load of the lobby: ms to the first paint and to the first level, requests sent, bytes received."""

    painted_ms: float
    levels_ms: float
    requests: int
    received: int


async def main() -> None:
    """Measure both ways and print them."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.page", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="visits of each kind (default: 5)")
    parser.add_argument("--json", action="store_true", help="print JSON, too")
    asked = parser.parse_args()
    rows = []
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(QUIET))
        for line in ("slow", "local"):
            rows += await measured(browser, line, asked.rounds)
        await browser.close()
    print(f"{'line':<6} {'visit':<6} {'painted ms':>10} {'levels ms':>10} {'requests':>9} {'KiB':>7}")
    for row in rows:
        print(
            f"{row['line']:<6} {row['visit']:<6} {row['painted_ms']:10.0f} {row['levels_ms']:10.0f} "
            f"{row['requests']:9} {row['received'] / 1024:7.1f}"
        )
    if asked.json:
        print(json.dumps(rows))


async def measured(browser: Browser, line: str, rounds: int) -> list[dict[str, Any]]:
    """The medians of both kinds of visits to a server of its own."""
    visits: dict[str, list[Visit]] = {"cold": [], "again": []}
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        _, server = await lifecycle.start(Config(port=0, db=folder / "tengen.db"), stack)
        url = f"http://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/"
        for _ in range(rounds):
            context = await browser.new_context(locale="en-GB")
            for found in visits.values():
                found.append(await visit(context, url, slow=line == "slow"))
            await context.close()
    return [
        {
            "line": line,
            "visit": kind,
            **{figure: median(asdict(each)[figure] for each in found) for figure in asdict(found[0])},
        }
        for kind, found in visits.items()
    ]


async def visit(context: BrowserContext, url: str, *, slow: bool) -> Visit:
    """Open the lobby in a tab of its own and wait for the levels."""
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    if slow:
        speed = {"downloadThroughput": BYTES_PER_S, "uploadThroughput": BYTES_PER_S}
        await session.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **speed})
    sent, received = [0], [0]
    session.on("Network.requestWillBeSent", lambda _: sent.__setitem__(0, sent[0] + 1))
    session.on("Network.requestServedFromCache", lambda _: sent.__setitem__(0, sent[0] - 1))
    session.on("Network.loadingFinished", lambda end: received.__setitem__(0, received[0] + end["encodedDataLength"]))
    await page.add_init_script(NOTING)
    page.set_default_timeout(MOST_MS)
    await page.goto(url, wait_until="commit")
    await page.wait_for_function("() => window.levelsAt")
    await page.wait_for_selector("[data-connection=online]", state="attached")
    painted = await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0")
    levels = await page.evaluate("window.levelsAt")
    await page.close()
    return Visit(float(painted), float(levels), sent[0], int(received[0]))


if __name__ == "__main__":
    asyncio.run(main())
