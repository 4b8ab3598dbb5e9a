"""Links compiled kernels into one image that `linked` loads without a compiler.

numba keeps the code of a kernel and of all that it calls in one relocatable object, compiled for the large code model:
every address in it is a whole word, so placing it means adding to words. Only the kernel itself is called from outside;
the wrappers that numba adds for Python, with its own runtime behind them, stay unused.

Only ELF objects for x86-64 are understood. Elsewhere kernels are loaded by numba as ever.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

MACHINE = 62
"""x86-64, as ELF names it."""
WORD = 1
"""The relocation R_X86_64_64: the address of the symbol plus the addend, in eight bytes."""
FUNCTION = 2
"""The type of a symbol that names a function."""
ALLOCATED = 2
"""The flag of a section that is part of a program's memory."""
SYMBOLS, ADDENDS, EMPTY = 2, 4, 8
"""Types of sections: symbols, relocations with addends, and zeros without content."""
ALIGNMENT = 64
WRAPPERS = ("_ZN7cpython", "cfunc.")
"""Beginnings of the names of numba's wrappers."""
UNWINDING = ".eh_frame"
"""The section for exceptions, which no kernel raises."""
PROVIDED = ("memset", "memcpy", "memmove")
"""Functions of the C library that kernels may call."""


class NotLinkable(Exception):
    """A kernel needs more than `linked` can provide."""


class NativeFunction(NamedTuple):
    """A compiled kernel: its Python name, its symbol in the object, and the types of its flat arguments and results.

    A type is a scalar's name as numba has it, or that of a contiguous array of, say, two dimensions with ``[2]``.
    """

    name: str
    symbol: str
    code: bytes
    parameters: Sequence[str]
    results: Sequence[str]


class CodeEntry(NamedTuple):
    """A linked kernel: the place of its first instruction in the image, and its types."""

    at: int
    parameters: Sequence[str]
    results: Sequence[str]


class CodeImage(NamedTuple):
    """Machine code for any address.

    ``words`` are places of words that hold another place of the image, ``calls`` places of words that become the
    address of a function of the C library.
    """

    code: bytes
    words: Sequence[int]
    calls: Sequence[tuple[int, str]]
    entries: dict[str, CodeEntry]


class _Section(NamedTuple):
    name: int
    kind: int
    flags: int
    address: int
    start: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


class _Symbol(NamedTuple):
    name: int
    info: int
    other: int
    section: int
    value: int
    size: int


SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")
RELOCATION = struct.Struct("<QQq")
ADDRESS = struct.Struct("<Q")


class _Object:
    """A relocatable object; raises NotLinkable for another kind of file."""

    def __init__(self, code: bytes) -> None:
        self.code = code
        if code[:6] != b"\x7fELF\x02\x01" or struct.unpack_from("<HH", code, 16) != (1, MACHINE):
            raise NotLinkable("not a relocatable object for x86-64")
        (start,) = struct.unpack_from("<Q", code, 40)
        size, count, names = struct.unpack_from("<HHH", code, 58)
        self.sections = [_Section(*SECTION.unpack_from(code, start + size * n)) for n in range(count)]
        self._names = self.sections[names]
        (table,) = (section for section in self.sections if section.kind == SYMBOLS)
        self.symbols = [
            _Symbol(*SYMBOL.unpack_from(code, table.start + SYMBOL.size * n)) for n in range(table.size // SYMBOL.size)
        ]
        self._symbol_names = self.sections[table.link]

    def _text(self, table: _Section, at: int) -> str:
        begin = table.start + at
        return self.code[begin : self.code.index(b"\0", begin)].decode()

    def section_name(self, section: _Section) -> str:
        """Return the name of a section."""
        return self._text(self._names, section.name)

    def symbol_name(self, symbol: _Symbol) -> str:
        """Return the name of a symbol; "" for that of a section."""
        return self._text(self._symbol_names, symbol.name)

    def relocations(self) -> Iterator[tuple[int, int, int, _Symbol, int]]:
        """Yield section, place in it, type, symbol and addend of each relocation of the program's memory."""
        for section in self.sections:
            if section.kind == ADDENDS and self.sections[section.info].flags & ALLOCATED:
                for at in range(section.start, section.start + section.size, RELOCATION.size):
                    place, info, addend = RELOCATION.unpack_from(self.code, at)
                    yield section.info, place, info & 0xFFFFFFFF, self.symbols[info >> 32], addend

    def wrappers(self) -> list[tuple[int, int, int]]:
        """Return section, start and end of each of numba's wrappers."""
        return [
            (symbol.section, symbol.value, symbol.value + symbol.size)
            for symbol in self.symbols
            if symbol.info & 15 == FUNCTION and self.symbol_name(symbol).startswith(WRAPPERS)
        ]


def link(functions: Sequence[NativeFunction]) -> CodeImage:
    """Link kernels; raises NotLinkable if one of them calls anything but code of its own and PROVIDED."""
    code = bytearray()
    words: list[int] = []
    calls: list[tuple[int, str]] = []
    entries = {}
    for function in functions:
        entries[function.name] = _add(function, code, words, calls)
    return CodeImage(bytes(code), words, calls, entries)


def _add(function: NativeFunction, code: bytearray, words: list[int], calls: list[tuple[int, str]]) -> CodeEntry:
    """Append the sections of a kernel's object, resolve the words in them, and return the kernel's entry."""
    found = _Object(function.code)
    bases: dict[int, int] = {}
    for number, section in enumerate(found.sections):
        if section.flags & ALLOCATED and section.size and found.section_name(section) != UNWINDING:
            code += bytes(-len(code) % max(ALIGNMENT, section.alignment))
            bases[number] = len(code)
            content = found.code[section.start : section.start + section.size]
            code += bytes(section.size) if section.kind == EMPTY else content
    wrappers = found.wrappers()
    for section_number, place, kind, symbol, addend in found.relocations():
        if section_number not in bases:
            continue
        at = bases[section_number] + place
        if symbol.section in bases:
            if kind != WORD:
                raise NotLinkable(f"{function.name} has a relocation of type {kind}")
            ADDRESS.pack_into(code, at, bases[symbol.section] + symbol.value + addend)
            words.append(at)
        elif not any(where == section_number and start <= place < end for where, start, end in wrappers):
            name = found.symbol_name(symbol)
            if kind != WORD or addend or name not in PROVIDED:
                raise NotLinkable(f"{function.name} needs {name}")
            calls.append((at, name))
    for symbol in found.symbols:
        if symbol.section in bases and found.symbol_name(symbol) == function.symbol:
            return CodeEntry(bases[symbol.section] + symbol.value, function.parameters, function.results)
    raise NotLinkable(f"{function.name} has no code")
