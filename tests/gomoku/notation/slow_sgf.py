"""An independent recursive reader of SGF, character by character, for the structure alone."""

Said = tuple[dict[str, list[str]], ...]
"""Properties of the nodes of one sequence, with raw values."""
Game = tuple[Said, tuple["Game", ...]]
"""A sequence, and the variations after it."""


def read(text: str) -> Game:
    """Read the first game of a well-formed text."""
    return _game(text, text.index("("))[0]


def _game(text: str, at: int) -> tuple[Game, int]:
    assert text[at] == "("
    at, nodes, below = at + 1, [], []
    while text[at] != ")":
        if text[at] == ";":
            node, at = _node(text, at + 1)
            nodes.append(node)
        elif text[at] == "(":
            variation, at = _game(text, at)
            below.append(variation)
        else:
            assert text[at].isspace()
            at += 1
    return (tuple(nodes), tuple(below)), at + 1


def _node(text: str, at: int) -> tuple[dict[str, list[str]], int]:
    found: dict[str, list[str]] = {}
    while text[at] not in ";()":
        if text[at].isspace():
            at += 1
            continue
        name = ""
        while text[at] != "[":
            name, at = name + text[at], at + 1
        values = found.setdefault(name.strip(), [])
        while text[at] == "[":
            value, at = "", at + 1
            while text[at] != "]":
                step = 2 if text[at] == "\\" else 1
                value, at = value + text[at : at + step], at + step
            values.append(value)
            at += 1
    return found, at
