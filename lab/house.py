"""The state of the sources in figures: ``python -m lab.house`` prints them, ``--json`` as JSON.

All are read from the sources but one: ``move_files`` starts a server, lets two guests play one move and counts the
files of ``server/`` in which something ran.
"""

import argparse
import ast
import asyncio
import json
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from types import FrameType
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect

ROOT: Final = Path(__file__).parents[1]
PRODUCT: Final = ("gomoku", "bots", "server")
TREE: Final = (*PRODUCT, "lab", "tests")
KERNELS: Final = ("bots/search/", "bots/learning/patterns/matcher.py")
SMALL: Final = 70
"""Lines below which a module with one importer may be a part of it."""
RIDDLES: Final = re.compile(r"(What|Who|Whose|Those|Of)\b")
"""Openings of a docstring that name neither a thing nor an act."""
GAME: Final = {
    "rules": "freestyle",
    "size": 15,
    "clock": {"kind": "none"},
    "color": "black",
    "visibility": "public",
}
CLIENT_IMPORTS: Final = re.compile(r'^(?:import|export)\b(?:[^;"]*\bfrom)?\s*"(\.[^"]+)"', re.MULTILINE)
COMMENTS: Final = re.compile(r"^\s*(?:/\*\*?|//|\*)\s+(?:What|Who|Whose|Those|Of)\b.*", re.MULTILINE)
"""Such openings of comments in the client."""
CASTS: Final = re.compile(r"(?<![\w.])(?:np\.(?:u?int(?:8|16|32|64)|float(?:32|64))|U|I)\(")


def read_sources(packages: tuple[str, ...] = TREE) -> dict[str, str]:
    """Text of every Python file of these packages by its path below the root."""
    paths = (path for package in packages for path in sorted((ROOT / package).rglob("*.py")))
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def name_module(path: str) -> str:
    """Dotted name of a module.

    >>> name_module("bots/match/__init__.py"), name_module("bots/hint.py")
    ('bots.match', 'bots.hint')
    """
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def find_imports(trees: Mapping[str, ast.Module]) -> dict[str, set[str]]:
    """Modules of these trees that each of them imports, at the top or inside a function."""
    modules = {name_module(path): tree for path, tree in trees.items()}
    found: dict[str, set[str]] = {}
    for module, tree in modules.items():
        names = set[str]()
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                below = {f"{node.module}.{alias.name}" for alias in node.names}
                names |= (below & modules.keys()) or {node.module}
        found[module] = (names & modules.keys()) - {module}
    return found


def count_circles(imports: Mapping[str, set[str]]) -> int:
    """Strongly connected parts of more than one module, by Tarjan's algorithm."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    circles = 0

    def visit(module: str) -> None:
        nonlocal circles
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in imports[module]:
            if other not in index:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], index[other])
        if low[module] == index[module]:
            size = len(stack) - stack.index(module)
            del stack[-size:]
            circles += size > 1

    sys.setrecursionlimit(10_000)
    for module in imports:
        if module not in index:
            visit(module)
    return circles


def list_docstrings(trees: Mapping[str, ast.Module]) -> Iterator[tuple[str, str]]:
    """Docstrings and where they are, as ``path:line``."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, kinds) and (text := ast.get_docstring(node)):
                yield text, f"{path}:{getattr(node, 'lineno', 1)}"


def list_comments(folders: tuple[str, ...] = ("web_client", "tests/web")) -> Iterator[tuple[str, str]]:
    """Comments of the client that begin as `RIDDLES` do, and where they are; generated files do not count."""
    for path in sorted(path for folder in folders for path in (ROOT / folder).rglob("*.js")):
        if path.name != "protocol.js":
            text = path.read_text("utf-8")
            for match in COMMENTS.finditer(text):
                yield match[0].strip(), f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.start()) + 1}"


def list_small_modules(texts: Mapping[str, str], imports: Mapping[str, set[str]]) -> list[str]:
    """Modules of less than `SMALL` lines that exactly one other imports; packages and commands do not count."""
    importers = defaultdict[str, set[str]](set)
    for module, others in imports.items():
        for other in others:
            importers[other].add(module)
    return [
        path
        for path, text in texts.items()
        if not path.endswith(("__init__.py", "__main__.py"))
        and len(text.splitlines()) < SMALL
        and len(importers[name_module(path)]) == 1
    ]


def count_callables(trees: Mapping[str, ast.Module]) -> int:
    """Parameters whose annotation names ``Callable``."""
    return sum(
        isinstance(node, ast.arg) and node.annotation is not None and "Callable" in ast.unparse(node.annotation)
        for tree in trees.values()
        for node in ast.walk(tree)
    )


