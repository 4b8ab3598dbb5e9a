"""How fast are trees of variations read and written, and what do they take? ``python -m tests.benchmarks.formats``.

Made-up trees: lines of some 30 moves that branch off each other, a comment or a label at every twentieth node. A case
has processes of its own, one of which reads the file once more to count what Python allocates for that at most, beside
the file's bytes. ``--json`` prints the figures as the last line.
"""

import argparse
import json
import multiprocessing
import tracemalloc
from collections.abc import Callable
from time import process_time

from gomoku.notation import renlib, sgf_tree
from gomoku.notation.tree import Tree
from tests.gomoku.notation.trees import large_tree

Figures = dict[str, str | int | float]

FORMATS: dict[str, tuple[Callable[[Tree], bytes], Callable[[bytes], Tree]]] = {
    "lib": (lambda tree: b"".join(renlib.dump(tree)), lambda data: renlib.load(data).tree),
    "sgf": (lambda tree: "".join(sgf_tree.dump(tree)).encode(), lambda data: sgf_tree.load(data.decode()).tree),
}


def write(format: str, nodes: int) -> tuple[bytes, float]:
    """A file of so many nodes, and the seconds of processor time of its writing."""
    tree = large_tree(nodes)
    began = process_time()
    data = FORMATS[format][0](tree)
    return data, process_time() - began


def read(format: str, nodes: int, data: bytes) -> float:
    """Seconds of processor time of reading a file."""
    dump, load = FORMATS[format]
    began = process_time()
    tree = load(data)
    seconds = process_time() - began
    if len(tree) != nodes or dump(tree) != data:
        raise SystemExit(f"{format}: the file is not that of its tree")
    return seconds


def weigh(format: str, data: bytes) -> int:
    """Bytes that are allocated at most while a file is read."""
    tracemalloc.start()
    FORMATS[format][1](data)
    return tracemalloc.get_traced_memory()[1]


def measure(format: str, nodes: int) -> Figures:
    """Nodes a second of processor time, and bytes."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        data, writing = pool.apply(write, (format, nodes))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        reading = pool.apply(read, (format, nodes, data))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        memory = pool.apply(weigh, (format, data))
    return {
        "format": format,
        "nodes": nodes,
        "bytes": len(data),
        "read_nodes_per_s": nodes / reading,
        "write_nodes_per_s": nodes / writing,
        "memory_bytes_a_node": memory / nodes,
    }


def main() -> None:
    """Parse, run, print."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.formats", description=__doc__)
    parser.add_argument("--nodes", default="100000,1000000")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON at the end")
    options = parser.parse_args()
    results: list[Figures] = []
    print(f"{'format':>7}{'nodes':>10}{'MB':>8}{'read/s':>10}{'write/s':>10}{'bytes a node':>14}")
    for format in FORMATS:
        for nodes in options.nodes.split(","):
            found = measure(format, int(nodes))
            results.append(found)
            print(
                f"{found['format']:>7}{found['nodes']:10,}{int(found['bytes']) / 1e6:8.1f}"
                f"{found['read_nodes_per_s']:10,.0f}{found['write_nodes_per_s']:10,.0f}"
                f"{found['memory_bytes_a_node']:14.1f}"
            )
    if options.json:
        print(json.dumps(results))


if __name__ == "__main__":
    main()
