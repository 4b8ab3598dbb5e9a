"""Schema of the message types: names, documentation, fields, limits. `describe` renders it."""

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from types import ModuleType, NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Meta, Struct

from server.protocol import (
    api,
    events,
    evidence,
    inbound,
    lines,
    outbound,
    people,
    query,
    staff,
    study,
    tree_edits,
    values,
)

MODULES: tuple[ModuleType, ...] = (
    values,
    tree_edits,
    events,
    inbound,
    outbound,
    staff,
    evidence,
    api,
    study,
    lines,
    people,
    query,
)

_PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", NoneType: "null", date: "string", Any: "any"}


@dataclass(frozen=True)
class FieldOf:
    """One field of a struct; ``default`` is JSON text, empty if the field is required."""

    name: str
    type: str
    limits: str
    default: str
    doc: str


@dataclass(frozen=True)
class StructOf:
    """One struct. ``tag`` is the name and value of the field that identifies it, None without one."""

    name: str
    doc: str
    tag: tuple[str, str] | None
    fields: tuple[FieldOf, ...]


@dataclass(frozen=True)
class AliasOf:
    """A named type that is no struct, such as ``Rules``."""

    name: str
    type: str
    limits: str
    doc: str


def describe_struct(struct: type[Struct]) -> StructOf:
    """Read a struct and the documentation of its fields."""
    config = struct.__struct_config__
    hints: dict[str, Any] = {}
    docs: dict[str, str] = {}
    for parent in reversed(struct.__mro__):
        if parent.__module__.startswith(__package__ or ""):
            hints |= vars(parent).get("__annotations__", {})
            docs |= _docs(_read_classes(parent.__module__)[parent.__name__])
    fields = tuple(
        FieldOf(
            name=field.name,
            type=format_type(hints[field.name]),
            limits="" if id(hints[field.name]) in _NAMES else _limits(hints[field.name]),
            default=_default(field),
            doc=docs.get(field.name, ""),
        )
        for field in msgspec.structs.fields(struct)
    )
    tag = (config.tag_field, str(config.tag)) if config.tag_field and config.tag is not None else None
    return StructOf(struct.__name__, inspect.cleandoc(struct.__doc__ or ""), tag, fields)


@cache
def _read_classes(module: str) -> dict[str, ast.ClassDef]:
    """Return the classes of a module by name; `inspect.getsource` on each class would parse the whole module every
    time.
    """
    body = ast.parse(inspect.getsource(sys.modules[module])).body
    return {each.name: each for each in body if isinstance(each, ast.ClassDef)}


def list_members(union: Any) -> list[type[Struct]]:
    """List the structs of a union such as ``Inbound``, in order."""
    return list(get_args(union))


def list_structs(module: ModuleType) -> list[type[Struct]]:
    """List the structs that a module defines, in order, without those that serve only as a base."""
    found = [value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Struct)]
    own = [struct for struct in found if struct.__module__ == module.__name__]
    return [struct for struct in own if not struct.__subclasses__()]


def list_aliases() -> Iterator[AliasOf]:
    """Yield the named types of the protocol."""
    for module in MODULES:
        docs = _docs(ast.parse(inspect.getsource(module)))
        for name, value in vars(module).items():
            if _NAMES.get(id(value)) == name and module is _HOMES[name]:
                yield AliasOf(name, _spell(value), _limits(value), docs.get(name, ""))


def format_type(annotation: Any) -> str:
    """Render a type in TypeScript notation; a named type by its name."""
    return _NAMES.get(id(annotation)) or _spell(annotation)


def _spell(annotation: Any) -> str:
    if annotation in _PLAIN:
        return _PLAIN[annotation]
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return annotation.__name__
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return format_type(arguments[0])
    if origin is Literal:
        return " | ".join(json.dumps(value) for value in arguments)
    if origin in (Union, UnionType):
        return " | ".join(format_type(argument) for argument in arguments)
    if origin is list:
        inner = format_type(arguments[0])
        return f"({inner})[]" if " | " in inner else f"{inner}[]"
    if origin is tuple:
        return f"[{', '.join(format_type(argument) for argument in arguments)}]"
    if origin is dict:
        return f"Record<{format_type(arguments[0])}, {format_type(arguments[1])}>"
    raise TypeError(f"the description has no words for {annotation}")


def _limits(annotation: Any) -> str:
    """Describe the limits of a type; a named type inside it describes its own."""
    return ", ".join(
        word
        for bare, part in _parts(annotation)
        if isinstance(part, Meta)
        for word in _words(part, "entries" if get_origin(bare) in (list, tuple) else "characters")
    )


def _parts(annotation: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the metadata of an annotation, each with its type."""
    if get_origin(annotation) is Annotated:
        yield from ((annotation.__origin__, part) for part in annotation.__metadata__)
    elif get_origin(annotation) in (Union, UnionType):
        for argument in get_args(annotation):
            if id(argument) not in _NAMES:
                yield from _parts(argument)


def _words(meta: Meta, counted: str) -> Iterator[str]:
    if meta.ge is not None and meta.le is not None:
        yield f"{meta.ge} to {meta.le}"
    elif meta.ge is not None:
        yield f"{meta.ge} or more"
    if meta.max_length is not None:
        yield f"{meta.min_length or 0} to {meta.max_length} {counted}"
    if meta.pattern is not None:
        yield f"of `{meta.pattern.removeprefix('^').removesuffix('+$')}`"


def _default(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return ""
    value = field.default if field.default is not msgspec.NODEFAULT else field.default_factory()
    return msgspec.json.encode(value).decode()


def _docs(node: ast.AST) -> dict[str, str]:
    """Return the strings below assignments in a class or module, by the assigned name."""
    found: dict[str, str] = {}
    body: list[ast.stmt] = getattr(node, "body", [])
    for before, after in pairwise(body):
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
            target = before.target if isinstance(before, ast.AnnAssign) else None
            if isinstance(before, ast.Assign):
                target = before.targets[0]  # type: ignore[assignment]
            if isinstance(target, ast.Name):
                found[target.id] = inspect.cleandoc(after.value.value)
    return found


def _named_types() -> tuple[dict[int, str], dict[str, ModuleType]]:
    names: dict[int, str] = {}
    homes: dict[str, ModuleType] = {}
    for module in MODULES:
        new = {name: value for name, value in vars(module).items() if get_origin(value) and id(value) not in names}
        names |= {id(value): name for name, value in new.items()}
        homes |= dict.fromkeys(new, module)
    return names, homes


_NAMES, _HOMES = _named_types()
"""Names of the types that are no structs, by the identity of the type, and their modules."""
