"""The files of deploy/ and what an image is made from, as far as they can be held without building one."""

import json
import os
import re
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def patterns(name: str) -> set[str]:
    """The lines of a file of patterns, without where in the tree they hold."""
    lines = [line.strip("/") for line in read(name).splitlines() if line and not line.startswith("#")]
    return {line.removeprefix("**/") for line in lines}


def test_what_is_not_tracked_stays_out_of_an_image() -> None:
    kept_out = patterns(".dockerignore")
    assert {".git", "backups"} <= kept_out
    untracked = {"*.db*" if name.startswith("*.db") else name for name in patterns(".gitignore")}
    assert untracked - kept_out == set()


@pytest.mark.parametrize("name", ["deploy/Containerfile", "deploy/compose.yaml"])
def test_images_are_named_by_version_and_system(name: str) -> None:
    images = re.findall(r"^(?:FROM| *image:) (\S+)", read(name), re.MULTILINE)
    assert images
    assert [image for image in images if not re.fullmatch(r"docker\.io/\w+/\w+:\d+\.\d+-[a-z-]+", image)] == []


@pytest.mark.parametrize("named", [True, False])
def test_an_image_asks_for_health_at_the_port_that_the_server_has(named: bool) -> None:
    asked = []

    class Healthy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    found = re.search(r"^HEALTHCHECK [^\\]*CMD \\\n +(.*)$", read("deploy/Containerfile"), re.MULTILINE)
    assert found
    with HTTPServer(("127.0.0.1", 0), Healthy) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        command, port = json.loads(found[1]), str(server.server_port)
        if not named:
            assert "8080" in command[-1]
            command[-1] = command[-1].replace("8080", port)
        path = f"{Path(sys.executable).parent}:{os.defpath}"
        environment = {"PATH": path, "TENGEN_PORT": port if named else ""}
        subprocess.run(command, env=environment, check=True, timeout=60)
        server.shutdown()
    assert asked == ["/healthz"]
