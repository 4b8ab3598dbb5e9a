"""An independent recursive reader and writer of libraries."""

from dataclasses import dataclass, field


@dataclass
class Branch:
    """A node: its byte, the flags unrelated to the tree's shape, its texts, and its subtrees."""

    place: int
    flags: int = 0
    comment: bytes = b""
    label: bytes = b""
    below: list["Branch"] = field(default_factory=list)


def padded(text: bytes) -> bytes:
    text += b"\0"
    return text if len(text) % 2 == 0 else text + b"\0"


def write(nodes: list[Branch], *, version: bytes = b"\x03\x04", root: Branch | None = None) -> bytes:
    """Write a whole file; without a root the first node is that of the only first move."""
    out = b"\xffRenLib\xff" + version + b"\xff" * 10
    if root is not None:
        out += _written(root, sibling=False, leaf=False)
    return out + _all(nodes)


def _all(nodes: list[Branch]) -> bytes:
    out = b""
    for number, node in enumerate(nodes):
        out += _written(node, sibling=number < len(nodes) - 1, leaf=not node.below) + _all(node.below)
    return out


def _written(node: Branch, *, sibling: bool, leaf: bool) -> bytes:
    flags = node.flags + 0x80 * sibling + 0x40 * leaf + 0x08 * bool(node.comment) + 0x01 * bool(node.label)
    out = bytes([node.place, flags])
    if node.label:
        out += b"\0\1"
    for text in (node.comment, node.label):
        out += padded(text) if text else b""
    return out


def read(data: bytes) -> list[Branch]:
    """Read the nodes of a well-formed file, its root first if it has one."""
    nodes, end = _siblings(data, 20, top=True)
    assert end == len(data)
    return nodes


def _siblings(data: bytes, at: int, *, top: bool = False) -> tuple[list[Branch], int]:
    found = []
    while True:
        node, flags, at = _one(data, at)
        found.append(node)
        if top and node.place == 0 and len(found) == 1:
            if at < len(data):
                more, at = _siblings(data, at)
                found += more
            return found, at
        if not flags & 0x40 and at < len(data):
            node.below, at = _siblings(data, at)
        if not flags & 0x80:
            return found, at


def _one(data: bytes, at: int) -> tuple[Branch, int, int]:
    place, flags, at = data[at], data[at + 1], at + 2
    has_label = False
    if flags & 0x01:
        has_label, at = bool(data[at + 1] & 1), at + 2
    texts = []
    for wanted in (flags & 0x08, has_label):
        text = b""
        if wanted:
            while 0 not in data[at : at + 2]:
                text, at = text + data[at : at + 2], at + 2
            text, at = text + data[at : at + 2].split(b"\0")[0], at + 2
        texts.append(text)
    return Branch(place, flags & 0x16, texts[0], texts[1]), flags, at
