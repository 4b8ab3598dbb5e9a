"""Joins the client's files, so that a page takes few requests and a host needs no build.

`join_scripts` makes one script of the entry and all that it imports, and one of each script that is loaded later
(``import("./name.js")``) and all that this needs beyond the entry. Modules keep their order and lie in a table by name:
two joined scripts may hold the same module, and it runs once. `join_styles` puts imported sheets in their places.
Comments on lines of their own go, and so does indentation, which weighs 3 % even compressed.

Only forms that the client uses are known: names in braces imported, declarations exported by name, no text in backticks
over several lines.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from posixpath import dirname, join, normpath, relpath

from server.errors import StartError

ENTRY = "main.js"
_TABLE = "const modules = (globalThis.tengenModules ??= {});\n"
_COMMENT = re.compile(r"(?m)^[ \t]*(?://[^\n]*|/\*[^*]*\*+(?:[^/*][^*]*\*+)*/)[ \t]*(?:\n|\Z)")
_INDENTATION = re.compile(r"(?m)^[ \t]+")
_IMPORT = re.compile(r'\nimport \{([^}]*)\} from "(\.\.?/[^"]+)";(?=\n)')
_EXPORT = re.compile(r"\nexport ((?:async )?function\*?|const|let|class) ([\w$]+)")
_NOTHING = "export {};\n"
_LOADED = re.compile(r'import\("(\.\.?/[^"]+)"\)')
_UNKNOWN = re.compile(r"\n((?:import|export)\b(?!\()[^\n]*)")
_SHEET = re.compile(r'(?m)^@import "(\.\.?/[^"]+)";$')


@dataclass(frozen=True)
class Module:
    """A script of the client by its name, ``pages/lobby.js``."""

    name: str
    source: str

    @cached_property
    def bare(self) -> str:
        """Text without comments; each line is after a line break, which is quicker to find than the start of a line."""
        return "\n" + _COMMENT.sub("", self.source).replace(_NOTHING, "")

    @cached_property
    def imports(self) -> list[str]:
        """Names of the scripts that run before this one."""
        return [_resolve(self.name, path) for _, path in _IMPORT.findall(self.bare)]

    @cached_property
    def loads(self) -> list[str]:
        """Names of the scripts that this one loads later."""
        return [_resolve(self.name, path) for path in _LOADED.findall(self.bare)]

    def rewrite(self, entry: str) -> str:
        """Return the text as part of the script of an entry: it takes what it imports from the table."""

        def read(found: re.Match[str]) -> str:
            return f'\nconst {{{found[1].replace(" as ", ": ")}}} = modules["{_resolve(self.name, found[2])}"];'

        def load(found: re.Match[str]) -> str:
            path = relpath(_resolve(self.name, found[1]), dirname(entry) or ".")
            return f'import("{path if path.startswith(".") else f"./{path}"}")'

        return _LOADED.sub(load, _IMPORT.sub(read, self.bare))

    def enclose(self, entry: str) -> str:
        """Return the text as an entry of the table, made if it is not there."""
        text = self.rewrite(entry)
        names = ", ".join(name for _, name in _EXPORT.findall(text))
        body = _EXPORT.sub(r"\n\1 \2", text)
        return f'modules["{self.name}"] ??= (() => {{{body}return {{ {names} }};\n}})();\n'


def join_scripts(scripts: Mapping[str, str]) -> dict[str, str]:
    """Join the modules of a client by the name of each script that its pages ask for.

    Raises StartError at a module that is missing, imports itself, or is written in a form that is not known here.
    """
    modules = {name: Module(name, text) for name, text in scripts.items()}
    begun: list[str] = []
    joined: dict[str, str] = {}
    waiting = [ENTRY] if ENTRY in modules else []
    for name in waiting:  # grows while it is walked
        needed = _list_needed(name, modules)
        joined[name] = _join(name, [modules[each] for each in needed if each not in begun])
        begun = begun or needed
        later = [_look_up(found, modules, each) for each in needed for found in modules[each].loads]
        waiting += [found for found in dict.fromkeys(later) if found not in waiting]
    return joined


def join_styles(name: str, sheets: Mapping[str, str]) -> str:
    """Return a style sheet with those that it imports in their places; raises StartError at one that is missing."""

    def put(found: re.Match[str]) -> str:
        return join_styles(_look_up(_resolve(name, found[1]), sheets, name), sheets)

    return _SHEET.sub(put, _INDENTATION.sub("", _COMMENT.sub("", sheets[name])))


def _list_needed(entry: str, modules: Mapping[str, Module]) -> list[str]:
    """Return a module and all that it imports, each after those that it imports itself."""
    done: list[str] = []

    def visit(name: str, above: tuple[str, ...]) -> None:
        if name in above:
            raise StartError(f"the client's scripts import one another: {' -> '.join((*above, name))}")
        if name not in done:
            module = _look_up(name, modules, above[-1] if above else name)
            for imported in modules[module].imports:
                visit(imported, (*above, name))
            done.append(name)

    visit(entry, ())
    return done


def _join(entry: str, modules: Iterable[Module]) -> str:
    """Return one script of modules, the entry last, which is written as it stands and may wait for something."""
    *before, last = modules
    text = "".join([_TABLE, *(module.enclose(entry) for module in before), last.rewrite(entry)])
    unknown = _UNKNOWN.search(_EXPORT.sub("", text))
    if unknown:
        raise StartError(f"the client's script {entry} cannot be joined: {unknown[1]}")
    broken = next((line for line in text.split("\n") if line.count("`") % 2), None)
    if broken:
        raise StartError(f"the client's script {entry} cannot be joined: {broken}")
    return _INDENTATION.sub("", text)


def _resolve(name: str, path: str) -> str:
    """Return the name of a file that the file ``name`` knows by its path."""
    return normpath(join(dirname(name), path))


def _look_up(name: str, files: Mapping[str, object], importer: str) -> str:
    if name not in files:
        raise StartError(f"the client's file {importer} imports {name}, which is not there")
    return name
