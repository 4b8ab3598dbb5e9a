"""The command line of the operator's commands."""

import argparse
import sqlite3
import sys
from collections.abc import Callable
from itertools import chain
from pathlib import Path
from typing import Any

from server.errors import TengenError
from server.operator import (
    account_commands,
    accounts,
    check,
    listing,
    moderation,
    moderation_commands,
    patterns,
    proofs,
    study_commands,
    tree_commands,
    weights,
)
from server.operator.backup import backup
from server.operator.request import ask
from server.operator.restore import restore
from server.store.database_file import open_to_read

Command = Callable[[argparse.Namespace, Path], int]


def add_arguments(subparsers: "argparse._SubParsersAction[Any]") -> None:
    """Add ``rooms``, ``players``, ``reports``, ``audit``, ``account``, ``games``, ``patterns``, ``book``, ``weights``,
    ``ratings``, ``proofs``, ``trees``, ``studies`` and those of the file.

    The parsed arguments have ``func(args, db) -> int``: it prints, and returns the exit status.
    """
    rooms = _group(subparsers, "rooms", "list rooms that are not over, or close one")
    _list(rooms, lambda connection, _: listing.list_rooms(connection))
    _change(rooms, "close", "close_room", "end a room without a result")

    players = _group(subparsers, "players", "list players, rename, ban or delete one")
    _list(players, lambda connection, _: listing.list_players(connection))
    _change(players, "rename", "rename_player", "give a player another name").add_argument("argument", metavar="NAME")
    moderation_commands.add_arguments(players, _tell)
    _change(players, "delete", "delete_player", "forget a player; the games stay, without the name")

    reported = _group(subparsers, "reports", "what players report, as it waits for staff")
    _list(reported, lambda connection, _: moderation.list_reports(connection))
    done = _group(subparsers, "audit", "what staff and operators have done")
    listed = _list(done, lambda connection, args: moderation.list_acts(connection, args.limit))
    listed.add_argument("--limit", type=int, default=50, help="how many, the newest first (default: 50)")

    named = _group(subparsers, "account", "list accounts, make one, reset a password, give a role, invite")
    _list(named, lambda connection, _: accounts.list_accounts(connection))
    account_commands.add_arguments(named, _tell)

    games = _group(subparsers, "games", "list stored games, or delete one")
    listed = _list(games, lambda connection, args: listing.list_games(connection, args.limit))
    listed.add_argument("--limit", type=int, default=50, help="how many, the newest first (default: 50)")
    _change(games, "delete", "delete_game", "delete a game, also one that is being played")

    learned = _group(subparsers, "patterns", "what bots have learned: list, switch, carry to another server, rebuild")
    listed = _list(learned, lambda connection, args: patterns.list_patterns(connection, args.limit))
    listed.add_argument("--limit", type=int, default=50, help="how many, the newest first (default: 50)")
    _change(learned, "off", "pattern_off", "keep a pattern out of play")
    _change(learned, "on", "pattern_on", "bring it back")
    _change(learned, "forget", "pattern_forget", "forget a pattern: no game teaches it again")
    _change(learned, "learn", "game_learn", "learn from a game, also from one between people or out of a file")
    _file(learned, "export", _export, "write those in use to a new file")
    _file(learned, "import", _import, "prove those of a file again, and use them")
    rebuild = learned.add_parser("rebuild", help="learn from all games anew, and count again what was met")
    rebuild.set_defaults(func=_tell(lambda _, db: ask(db, "patterns_rebuild", "", "")))

    book = _group(subparsers, "book", "what games went on with in their positions, for the explorer and for bots")
    anew = book.add_parser("rebuild", help="count all games anew")
    anew.set_defaults(func=_tell(lambda _, db: ask(db, "book_rebuild", "", "")))

    weighed = _group(subparsers, "weights", "the versions of the learned weights: list, compare, take back, freeze")
    _list(weighed, lambda connection, _: weights.list_versions(connection))
    for name, help in (("show", "a version and its match"), ("compare", "where two versions differ, and by how much")):
        shown = weighed.add_parser(name, help=help)
        shown.add_argument("versions", metavar="N", type=int, nargs=1 if name == "show" else 2)
        shown.set_defaults(func=_tell(_weights))
    _change(weighed, "use", "weights_use", "have games begin with a version from now on; 0 is that of the program")
    _change(weighed, "forget", "weights_forget", "forget a version's numbers")
    for name, help in (("freeze", "keep what is in use"), ("unfreeze", "let it learn again")):
        parser = weighed.add_parser(name, help=help)
        parser.set_defaults(func=_tell(lambda args, db: ask(db, args.kind, "", "")), kind=f"weights_{name}")
    exported = weighed.add_parser("export", help="write a version to a new file, to play with in the arena")
    exported.add_argument("versions", metavar="N", type=int, nargs=1)
    exported.add_argument("file", metavar="FILE", type=Path)
    exported.set_defaults(func=_tell(_weights_export))

    rated = _group(subparsers, "ratings", "count all rated games anew, strike one out, or bring it back")
    anew = rated.add_parser("recompute", help="count all rated games anew, in the order in which they ended")
    anew.set_defaults(func=_tell(lambda _, db: ask(db, "ratings_recompute", "", "")))
    _change(rated, "strike", "ratings_strike", "have a game count for no rating, and all later ones anew")
    _change(rated, "restore", "ratings_restore", "have a game count that was struck out")

    kept = _group(subparsers, "trees", "stored trees of variations: list, bring from a file of any size, write, delete")
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
    _change(kept, "delete", "tree_delete", "delete one")

    queue = subparsers.add_parser("studies", help="how the queue of studies stands; try one again, or take it out")
    study_commands.add_arguments(queue)
    queue.set_defaults(func=_tell(study_commands.run))

    checked = subparsers.add_parser("check", help="name every damaged game, also while a server is running")
    checked.add_argument("file", metavar="FILE", type=Path, nargs="?", help="a backup, instead of the database")
    checked.set_defaults(func=_check)

    proven = _group(subparsers, "proofs", "what is proven of positions: count it, or hold it to the checker")
    _list(proven, lambda connection, _: proofs.count_proofs(connection))
    held = proven.add_parser("verify", help="replay some by the rules alone, every defence of them")
    held.add_argument("count", metavar="N", type=int, nargs="?", default=100, help="how many (default: 100)")
    held.set_defaults(func=_verify)

    copy = subparsers.add_parser("backup", help="copy the database, also while a server is running")
    copy.add_argument("file", metavar="FILE", type=Path, help="the copy; must not exist")
    copy.set_defaults(func=_tell(_backup))

    back = subparsers.add_parser("restore", help="put a backup in the database's place; no server may be running")
    back.add_argument("file", metavar="FILE", type=Path)
    back.set_defaults(func=_tell(lambda args, db: "\n".join(restore(db, args.file))))


