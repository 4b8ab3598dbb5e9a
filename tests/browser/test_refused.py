"""A proxy that does not fit: a page below a path, and refused sockets, are told in place of waiting for ever."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import Browser, expect

from tests.kit.process import ColdServer, ServerProcess

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.asyncio(loop_scope="session")]

PREFIX = "/gomoku"


@pytest.fixture
def lone_server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that may complain."""
    process = ColdServer(tmp_path / "tengen.db").start()
    yield process
    process.kill()


@asynccontextmanager
async def proxy(port: int, change: Callable[[bytes], bytes | None]) -> AsyncIterator[str]:
    """A proxy before a server, which sends on what ``change`` makes of a request's head, 404 where that is nothing."""

    async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        except OSError:
            pass
        finally:
            writer.close()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = change(await reader.readuntil(b"\r\n\r\n"))
        except (asyncio.IncompleteReadError, OSError):
            head = None
        if head is None:
            writer.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
            writer.close()
            return
        there, back = await asyncio.open_connection("127.0.0.1", port)
        back.write(head)
        await asyncio.gather(pass_on(reader, back), pass_on(there, writer))

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_below_a_path_the_frame_says_that_it_cannot_be(browser: Browser, lone_server: ServerProcess) -> None:
    def strip(head: bytes) -> bytes | None:
        method, target, rest = head.split(b" ", 2)
        if not target.startswith(PREFIX.encode()):
            return None
        return b" ".join((method, target.removeprefix(PREFIX.encode()), rest))

    async with proxy(lone_server.port, strip) as base:
        context = await browser.new_context()
        page = await context.new_page()
        await page.goto(f"{base}{PREFIX}/")
        await expect(page.locator(".not-loaded [lang=en]")).to_be_visible()
        await expect(page.locator(".not-loaded [lang=en]")).to_contain_text("an address of its own")
        await expect(page.locator(".not-loaded [lang=zh-Hant]")).to_be_visible()
        await context.close()


async def test_a_page_that_loads_never_shows_it(browser: Browser, lone_server: ServerProcess) -> None:
    """Not even on a slow line: for its first seconds a script that does not come is awaited."""
    context = await browser.new_context(service_workers="block", reduced_motion="reduce")
    page = await context.new_page()
    held = asyncio.Event()

    async def hold(route: object) -> None:
        await held.wait()
        await route.continue_()  # type: ignore[attr-defined]

    await page.route("**/main.js", hold)
    await page.goto(lone_server.url, wait_until="commit")
    await expect(page.locator(".not-loaded")).to_have_css("visibility", "hidden")
    held.set()
    await expect(page.locator("h1")).to_be_visible()
    await expect(page.locator(".not-loaded")).to_have_count(0)
    await context.close()


async def test_refused_sockets_are_told_on_the_page_and_in_the_log(
    browser: Browser, lone_server: ServerProcess
) -> None:
    def rename(head: bytes) -> bytes:
        """As a proxy that does not keep the name by which it was asked."""
        lines = [line for line in head.split(b"\r\n") if not line.lower().startswith(b"host:")]
        return b"\r\n".join([lines[0], b"Host: localhost:8080", *lines[1:]])

    async with proxy(lone_server.port, rename) as base:
        context = await browser.new_context(locale="zh-TW", service_workers="block")
        page = await context.new_page()
        await page.goto(base)
        await expect(page.get_by_test_id("refused")).to_be_visible()
        await expect(page.get_by_test_id("refused")).to_contain_text("遭到拒絕")
        await expect(page.locator(".connection")).to_have_text("未連線")
        await context.close()
    lines = [line for line in lone_server.complaints() if "TENGEN_PUBLIC_ORIGINS" in line]
    assert len(lines) == 1
    assert f"TENGEN_PUBLIC_ORIGINS={base} " in lines[0]
