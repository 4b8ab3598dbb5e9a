"""The list of codes tells the truth."""

import re
from pathlib import Path

from gomoku.errors import ForbiddenReason
from server.protocol.codes import CODES

ROOT = Path(__file__).resolve().parents[3]


def test_every_code_is_one_that_something_raises() -> None:
    files = [file for folder in ("server", "bots", "gomoku") for file in (ROOT / folder).rglob("*.py")]
    text = "\n".join(file.read_text(encoding="utf-8") for file in files if file.name != "codes.py")
    text = re.sub(r'tag="\w+"', "", text)  # a type of message may be called as a code is
    made = {f"forbidden_{reason.name.lower()}" for reason in ForbiddenReason}
    assert [code for code in CODES if f'"{code}"' not in text and code not in made] == []
