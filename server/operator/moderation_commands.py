"""Commands that lay sanctions upon players, and lift them."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast, get_args

import msgspec

from server.errors import Refused
from server.operator.moderation import LaidByCommand
from server.operator.request import ask
from server.protocol.values import OffenceName


def add_arguments(group: Any, told: Callable[[Callable[[Namespace, Path], str]], Any]) -> None:
    """Add what is laid upon players to a group of commands; ``told`` makes the function of one."""
    for name, kind, help in (
        ("mute", "mute_player", "have a player say nothing in rooms"),
        ("timeout", "timeout_player", "have a player say nothing, and begin no games with people"),
        ("ban", "ban_player", "keep a player out"),
    ):
        parser = group.add_parser(name, help=help)
        parser.add_argument("target", metavar="ID")
        parser.add_argument("--hours", type=int, metavar="N", help="for how long (default: until it is lifted)")
        parser.add_argument(
            "--for", dest="offence", choices=get_args(OffenceName), default="other", help="what the player is told"
        )
        parser.add_argument("--reason", default="", metavar="TEXT", help="noted for staff")
        parser.set_defaults(func=told(_lay), kind=kind)
    for name, kind, help in (
        ("unmute", "unmute_player", "let a player talk again"),
        ("untimeout", "untimeout_player", "let a player talk and play again"),
        ("unban", "unban_player", "let a player in again"),
    ):
        parser = group.add_parser(name, help=help)
        parser.add_argument("target", metavar="ID")
        parser.set_defaults(func=told(lambda args, db: ask(db, args.kind, args.target, "")), kind=kind)


def _lay(args: Namespace, db: Path) -> str:
    if args.hours is not None and not 0 < args.hours <= 87_600:
        raise Refused("--hours is from 1 to 87600", code="bad_hours")
    asked = LaidByCommand(cast("OffenceName", args.offence), args.hours, args.reason[:500])
    return ask(db, args.kind, args.target, msgspec.json.encode(asked).decode())
