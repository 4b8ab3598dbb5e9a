"""Takes the README's picture: a room in mid-game, 1440 pixels wide, in the light theme.

python -m tests.browser.screenshot screenshot.png
"""

import asyncio
import base64
import shutil
import struct
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np
from playwright.async_api import async_playwright

from gomoku import point as points
from tests.kit.client import Client
from tests.kit.process import ServerProcess

MOVES = (
    *("H8", "G9", "G8", "H9", "F8", "I8", "D8", "E8", "F9", "F6", "G6", "E9", "H7", "I6"),
    *("D11", "E10", "E11", "E7", "E6", "F11", "G10", "D10", "D9", "I9", "I7", "J9", "K9"),
)
"""A middle game between the two strongest of the quick bots; White is to move."""

PIXELS = """async (png) => {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 4096) text += String.fromCharCode(...data.subarray(at, at + 4096));
  return [image.width, image.height, btoa(text)];
}"""


def png(width: int, height: int, rgba: bytes) -> bytes:
    """A picture as a file, at six bits a colour: the grain of the wood makes it twice as large at eight."""
    pixels = np.frombuffer(rgba, np.uint8).reshape(height, width, 4)[:, :, :3] & 0xFC
    pixels |= pixels >> 6
    lines = np.concatenate([np.zeros((height, 1), np.uint8), pixels.reshape(height, -1)], axis=1)  # 0: no filter
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    )


async def take(path: Path) -> None:
    """Play the game with both sides present, and save what White sees."""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder) / "tengen.db").start()
        try:
            async with Client(server.ws) as black, async_playwright() as playwright:
                await black.command("rename", name="Ada")
                room = await black.create(clock={"kind": "fischer", "initial_ms": 300_000, "increment_ms": 3_000})
                await black.enter(room)
                browser = await playwright.chromium.launch(
                    executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
                )
                page = await browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
                await page.goto(f"{server.url}/settings")
                name = page.get_by_label("The name others see")
                await name.fill("Lin")
                await name.press("Enter")
                await page.get_by_text("Saved.").wait_for()
                await page.goto(f"{server.url}/room/{room}")
                await page.locator("[data-do=sit]").click()
                for ply, move in enumerate(MOVES):
                    point = points.parse(move, 15)
                    if ply % 2 == 0:
                        await black.move(room, ply, point)
                    else:
                        await page.locator("[data-turn=yours]").wait_for()
                        await page.locator(".board-cell").nth(point).click()
                        await black.event("moved", room)
                        await black.event("moved", room)
                await page.locator(f".moves-move[data-ply='{len(MOVES)}']").wait_for()
                await page.mouse.move(0, 0)
                taken = base64.b64encode(await page.screenshot()).decode()
                await page.goto("about:blank")
                width, height, rgba = await page.evaluate(PIXELS, taken)
                path.write_bytes(png(width, height, base64.b64decode(rgba)))
                await browser.close()
        finally:
            server.kill()


if __name__ == "__main__":
    asyncio.run(take(Path(sys.argv[1])))
