"""Chromium for all tests, a server for each module, and people who come to it."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio

from tests.browser.person import Person
from tests.kit.process import ColdServer, ServerProcess

if TYPE_CHECKING:
    from playwright.async_api import Browser

Arrive = Callable[..., Awaitable[Person]]

QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WAIT_MS = 60_000
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}


async def meet(arrive: Arrive, *, allow: str | None = None, **wishes: str) -> tuple[Person, Person, str]:
    """Black, White, and the room that White came to by its link."""
    black = await arrive(None, allow=allow)
    room = await black.create(color="black", visibility="link", **wishes)
    link = await black.page.get_by_label("Link to this game").input_value()
    white = await arrive(link.removeprefix(black.base), allow=allow)
    await white.press("sit")
    await black.expect(black.status).to_have_text("Your turn")
    return black, white, room


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The machine's own Chromium."""
    playwright = pytest.importorskip("playwright.async_api", reason="Playwright is not installed")
    executable = shutil.which("chromium")
    if executable is None:
        pytest.skip("there is no chromium on this machine")
    playwright.expect.set_options(timeout=WAIT_MS)
    async with playwright.async_playwright() as started:
        browser = await started.chromium.launch(executable_path=executable, args=list(QUIET))
        yield browser
        await browser.close()


@pytest.fixture(scope="module")
def server_options() -> dict[str, str | int]:
    """Settings of the module's server; a module may override them."""
    return {"bot_pause_ms": 0}


@pytest.fixture(scope="module")
def strong_engines(request: pytest.FixtureRequest) -> bool:
    """Whether the module's server prepares the strong engines, and with them hints and analyses: if the module has
    ``STRONG_ENGINES``."""
    return getattr(request.module, "STRONG_ENGINES", False)


@pytest.fixture(scope="module")
def client_tree() -> Path | None:
    """The tree whose client the module's server serves; None for the one here. A module may override it."""
    return None


@pytest.fixture(scope="module")
def server(
    browser: Browser,
    tmp_path_factory: pytest.TempPathFactory,
    server_options: dict[str, str | int],
    client_tree: Path | None,
    strong_engines: bool,
) -> Iterator[ServerProcess]:
    """A server process of the module's own, which must have nothing to complain of in the end."""
    kind = ServerProcess if strong_engines else ColdServer
    process = kind(tmp_path_factory.mktemp("server") / "tengen.db", **server_options)
    process.folder = client_tree
    process.start()
    yield process
    process.kill()
    assert process.complaints() == []


@pytest_asyncio.fixture(loop_scope="session")
async def arrive(browser: Browser, server: ServerProcess) -> AsyncIterator[Arrive]:
    """Brings people, each at a page of their own: ``await arrive("/settings", locale="zh-CN")``.

    Afterwards nobody's browser may have complained of anything.
    """
    people: list[Person] = []

    async def arrive(path: str | None = "/", *, allow: str | None = None, **options: Any) -> Person:
        ours = {"locale": "en-GB", "reduced_motion": "reduce", "service_workers": "block"}
        context = await browser.new_context(**ours | options)
        context.set_default_timeout(WAIT_MS)
        person = Person(context, await context.new_page(), server.url, allow)
        people.append(person)
        if path is not None:
            await person.goto(path)
        return person

    yield arrive
    for person in people:
        await person.context.close()
    assert [complaint for person in people for complaint in person.complaints] == []