def count_client_circles(client: Path = ROOT / "web_client") -> int:
    """Circles among the client's folders and the modules beside them, by the static imports of its modules."""
    imports = defaultdict[str, set[str]](set)

    def place(module: Path) -> str:
        return module.relative_to(client).parts[0]

    for path in client.rglob("*.js"):
        for name in CLIENT_IMPORTS.findall(path.read_text("utf-8")):
            imports[place(path)].add(place((path.parent / name).resolve()))
    return count_circles({folder: (others & imports.keys()) - {folder} for folder, others in imports.items()})


def measure_sources() -> dict[str, int]:
    """All figures that need no server."""
    texts = read_sources()
    trees = {path: ast.parse(text) for path, text in texts.items()}
    product = {path: text for path, text in texts.items() if path.partition("/")[0] in PRODUCT}
    imports = find_imports({path: trees[path] for path in product})
    joining = [text for path, text in product.items() if path in ("server/app.py", "server/lifecycle.py")]
    app = trees["server/app.py"]
    return {
        "app_lines": sum(len(text.splitlines()) for text in joining),
        "app_lambdas": sum(isinstance(node, ast.Lambda) for node in ast.walk(app)),
        "callable_parameters": count_callables({path: trees[path] for path in product}),
        "small_modules": len(list_small_modules(product, imports)),
        "kernel_casts": sum(len(CASTS.findall(text)) for path, text in product.items() if path.startswith(KERNELS)),
        "riddles": sum(bool(RIDDLES.match(text)) for text, _ in list_docstrings(trees)) + len([*list_comments()]),
        "product_lines": sum(len(text.splitlines()) for text in product.values()),
        "python_circles": count_circles(imports),
        "client_circles": count_client_circles(),
    }


async def count_move_files() -> int:
    """Files of ``server/`` entered while one person's move becomes the other's message."""
    from server.config import Config  # noqa: PLC0415 - the other figures need no engines
    from server.lifecycle import start  # noqa: PLC0415

    inside, entered = f"{ROOT / 'server'}/", set[str]()

    def note(frame: FrameType, event: str, _: object) -> None:
        name = frame.f_code.co_filename
        if event == "call" and name.startswith(inside):
            entered.add(name)

    with tempfile.TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            _, server = await start(Config(db=Path(folder) / "house.db", port=0), stack)
            url = f"ws://127.0.0.1:{next(iter(server.sockets)).getsockname()[1]}/ws"
            black, white = [await stack.enter_async_context(connect(url)) for _ in range(2)]
            for guest in (black, white):
                await _tell(guest, "welcome", t="hello", protocol=1)
            room = (await _tell(black, "ack", t="create", id="1", **GAME))["room"]
            await _tell(black, "room", t="enter", room=room)
            await _tell(white, "ack", t="sit", id="2", room=room)
            await _tell(white, "room", t="enter", room=room)
            await asyncio.sleep(1)  # what follows a start shall not count
            sys.setprofile(note)
            try:
                await black.send(json.dumps({"t": "move", "id": "3", "room": room, "ply": 0, "point": 112}))
                await _hear(white, "events")
            finally:
                sys.setprofile(None)
    return len(entered)


async def _tell(guest: ClientConnection, answer: str, **message: object) -> dict[str, Any]:
    await guest.send(json.dumps(message))
    return await _hear(guest, answer)


async def _hear(guest: ClientConnection, kind: str) -> dict[str, Any]:
    while (message := json.loads(await guest.recv()))["t"] != kind:
        if message["t"] == "error":
            raise RuntimeError(message)
    return dict(message)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="python -m lab.house", description="The state of the sources in figures.")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--list", choices=("riddles", "small"), help="print where these stand instead")
    options = parser.parse_args()
    if options.list == "riddles":
        trees = {path: ast.parse(text) for path, text in read_sources().items()}
        for text, place in list_docstrings(trees):
            if RIDDLES.match(text):
                print(f"{place}: {text.splitlines()[0]}")
        for text, place in list_comments():
            print(f"{place}: {text}")
    elif options.list == "small":
        texts = read_sources(PRODUCT)
        print(
            *list_small_modules(texts, find_imports({path: ast.parse(text) for path, text in texts.items()})), sep="\n"
        )
    else:
        figures = {**measure_sources(), "move_files": asyncio.run(count_move_files())}
        print(json.dumps(figures) if options.json else "\n".join(f"{name:20} {n:7}" for name, n in figures.items()))


if __name__ == "__main__":
    main()
