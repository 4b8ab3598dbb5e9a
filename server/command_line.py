"""The command line of ``tengen``: serves, and does what an operator asks."""

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

MOST_FILES = 65_536

COMMANDS = "tengen.commands"
"""Entry points of this group add a command each, as those of the laboratory do; none overrides another."""

UNREAD = 141
"""What a shell says of a program that SIGPIPE has ended: 128 and the signal's number."""


class _Parser(argparse.ArgumentParser):
    """Says in one line, without the usage before it, what was asked wrongly."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def make_parser() -> argparse.ArgumentParser:
    """The command line, whole."""
    top = _Parser(prog="tengen", description="A Gomoku server for people and bots.")
    top.add_argument("--version", action="version", version=f"tengen {version('tengen')}")
    commands: argparse._SubParsersAction[Any] = top.add_subparsers(dest="command", metavar="COMMAND")
    serve = commands.add_parser(
        "serve",
        help="run the server",
        description="Run the server. What the command line does not say comes from the environment, then from the "
        "file of settings, then from the defaults.",
        allow_abbrev=False,
    )
    add_arguments(serve)
    operator.add_arguments(commands)
    for command in _leaves(top):
        if command is not serve:
            add_arguments(command, names=("db",))
    program.add_command(commands)
    convert.add_command(commands)
    for point in sorted(entry_points(group=COMMANDS), key=lambda point: point.name):
        point.load()(commands)
    return top


def _leaves(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers of the commands that have no commands below them."""
    groups = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not groups:
        yield parser
    for group in groups:
        for below in group.choices.values():
            yield from _leaves(below)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status: 0 done, 1 it failed, 2 it was asked wrongly, 141 nobody reads on."""
    try:
        try:
            return _run(arguments)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has gone, as in `tengen games list | head`
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
        return _serve(config) if options.command == "serve" else int(options.func(options, config.db))
    except TengenError as error:
        return _fail(error, 1)


def _serve(config: Config) -> int:
    with leaving_at_once():
        from server import lifecycle  # noqa: PLC0415 - the other commands and --help need not wait for the bots to load

    logging.basicConfig(level=config.log_level.upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    logging.getLogger("websockets").setLevel("WARNING")  # it tells of every connection and every half handshake
    warning = _describe_untested(requires("tengen") or (), version("numba"))
    if warning is not None:
        logging.getLogger("tengen").warning(warning)
    _allow_connections()
    if config.db == resources.find_database():
        config.db.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(KeyboardInterrupt):  # Ctrl-C before the server listens for it
        asyncio.run(lifecycle.serve(config))
    return 0


def _describe_untested(required: Sequence[str], found: str) -> str | None:
    """What to say of a numba other than that whose kernels and cache are tested, which a wheel requires."""
    tested = next((match[1] for line in required if (match := re.match(r"numba==([0-9.]+)\.\*", line))), None)
    if tested is None or found.startswith(f"{tested}."):
        return None
    return f"numba {found} is installed, and {tested} is what the strongest bots are tested with: install that one"


def _allow_connections() -> None:
    """Take as many open files as the system gives: the 1024 that most begin with would be some 1000 players."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # a system may say more than it gives
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _fail(error: TengenError, status: int) -> int:
    print(f"tengen: {error}", file=sys.stderr)
    return status
