"""A second reader of SGF, letter by letter and recursive, which tells only what stands where."""

Said = tuple[dict[str, list[str]], ...]
"""The properties of the nodes of one sequence, with their values as they stand between brackets."""
Game = tuple[Said, tuple["Game", ...]]
"""A sequence, and the variations after it."""


def read(text: str) -> Game:
    """The first game of a text that is well written."""
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
