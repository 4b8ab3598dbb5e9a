"""The operator's commands about the queue of studies: how it stands, a game tried again or taken out."""

import argparse
from pathlib import Path
from time import time

from server.errors import Refused
from server.operator.listing import describe_studies
from server.operator.request import ask
from server.store.database_file import open_to_read


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Have ``tengen studies`` take what is done, and to which game."""
    parser.add_argument("change", metavar="retry|cancel", nargs="?", choices=("retry", "cancel"), help="of a GAME")
    parser.add_argument("game", metavar="GAME", nargs="?", help="its id")


def run(args: argparse.Namespace, db: Path) -> str:
    """How the queue stands, or what has come of a change."""
    if args.change is None:
        with open_to_read(db) as connection:
            return describe_studies(connection, int(time() * 1000))
    if args.game is None:
        raise Refused(f"which game's study to {args.change} is not said", code="unknown_job")
    return ask(db, f"job_{args.change}", args.game, "")