def _check(args: argparse.Namespace, db: Path) -> int:
    try:
        with open_to_read(args.file or db) as connection:
            damaged = 0
            lines = chain(check.find_faults(connection), check.find_behind(connection, args.file or db))
            for damaged, line in enumerate(lines, start=1):  # noqa: B007 - counted below
                print(line)
            print(f"{args.file or db}: {'sound' if not damaged else 'DAMAGED'}; {check.count_games(connection)}")
    except TengenError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    return min(damaged, 1)


def _backup(args: argparse.Namespace, db: Path) -> str:
    backup(db, args.file)
    return f"{db} is copied to {args.file}"


def _verify(args: argparse.Namespace, db: Path) -> int:
    try:
        with open_to_read(db) as connection:
            found, wrong = proofs.verify_proofs(connection, args.count)
    except TengenError as error:
        print(f"tengen: {error}", file=sys.stderr)
        return 1
    for line in wrong:
        print(line)
    print(f"{len(wrong)} of {found} proofs do not hold" if wrong else f"{found} proofs hold")
    return min(len(wrong), 1)


def _weights(args: argparse.Namespace, db: Path) -> str:
    with open_to_read(db) as connection:
        return weights.show_version(connection, *args.versions)


def _weights_export(args: argparse.Namespace, db: Path) -> str:
    with open_to_read(db) as connection:
        return weights.export(connection, args.versions[0], args.file)


def _export(args: argparse.Namespace, db: Path) -> str:
    with open_to_read(db) as connection:
        return patterns.export(connection, args.file)


def _tree_export(args: argparse.Namespace, db: Path) -> str:
    with open_to_read(db) as connection:
        return tree_commands.export(connection, args)


def _import(args: argparse.Namespace, db: Path) -> str:
    return ask(db, "patterns_import", args.file.name, patterns.prove_file(args.file))


def _file(
    group: "argparse._SubParsersAction[Any]", name: str, command: Callable[[argparse.Namespace, Path], str], help: str
) -> None:
    parser: argparse.ArgumentParser = group.add_parser(name, help=help)
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.set_defaults(func=_tell(command))


def _group(subparsers: "argparse._SubParsersAction[Any]", name: str, help: str) -> "argparse._SubParsersAction[Any]":
    parser: argparse.ArgumentParser = subparsers.add_parser(name, help=help)
    return parser.add_subparsers(required=True, metavar="COMMAND")


def _list(
    group: "argparse._SubParsersAction[Any]", text: Callable[[sqlite3.Connection, argparse.Namespace], str]
) -> argparse.ArgumentParser:
    def run(args: argparse.Namespace, db: Path) -> str:
        with open_to_read(db) as connection:
            return text(connection, args)

    parser: argparse.ArgumentParser = group.add_parser("list", help="print them as a table")
    parser.set_defaults(func=_tell(run))
    return parser


def _change(group: "argparse._SubParsersAction[Any]", name: str, kind: str, help: str) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = group.add_parser(name, help=help)
    parser.add_argument("target", metavar="ID")
    parser.set_defaults(func=_tell(lambda args, db: ask(db, kind, args.target, args.argument)), argument="")
    return parser


def _tell(command: Callable[[argparse.Namespace, Path], str]) -> Command:
    """Print what ``command`` answers, or its error as one line, and return the exit status."""

    def run(args: argparse.Namespace, db: Path) -> int:
        try:
            print(command(args, db))
        except TengenError as error:
            print(f"tengen: {error}", file=sys.stderr)
            return 1
        return 0

    return run
