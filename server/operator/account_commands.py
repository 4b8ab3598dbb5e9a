"""Commands about accounts. A code is made and printed here, and a hash is passed on: it stands in no file."""

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

from server.accounts.accounts import hash_code, hash_secret, new_code, new_token
from server.accounts.registry import CODE_LENGTH
from server.operator.accounts import NONE
from server.operator.request import ask
from server.protocol.values import RoleName


def add_arguments(group: Any, told: Callable[[Callable[[Namespace, Path], str]], Any]) -> None:
    """Add what is done to accounts to a group of commands; ``told`` makes the function of one."""
    for name, help in (
        ("create", "make an account and print a code by which its player chooses a password"),
        ("reset", "print a code by which a player chooses another password"),
    ):
        parser = group.add_parser(name, help=help)
        parser.add_argument("name", metavar="NAME")
        parser.set_defaults(func=told(_ask_with_code), kind=f"account_{name}")
    token = group.add_parser("token", help="print a token by which a program signs in to an account whose role is bot")
    token.add_argument("name", metavar="NAME")
    token.set_defaults(func=told(_ask_with_token))
    role = group.add_parser("role", help="give an account a role, or none")
    role.add_argument("name", metavar="NAME")
    role.add_argument("argument", metavar="ROLE", choices=(*get_args(RoleName), NONE))
    role.set_defaults(func=told(lambda args, db: ask(db, "account_role", args.name, args.argument)))
    for name, help in (
        ("disable", "have nobody sign in to an account"),
        ("enable", "let its player in again"),
        ("totp", "give up the authenticator of an account whose player has lost it"),
    ):
        parser = group.add_parser(name, help=help)
        parser.add_argument("name", metavar="NAME")
        parser.set_defaults(func=told(lambda args, db: ask(db, args.kind, args.name, "")), kind=f"account_{name}")
    for name, help in (
        ("invite", "print an invitation, which keeping a name needs where the setting says so"),
        ("owner", "print a code that makes an account the owner's; for a server that has none"),
    ):
        parser = group.add_parser(name, help=help)
        parser.set_defaults(func=told(_ask_with_code), kind=f"account_{name}", name="")


def _ask_with_code(args: Namespace, db: Path) -> str:
    code = new_code(CODE_LENGTH)
    sentence = ask(db, args.kind, args.name, hash_code(code).hex())
    return f"{code}\n{sentence}"


def _ask_with_token(args: Namespace, db: Path) -> str:
    token = new_token()
    sentence = ask(db, "account_token", args.name, hash_secret(token).hex())
    return f"{token}\n{sentence}"
