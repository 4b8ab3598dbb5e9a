"""A PostgreSQL of the tests' own: a cluster for each process of the tests, and a fresh database for each test."""

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import asyncpg
import pytest

from server.store.postgres.lifecycle import prepare
from server.store.postgres.reader import close_readers

MEMORY = Path("/dev/shm")
OPTIONS = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "shared_buffers": "64MB",
    "max_wal_size": "4GB",
    "autovacuum": "off",
    "jit": "off",
}
"""No test cuts the power."""
_ENDS_WITH_US = '"$0" "$@" </dev/null & pid=$!; cat >/dev/null; kill -QUIT $pid; wait $pid'
"""Also where the tests are killed: then their end of the pipe closes."""


def find_programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, the newest if there are several, or None."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = [folder.parent for folder in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(found, key=lambda folder: int(folder.parent.name), default=None)


def is_wanted() -> bool:
    """Return whether the servers of the tests are to keep their data in PostgreSQL."""
    return os.environ.get("TENGEN_TEST_DATABASE") == "postgres"


class Cluster:
    """A running PostgreSQL, reached by a socket in its own folder."""

    def __init__(self, folder: Path, programs: Path, options: Mapping[str, str] = OPTIONS) -> None:
        self.folder = folder
        self._options = options
        self._programs = programs
        self._process: subprocess.Popen[Any] | None = None
        self._names = count(1)
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = [f"-c{name}={value}" for name, value in self._options.items()]
        command = [str(self._programs / "postgres"), "-D", str(self.folder / "data"), "-k", str(self.folder), *settings]
        with (self.folder / "log").open("ab") as log:
            self._process = process = subprocess.Popen(
                ["/bin/sh", "-c", _ENDS_WITH_US, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=log,
                **_as_other(),
            )
        until = monotonic() + 30
        while subprocess.run([self._programs / "pg_isready", "-q", "-h", self.folder], check=False).returncode:
            if process.poll() is not None or monotonic() > until:
                raise RuntimeError(f"PostgreSQL does not start: {(self.folder / 'log').read_text()}")
            sleep(0.02)

    def stop(self) -> None:
        """End it at once, as a loss of power does."""
        if self._process is not None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()
            self._process = None

    @contextmanager
    def run_standby(self) -> Iterator["Cluster"]:
        """Start a standby that every commit waits for; it takes writes once it is promoted."""
        folder = Path(tempfile.mkdtemp(prefix="tengen-pg-", dir=self.folder.parent))
        try:
            if not os.geteuid():
                os.chown(folder, _other().pw_uid, _other().pw_gid)
            copy = [str(self._programs / "pg_basebackup"), "-h", str(self.folder), "-U", "postgres"]
            to = ["-D", str(folder / "data"), "-R", "-c", "fast"]
            subprocess.run([*copy, *to], check=True, stdout=subprocess.DEVNULL, cwd="/", **_as_other())
            standby = Cluster(folder, self._programs, self._options)
            try:
                self.run("ALTER SYSTEM SET synchronous_standby_names = '*'")
                self.run("SELECT pg_reload_conf()")
                yield standby
            finally:
                standby.stop()
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def promote(self) -> None:
        """Make a standby take writes, and wait for no standby of its own."""
        self.run("SELECT pg_promote()")
        self.run("ALTER SYSTEM RESET synchronous_standby_names")
        self.run("SELECT pg_reload_conf()")

    def address(self, database: str) -> str:
        """Return the address of a database."""
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def make(self, template: str = "template0") -> str:
        """Make a database that is like another; return its address."""
        name = f"t{next(self._names)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return self.address(name)

    def drop(self, address: str) -> None:
        """Remove a database, also one that somebody is still connected to."""
        close_readers(address)
        self.run(f"DROP DATABASE IF EXISTS {address.partition('@/')[2].partition('?')[0]} WITH (FORCE)")

    def run(self, sql: str, address: str = "") -> None:
        """Run statements, by default outside the tests' databases."""
        asyncio.run(_run(address or self.address("postgres"), sql))


async def _run(address: str, sql: str) -> None:
    connection = await asyncpg.connect(address)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


def _as_other() -> dict[str, Any]:
    """Return how to start a program that refuses to run as root."""
    if os.geteuid():
        return {}
    user = _other()
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _other() -> pwd.struct_passwd:
    try:
        return pwd.getpwnam("postgres")
    except KeyError:
        return pwd.getpwnam("nobody")


@contextmanager
def run_cluster(folder: Path | None = None, **options: str) -> Iterator[Cluster]:
    """Start a new cluster, with other ``options`` than the usual ones, and remove it at the end. Its data lie in a
    ``folder``, by default in memory.

    Skips the test if there is no PostgreSQL here.
    """
    programs = find_programs()
    if programs is None:
        pytest.skip("needs PostgreSQL")
    place = Path(tempfile.mkdtemp(prefix="tengen-pg-", dir=folder or (MEMORY if MEMORY.is_dir() else None)))
    try:
        if not os.geteuid():
            os.chown(place, _other().pw_uid, _other().pw_gid)
        make = [
            str(programs / "initdb"),
            "-D",
            str(place / "data"),
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "-N",
        ]
        subprocess.run(
            [*make, "-E", "UTF8", "-N", "--locale=C"], check=True, stdout=subprocess.DEVNULL, cwd="/", **_as_other()
        )
        cluster = Cluster(place, programs, OPTIONS | options)
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(place, ignore_errors=True)


def make_template(cluster: Cluster) -> str:
    """Make the database that those of the tests are copies of; return its name."""
    address = cluster.make()
    asyncio.run(prepare(address))
    return address.partition("@/")[2].partition("?")[0]
