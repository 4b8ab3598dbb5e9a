"""The staff's page of a server whose data are in a database server: nothing is offered that it would refuse."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

pytest.importorskip("playwright.async_api")
from playwright.async_api import expect

from tests.browser.conftest import Arrive
from tests.browser.test_account import fill
from tests.kit.client import Client
from tests.kit.postgres import run_cluster
from tests.kit.process import ServerProcess

pytestmark = [
    pytest.mark.browser,
    pytest.mark.postgres,
    pytest.mark.slow,
    pytest.mark.asyncio(loop_scope="session"),
]

SECRET = "correct horse"


@pytest.fixture(scope="module")
def server_options() -> Iterator[dict[str, str | int]]:
    """A server on a database of its own."""
    with run_cluster() as cluster:
        yield {"bot_pause_ms": 0, "database": cluster.make()}


@pytest.fixture(scope="module")
def client_tree() -> None:
    """The sources, as a clone serves them."""


async def test_a_database_server_makes_its_own_backups(
    arrive: Arrive, server: ServerProcess, server_options: dict[str, str | int]
) -> None:
    async with Client(server.ws) as account:
        await account.command("keep_name", name="Olga", password=SECRET)
    command = [sys.executable, "-m", "server", "account", "role", "Olga", "owner"]
    environment = os.environ | {"TENGEN_DATABASE": str(server_options["database"])}
    await asyncio.to_thread(subprocess.run, command, check=True, env=environment, stdout=subprocess.DEVNULL)
    owner = await arrive("/settings")
    await fill(owner, "Sign in", username="Olga", current_password=SECRET)
    await expect(owner.page.get_by_text("Welcome back, Olga.")).to_be_visible()
    await owner.goto("/staff/server")
    await expect(owner.page.get_by_test_id("elsewhere")).to_contain_text("in a database server")
    await expect(owner.page.get_by_test_id("health")).to_contain_text("Database")
    for heading in ("Backups", "Check of the database"):
        await expect(owner.page.get_by_role("heading", name=heading)).to_be_hidden()
    assert await owner.overflow() == 0
