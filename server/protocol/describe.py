"""Writes ``PROTOCOL.md`` and ``web_client/protocol.js`` from the message types: ``python -m server.protocol.describe``.

With ``--check`` it writes nothing and exits with status 1 if a file is stale.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from gomoku.notation.faults import FAULTS
from server.protocol import api, events, evidence, inbound, lines, outbound, people, staff, study, tree_edits, values
from server.protocol.addresses import ADDRESSES
from server.protocol.codes import CLOSES, CODES
from server.protocol.pages import PAGES
from server.protocol.schema import MODULES, FieldOf, StructOf, describe_struct, list_aliases, list_members, list_structs

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent

_JS_HEAD = """\
/**
 * The protocol's messages and values. Written by `python -m server.protocol.describe` from the server's own types:
 * do not edit. PROTOCOL.md has their meanings and limits. A property that may be left out stands for its default, which
 * is null unless PROTOCOL.md says otherwise.
 */
"""


def render_markdown() -> str:
    """Render ``PROTOCOL.md``: the template with its marks replaced."""
    text = (HERE / "template.md").read_text(encoding="utf-8")
    for mark, section in SECTIONS.items():
        text = text.replace(f"<!-- {mark} -->", "\n".join(section()).strip())
    return text


def render_javascript() -> str:
    """Render ``web_client/protocol.js``."""
    lines = [_JS_HEAD, f"export const PROTOCOL = {values.PROTOCOL};", ""]
    lines += [f"/** @typedef {{{alias.type}}} {alias.name} */" for alias in list_aliases()]
    lines += [""]
    seen: set[str] = set()
    for module in MODULES:
        for struct in map(describe_struct, list_structs(module)):
            if struct.name in seen:
                raise ValueError(f"two structs are called {struct.name}")
            seen.add(struct.name)
            lines += [f"/** @typedef {{{{ {'; '.join(_properties(struct))} }}}} {struct.name} */"]
    lines += [
        "",
        "/** The path of each page; in braces the kind of its id, or all ids; with `?` it may be left out. */",
        "export const PAGES = /** @type {const} */ ({",
        *(f'  {name}: "{path}",' for name, path in PAGES.items()),
        "});",
        "",
        "/** Every code that a refusal, a `bye` or a problem of the HTTP API may carry. */",
        "export const ERROR_CODES = /** @type {const} */ ([",
        *(f'  "{code}",' for code in CODES),
        "]);",
        "",
        "/** Every fault that the refusal of a file may name as its `why`. */",
        "export const FILE_FAULTS = /** @type {const} */ ([",
        *(f'  "{code}",' for code in FAULTS),
        "]);",
    ]
    return "\n".join(lines) + "\n"


def _properties(struct: StructOf) -> Iterator[str]:
    if struct.tag is not None:
        yield f'{struct.tag[0]}: "{struct.tag[1]}"'
    yield from (f"{field.name}{'?' * bool(field.default)}: {field.type}" for field in struct.fields)


def _plain(doc: str) -> str:
    return doc.replace("``", "`")


def _messages(structs: Iterable[StructOf], level: str = "###") -> Iterator[str]:
    for struct in structs:
        title = struct.tag[1] if struct.tag else struct.name
        yield from (f"{level} `{title}`", "", _plain(struct.doc), "")
        if struct.fields:
            yield from (*_table(struct.fields), "")


def _table(fields: Iterable[FieldOf]) -> Iterator[str]:
    yield from ("| field | type | default | |", "|---|---|---|---|")
    for field in fields:
        notes = "; ".join(filter(None, (_plain(field.doc).replace("\n", " "), field.limits)))
        default = f"`{field.default}`" if field.default else ""
        yield f"| `{field.name}` | `{_cell(field.type)}` | {default} | {_cell(notes)} |"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _values() -> Iterator[str]:
    yield from ("| name | type | |", "|---|---|---|")
    for alias in list_aliases():
        if alias.name not in ("Inbound", "Outbound"):
            notes = " ".join(filter(None, (_plain(alias.doc), alias.limits)))
            yield f"| `{alias.name}` | `{_cell(alias.type)}` | {_cell(notes)} |"
    yield ""
    inner = [struct for struct in list_structs(outbound) if struct not in list_members(outbound.Outbound)]
    yield from _messages(
        map(
            describe_struct,
            [*list_structs(values), *list_structs(tree_edits), *inner, *list_structs(staff), *list_structs(evidence)],
        )
    )


def _codes() -> Iterator[str]:
    yield from ("| code | meaning |", "|---|---|")
    yield from (f"| `{code}` | {meaning} |" for code, meaning in CODES.items())


def _faults() -> Iterator[str]:
    yield from ("| fault | meaning |", "|---|---|")
    yield from (f"| `{code}` | {sentence.format(text='…')} |" for code, sentence in FAULTS.items())


def _closes() -> Iterator[str]:
    yield from ("| code | when |", "|---|---|")
    yield from (f"| {code} | {meaning} |" for code, meaning in CLOSES.items())


def _conversation() -> Iterator[str]:
    yield from ("```", (HERE / "conversation.txt").read_text(encoding="utf-8").strip(), "```")


def _addresses() -> Iterator[str]:
    yield from ("| address | answer | parameters |", "|---|---|---|")
    for address in ADDRESSES:
        parameters = ", ".join(f"`{name}`" for name in address.query.__struct_fields__)
        yield f"| `{address.path}` | {_cell(address.answer)} | {parameters} |"


def _parameters() -> Iterator[str]:
    for address in ADDRESSES:
        struct = describe_struct(address.query)
        if struct.fields:
            yield from (f"### Parameters of `{address.path}`", "", _plain(struct.doc), "", *_table(struct.fields), "")


SECTIONS: dict[str, Callable[[], Iterable[str]]] = {
    "inbound": lambda: _messages(map(describe_struct, list_members(inbound.Inbound))),
    "outbound": lambda: _messages(map(describe_struct, list_members(outbound.Outbound))),
    "events": lambda: _messages(map(describe_struct, list_members(events.RoomEvent))),
    "values": _values,
    "codes": _codes,
    "faults": _faults,
    "closes": _closes,
    "conversation": _conversation,
    "addresses": _addresses,
    "parameters": _parameters,
    "bodies": lambda: _messages(
        map(describe_struct, [struct for module in (api, study, lines, people) for struct in list_structs(module)]),
        level="####",
    ),
}
"""Section that replaces each ``<!-- mark -->`` of the template."""

FILES: dict[Path, Callable[[], str]] = {
    ROOT / "PROTOCOL.md": render_markdown,
    ROOT / "web_client" / "protocol.js": render_javascript,
}


def find_stale() -> list[Path]:
    """List the generated files that differ from the types."""
    return [path for path, text in FILES.items() if not path.exists() or path.read_text(encoding="utf-8") != text()]


def main(arguments: list[str]) -> int:
    """Write the stale files, or with ``--check`` name them. Return the exit status."""
    found = find_stale()
    for path in found:
        print(f"{path.relative_to(ROOT)} is stale" if arguments == ["--check"] else f"wrote {path.relative_to(ROOT)}")
        if arguments != ["--check"]:
            path.write_text(FILES[path](), encoding="utf-8")
    return int(bool(found) and arguments == ["--check"])


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
