"""The command line of the operator's commands: acts of staff by their ``command``, and lists and files beside them."""

import argparse
import asyncio
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from time import time
from typing import Any

from server.accounts.accounts import hash_code, hash_secret, new_code, new_token
from server.accounts.registry import CODE_LENGTH
from server.errors import Refused, TengenError
from server.moderation.act import ActCommand, StaffAct
from server.operator import accounts, check, listing, moderation, patterns, proofs, tree_commands, weights
from server.operator.backup import backup
from server.operator.changes import collect_acts
from server.operator.request import News, ask
from server.operator.restore import restore
from server.store.address import hide_password, is_server
from server.store.file.database_file import open_to_read
from server.store.moving import move
from server.store.reading import Reading, read_from

Command = Callable[[argparse.Namespace, str], str]
"""Performs a command on the database at this address and returns what it prints."""

STUDIES = "studies"
"""Group of the acts upon the queue, whose command without an act describes it."""


def add_arguments(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add ``rooms``, ``players``, ``reports``, ``audit``, ``account``, ``games``, ``patterns``, ``book``, ``weights``,
    ``ratings``, ``proofs``, ``trees``, ``studies`` and those of the file.

    The parsed arguments have ``func(args, db) -> int``: it prints, and returns the exit status.
    """
    groups: dict[str, argparse._SubParsersAction[Any]] = {}

    def add_group(name: str, help: str) -> "argparse._SubParsersAction[Any]":
        groups[name] = subparsers.add_parser(name, help=help).add_subparsers(required=True, metavar="COMMAND")
        return groups[name]

    rooms = add_group("rooms", "list rooms that are not over, or close one")
    _list(rooms, lambda connection, _: listing.list_rooms(connection))

    players = add_group("players", "list players, rename, ban or delete one")
    _list(players, lambda connection, _: listing.list_players(connection))

    reported = add_group("reports", "what players report, as it waits for staff")
    _list(reported, lambda connection, _: moderation.list_reports(connection))
    done = add_group("audit", "what staff and operators have done")
    listed = _list(done, lambda connection, args: moderation.list_acts(connection, args.limit))
    listed.add_argument("--limit", type=int, default=50, help="how many, the newest first (default: 50)")

    named = add_group("account", "list accounts, make one, reset a password, give a role, invite")
    _list(named, lambda connection, _: accounts.list_accounts(connection))

    games = add_group("games", "list stored games, or delete one")
    listed = _list(games, lambda connection, args: listing.list_games(connection, args.limit))
    listed.add_argument("--limit", type=int, default=50, help="how many, the newest first (default: 50)")

    learned = add_group("patterns", "what bots have learned: list, switch, carry to another server, rebuild")
    listed = _list(learned, lambda connection, args: patterns.list_patterns(connection, args.limit))
    listed.add_argument("--limit", type=int, default=50, help="how many, the newest first (default: 50)")
    _file(learned, "export", _export, "write those in use to a new file")
    _file(learned, "import", _import, "prove those of a file again, and use them")

    add_group("book", "what games went on with in their positions, for the explorer and for bots")

    weighed = add_group("weights", "the versions of the learned weights: list, compare, take back, freeze")
    _list(weighed, lambda connection, _: weights.list_versions(connection))
    for name, help in (("show", "a version and its match"), ("compare", "where two versions differ, and by how much")):
        shown = weighed.add_parser(name, help=help)
        shown.add_argument("versions", metavar="N", type=int, nargs=1 if name == "show" else 2)
        shown.set_defaults(func=_tell(_weights))
    exported = weighed.add_parser("export", help="write a version to a new file, to play with in the arena")
    exported.add_argument("versions", metavar="N", type=int, nargs=1)
    exported.add_argument("file", metavar="FILE", type=Path)
    exported.set_defaults(func=_tell(_weights_export))

    add_group("ratings", "count all rated games anew, strike one out, or bring it back")

    kept = add_group("trees", "stored trees of variations: list, bring from a file of any size, write, delete")
    _list(kept, lambda connection, _: tree_commands.list_trees(connection))
    brought = kept.add_parser("import", help="keep the tree of a file of games or variations for a player")
    brought.add_argument("file", metavar="FILE", type=Path)
    brought.add_argument("--owner", metavar="ID", required=True, help="the player's id, as `players list` has it")
    brought.add_argument("--title", metavar="TEXT", help="what it is called (default: the file's name)")
    brought.add_argument("--visibility", choices=tree_commands.VISIBILITIES, default="private", help="default: private")
    brought.add_argument("--encoding", choices=tree_commands.ENCODINGS, help="of its texts (default: found out)")
    brought.add_argument(
        "--accept-terms", action="store_true", help="take the games of a federation's file on the terms that are shown"
    )
    brought.set_defaults(func=_tell(tree_commands.import_file))
    written = kept.add_parser("export", help="write one to a new file, .lib or .sgf")
    written.add_argument("tree", metavar="ID")
    written.add_argument("file", metavar="FILE", type=Path)
    written.add_argument(
        "--encoding", choices=tree_commands.ENCODINGS, help="of a library's texts (default: as they came)"
    )
    written.set_defaults(func=_tell(_tree_export))

    _add_studies(subparsers)

    checked = subparsers.add_parser("check", help="name every damaged game, also while a server is running")
    checked.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a backup, instead of the database")
    checked.set_defaults(func=_check)

    proven = add_group("proofs", "what is proven of positions: count it, or hold it to the checker")
    _list(proven, lambda connection, _: proofs.count_proofs(connection))
    held = proven.add_parser("verify", help="replay some by the rules alone, every defence of them")
    held.add_argument("count", metavar="N", type=int, nargs="?", default=100, help="how many (default: 100)")
    held.set_defaults(func=_verify)

    copy = subparsers.add_parser("backup", help="copy the database, also while a server is running")
    copy.add_argument("file", metavar="FILE", type=Path, help="the copy; must not exist")
    copy.set_defaults(func=_tell(_backup))

    back = subparsers.add_parser("restore", help="put a backup in the database's place; no server may be running")
    back.add_argument("file", metavar="FILE", type=Path)
    back.set_defaults(func=_tell(lambda args, db: "\n".join(restore(_require_file(db), args.file))))

    moved = subparsers.add_parser(
        "move-store", help="copy everything to a new file or an empty PostgreSQL database; no server may be running"
    )
    moved.add_argument("source", metavar="FROM", help="a database file, or postgresql://...")
    moved.add_argument("target", metavar="TO", help="likewise; a new file, or an empty database")
    moved.set_defaults(func=_tell(_move))

    for act in collect_acts().values():
        if act.command is not None and act.command.group != STUDIES:
            # a group that no list has made is called what its first act does
            group = groups.get(act.command.group) or add_group(act.command.group, act.command.help)
            _add_act(group, act, act.command)


def _add_act(group: "argparse._SubParsersAction[Any]", act: StaffAct, command: ActCommand) -> None:
    parser: argparse.ArgumentParser = group.add_parser(command.name, help=command.help)
    parser.set_defaults(func=_tell(lambda args, db: _ask(act, args, db)), target="", argument="")
    if act.target is not None:
        parser.add_argument("target", metavar=command.metavar)
    if act.argument is not None:
        parser.add_argument("argument", metavar=act.argument.metavar, choices=act.argument.choices or None)
    if command.options is not None:
        command.options.add(parser)


def _ask(act: StaffAct, args: argparse.Namespace, db: str) -> str:
    """Have an act done. Return its sentence, after the code or token that it makes."""
    if act.answers == "code":
        secret = new_code(CODE_LENGTH)
        return f"{secret}\n{ask(db, act.name, args.target, hash_code(secret).hex())}"
    if act.answers == "token":
        secret = new_token()
        return f"{secret}\n{ask(db, act.name, args.target, hash_secret(secret).hex())}"
    options = None if act.command is None else act.command.options
    return ask(db, act.name, args.target, args.argument if options is None else options.read(args))


def _add_studies(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add ``studies``, which describes the queue, or takes an act and a game."""
    acts = {act.command.name: act for act in collect_acts().values() if act.command and act.command.group == STUDIES}
    queue = subparsers.add_parser(STUDIES, help="how the queue of studies stands; try one again, or take it out")
    queue.add_argument("change", metavar="|".join(acts), nargs="?", choices=tuple(acts), help="of a GAME")
    queue.add_argument("game", metavar="GAME", nargs="?", help="its id")

    def run(args: argparse.Namespace, db: str) -> str:
        if args.change is None:
            with read_from(db) as connection:
                return listing.describe_studies(connection, int(time() * 1000))
        if args.game is None:
            raise Refused(f"which game's study to {args.change} is not said", code="unknown_job")
        return ask(db, acts[args.change].name, args.game, "")

    queue.set_defaults(func=_tell(run))


def _check(args: argparse.Namespace, db: str) -> int:
    try:
        file = args.file or _require_file(db)
        with open_to_read(file) as connection:
            damaged = 0
            lines = chain(check.find_faults(connection), check.find_behind(connection, file))
            for damaged, line in enumerate(lines, start=1):  # noqa: B007 - counted below
                print(line)
            print(f"{file}: {'sound' if not damaged else 'DAMAGED'}; {check.count_games(connection)}")
    except TengenError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    return min(damaged, 1)


def _require_file(db: str) -> Path:
    """Return the database's file. Raises Refused if it is a server of its own."""
    if is_server(db):
        raise Refused(
            "the data are in PostgreSQL, whose own tools back it up, restore and check it: pg_dump, pg_restore, "
            "pg_amcheck",
            code="database_server",
        )
    return Path(db)


def _backup(args: argparse.Namespace, db: str) -> str:
    backup(_require_file(db), args.file)
    return f"{db} is copied to {args.file}"


def _move(args: argparse.Namespace, db: str) -> str:
    news = News()
    try:
        asyncio.run(move(args.source, args.target, news.show))
    finally:
        news.end()
    return f"{hide_password(args.target)} is now what {hide_password(args.source)} is"


def _verify(args: argparse.Namespace, db: str) -> int:
    try:
        with read_from(db) as connection:
            found, wrong = proofs.verify_proofs(connection, args.count)
    except TengenError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    for line in wrong:
        print(line)
    print(f"{len(wrong)} of {found} proofs do not hold" if wrong else f"{found} proofs hold")
    return min(len(wrong), 1)


def _weights(args: argparse.Namespace, db: str) -> str:
    with read_from(db) as connection:
        return weights.show_version(connection, *args.versions)


def _weights_export(args: argparse.Namespace, db: str) -> str:
    with read_from(db) as connection:
        return weights.export(connection, args.versions[0], args.file)


def _export(args: argparse.Namespace, db: str) -> str:
    with read_from(db) as connection:
        return patterns.export(connection, args.file)


def _tree_export(args: argparse.Namespace, db: str) -> str:
    with read_from(db) as connection:
        return tree_commands.export(connection, args)


def _import(args: argparse.Namespace, db: str) -> str:
    return ask(db, "patterns_import", args.file.name, patterns.prove_file(args.file))


def _file(group: "argparse._SubParsersAction[Any]", name: str, command: Command, help: str) -> None:
    parser: argparse.ArgumentParser = group.add_parser(name, help=help)
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.set_defaults(func=_tell(command))


def _list(
    group: "argparse._SubParsersAction[Any]", text: Callable[[Reading, argparse.Namespace], str]
) -> argparse.ArgumentParser:
    def run(args: argparse.Namespace, db: str) -> str:
        with read_from(db) as connection:
            return text(connection, args)

    parser: argparse.ArgumentParser = group.add_parser("list", help="print them as a table")
    parser.set_defaults(func=_tell(run))
    return parser


def _tell(command: Command) -> Callable[[argparse.Namespace, str], int]:
    """Print what ``command`` answers, or its error as one line, and return the exit status."""

    def run(args: argparse.Namespace, db: str) -> int:
        try:
            print(command(args, db))
        except TengenError as error:
            print(f"tengen: {error}", file=sys.stderr)
            return 1
        return 0

    return run
