"""Random trees of moves."""

from random import Random

from hypothesis import strategies as st

from gomoku.board import Color
from gomoku.notation.tree import PASS, ROOT, Note, Tree

SPECIAL = "AB[]();:\\ \ufeff\ufffd"
"""Letters with a meaning in some format or for encodings: among all letters, texts hardly ever have two of them
together."""
LINE = st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=12) | st.text(SPECIAL, max_size=6)
LINES = st.lists(LINE, min_size=1, max_size=3).map("\n".join)
LETTERS = [Color.BLACK, Color.WHITE]


@st.composite
def library_trees(draw: st.DrawFn) -> Tree:
    """Draw trees that a library can hold completely: 15x15, alternating colours, and no setup stones."""
    tree = Tree(15)
    for _ in range(draw(st.integers(0, 25))):
        parent = draw(st.integers(0, len(tree) - 1))
        board = tree.board(parent)
        played = {tree.move(child) for child in tree.children(parent)}
        color = LETTERS[(len(tree.path(parent)) - 1) % 2]
        point = draw(st.integers(108, 116) | st.just(PASS))
        if (point == PASS or not board[point]) and (point, color) not in played:
            tree.add(parent, (point, color))
    for node in draw(st.sets(st.integers(0, len(tree) - 1), max_size=6)):
        note = tree.note(node)
        note.name, note.comment = draw(LINE), draw(LINES)
        note.marked, note.start = draw(st.booleans()), draw(st.booleans())
        note.labels = draw(st.dictionaries(st.integers(100, 120), LINE.filter(bool), max_size=3))
    return tree


@st.composite
def trees(draw: st.DrawFn) -> Tree:
    """Draw trees that SGF can hold completely: any size and order of colours, setup stones, nodes without a move,
    unknown properties."""
    size = draw(st.sampled_from([3, 5, 15, 19, 20, 26]))
    tree = Tree(size)
    points = st.integers(0, size * size - 1)
    for _ in range(draw(st.integers(0, 25))):
        parent = draw(st.integers(0, len(tree) - 1))
        board = tree.board(parent)
        point = draw(points | st.just(PASS))
        color = draw(st.sampled_from(LETTERS))
        if draw(st.integers(0, 9)) == 0:
            tree.add(parent, None)
        elif point == PASS or not board[point]:
            tree.add(parent, (point, color))
    for node in draw(st.sets(st.integers(0, len(tree) - 1), max_size=6)):
        stones: dict[int, int] = {}
        if not list(tree.children(node)):  # setup stones further up might lie where a move leads
            move = tree.move(node)
            stones = draw(st.dictionaries(points, st.sampled_from([0, 1, 2]), max_size=4))
            stones.pop(PASS if move is None else move[0], None)
        tree.take(
            node,
            Note(
                name=draw(LINE),
                comment=draw(LINES),
                marked=draw(st.booleans()),
                start=draw(st.booleans()),
                labels=draw(st.dictionaries(points, LINE, max_size=3)),
                setup=tuple(sorted(stones.items())),
                to_move=draw(st.none() | st.sampled_from(LETTERS)),
                properties=draw(st.sampled_from([[], [("TR", ("aa", "bb"))], [("XX", ("a\\]\\\\",)), ("YY", ("",))]])),
            ),
        )
    return tree


def large_tree(nodes: int, *, seed: int = 0, size: int = 15) -> Tree:
    """Build a tree of lines of some 30 moves that branch off each other; every twentieth node has a comment or
    label."""
    chance, tree = Random(seed), Tree(size)
    line, points = [ROOT], list(range(size * size))
    while len(tree) < nodes:
        depth = chance.randrange(len(line))
        del line[depth + 1 :]
        taken = {move[0] for node in line if (move := tree.move(node)) is not None}
        chance.shuffle(points)
        for point in points[:30]:
            if point in taken or len(tree) >= nodes:
                continue
            node = tree.add(line[-1], (point, LETTERS[(len(line) - 1) % 2]))
            if len(tree) % 40 == 0:
                tree.note(node).comment = f"Move {len(line)}, node {node}\nand what follows"
            elif len(tree) % 40 == 20:
                tree.note(tree.parent(node)).labels[point] = "A"
            line.append(node)
    return tree
