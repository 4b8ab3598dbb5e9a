"""Draws the icons of an installed page from `web_client/icon.svg`; run when that has changed.

python -m tests.browser.icons
"""

import asyncio
import shutil

from playwright.async_api import async_playwright

from server.transport.static import ROOT

CORNERS = ' rx="7"'
"""Rounding of the icon. A mask, and phones that round icons themselves, get it whole: the stone lies well within the
four fifths that every mask leaves."""
BADGE = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 1v30M1 16h30" stroke="#fff"'
    ' stroke-width="2.5" /><circle cx="16" cy="16" r="10" fill="#fff" /></svg>'
)
"""The same in one colour, as a telephone shows it in its status bar."""


async def draw() -> None:
    """Write all of them."""
    rounded = (ROOT / "icon.svg").read_text()
    assert CORNERS in rounded
    whole = rounded.replace(CORNERS, "")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        for name, picture, side in (
            ("icon-192", rounded, 192),
            ("icon-512", rounded, 512),
            ("maskable-192", whole, 192),
            ("maskable-512", whole, 512),
            ("apple-touch", whole, 180),
            ("badge", BADGE, 96),
        ):
            page = await browser.new_page(viewport={"width": side, "height": side})
            await page.set_content(
                f"<style>body {{ margin: 0 }} svg {{ display: block; width: {side}px; height: {side}px }}</style>"
                + picture
            )
            await page.screenshot(path=ROOT / "icons" / f"{name}.png", omit_background=True)
            await page.close()
        await browser.close()


if __name__ == "__main__":
    asyncio.run(draw())
