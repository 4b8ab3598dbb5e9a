"""``python -m tests.bots.files.measure``: a table of the short texts decoded correctly, by encoding and detector."""

from __future__ import annotations

from collections.abc import Callable

import chardet

from bots.files.detection import detect
from gomoku.notation.encodings import codec
from tests.bots.files.texts import SHORT

DETECTORS: dict[str, Callable[[bytes], str]] = {
    "chardet": lambda data: chardet.detect(data)["encoding"] or "ascii",
    "ours": lambda data: codec(detect([data])),
}


def main() -> None:
    """Print the table."""
    print(f"{'':10}{'texts':>6}" + "".join(f"{name:>20}" for name in DETECTORS))
    sums = dict.fromkeys(DETECTORS, 0)
    for encoding, texts in SHORT.items():
        row = f"{encoding:10}{len(texts):6}"
        for name, find in DETECTORS.items():
            right = sum(_read(text.encode(encoding), find) == text for text in texts)
            sums[name] += right
            row += f"{right:20}"
        print(row)
    print(f"{'all':10}{sum(map(len, SHORT.values())):6}" + "".join(f"{right:20}" for right in sums.values()))


def _read(data: bytes, find: Callable[[bytes], str]) -> str:
    return data.decode(find(data), "replace")


if __name__ == "__main__":
    main()
