"""Command line of ``tengen``: runs the server and the operator's commands."""

import argparse
import asyncio
import logging
import os
import re
import resource
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.metadata import entry_points, requires, version
from typing import Any, NoReturn

from bots.gomocup import program
from bots.interrupt import leaving_at_once
from server import operator, resources
from server.config import Config, add_arguments, load
from server.errors import TengenError
from server.files import command as convert
from server.store.opening import find_address
from server.worker import cluster
from server.worker import command as worker
from server.worker.command import WorkWishes

MOST_FILES = 65_536

WORKER = ("bus", "db", "database", "log_level", "bot_memory", "bot_queue", "bot_experience", "silent_exit_s")
"""Settings that a worker takes on the command line."""

COMMANDS = "tengen.commands"
"""Entry-point group of additional commands, such as the laboratory's; none may override another."""

UNREAD = 141
"""Exit status that shells report for a program ended by SIGPIPE: 128 plus the signal's number."""


class _Parser(argparse.ArgumentParser):
    """Reports a usage error in one line, without the usage text."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def make_parser() -> argparse.ArgumentParser:
    """Build the whole command line."""
    top = _Parser(prog="tengen", description="A Gomoku server for people and bots.")
    top.add_argument("--version", action="version", version=f"tengen {version('tengen')}")
    commands: argparse._SubParsersAction[Any] = top.add_subparsers(dest="command", metavar="COMMAND")
    serve = commands.add_parser(
        "serve",
        help="run the server",
        description="Run the server. Settings come from the command line, then from the environment, then from the "
        "settings file, then from the defaults.",
        allow_abbrev=False,
    )
    add_arguments(serve)
    add_arguments(worker.add_command(commands), names=WORKER)
    add_arguments(cluster.add_command(commands), names=("bus",))
    own = list(_leaves(top))
    operator.add_arguments(commands)
    for command in _leaves(top):
        if command not in own:
            add_arguments(command, names=("db", "database"))
    program.add_command(commands)
    convert.add_command(commands)
    for point in sorted(entry_points(group=COMMANDS), key=lambda point: point.name):
        point.load()(commands)
    return top


def _leaves(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """Yield the parsers of commands without subcommands."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not groups:
        yield parser
    for group in groups:
        for below in group.choices.values():
            yield from _leaves(below)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command. Return the exit status: 0 success, 1 failure, 2 usage error, 141 closed output."""
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone, as in `tengen games list | head`
        with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - the interpreter flushes once more at its end
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        return UNREAD


def _run(arguments: Sequence[str] | None) -> int:
    top = make_parser()
    options = top.parse_args(arguments)
    if options.command is None:
        top.print_help(sys.stderr)
        return 2
    try:
        config = load(vars(options), os.environ)
    except TengenError as error:
        return _fail(error, 2)
    try:
        match options.command:
            case "serve":
                return _serve(config)
            case "worker":
                return _work(config, worker.read_wishes(options))
            case "cluster":
                return cluster.run(options, config)
            case _:
                return int(options.func(options, find_address(config)))
    except TengenError as error:
        return _fail(error, 1)


def _serve(config: Config) -> int:
    with leaving_at_once():
        from server import lifecycle  # noqa: PLC0415 - the other commands and --help need not wait for the bots to load

    _begin_log(config)
    _allow_connections()
    if config.db == resources.find_database():
        config.db.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(KeyboardInterrupt), _open_runner() as runner:  # Ctrl-C before the server handles it
        runner.run(lifecycle.serve(config))
    return 0


def _work(config: Config, wishes: WorkWishes) -> int:
    with leaving_at_once():
        from server.worker import program  # noqa: PLC0415 - as for the server

    _begin_log(config)
    with suppress(KeyboardInterrupt):
        asyncio.run(program.run(config, wishes))
    return 0


def _begin_log(config: Config) -> None:
    logging.basicConfig(level=config.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("websockets").setLevel("WARNING")  # it logs every connection and every incomplete handshake
    warning = _describe_untested(requires("tengen") or (), version("numba"))
    if warning is not None:
        logging.getLogger("tengen").warning(warning)


def _open_runner() -> asyncio.Runner:
    """Return the runner of the server's loop: uvloop's if the extra ``speed`` is installed, asyncio's own otherwise.

    Other loops, those of child processes and threads, stay asyncio's.
    """
    try:
        import uvloop  # noqa: PLC0415 - an extra
    except ImportError:
        return asyncio.Runner()
    logging.getLogger("tengen").debug("the event loop is uvloop's")
    return asyncio.Runner(loop_factory=uvloop.new_event_loop)


def _describe_untested(required: Sequence[str], found: str) -> str | None:
    """Return a warning if numba is not the version that is tested with the kernels and their cache, and that a wheel
    requires.
    """
    tested = next((match[1] for line in required if (match := re.match(r"numba==([0-9.]+)\.\*", line))), None)
    if tested is None or found.startswith(f"{tested}."):
        return None
    return f"numba {found} is installed, but the strongest bots are tested with {tested}: install that version"


def _allow_connections() -> None:
    """Raise the limit of open files: the usual 1024 would allow some 1000 players."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # a system may refuse what it advertises
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _fail(error: TengenError, status: int) -> int:
    print(f"tengen: {error}", file=sys.stderr)
    return status
