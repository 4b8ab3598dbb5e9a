"""Linked kernels: compiled code that is placed in memory and called without a compiler.

`bots.warm` writes the image, after compiling, into the cache folder, in a file named after all that it depends on.
"""

import ctypes
import mmap
import os
from collections.abc import Callable, Sequence
from functools import cache, cached_property, update_wrapper
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from bots.search.runtime.cache import FOLDER, stamp
from bots.search.runtime.linker import ADDRESS, CodeEntry, CodeImage, NativeFunction, NotLinkable, link

SCALARS = {
    "uint64": ctypes.c_uint64,
    "int64": ctypes.c_int64,
    "uint32": ctypes.c_uint32,
    "bool": ctypes.c_bool,
}
"""Numbers that kernels take and return, by numba's names."""
Source = Callable[..., Any]
"""The Python function of a kernel."""
Compile = Callable[[Source], Any]
"""Makes a kernel of a function with the compiler."""
OK = 0
ARRAY_WORDS = 5
"""Words of an array beside those of its shape and strides."""


def _read(name: str) -> tuple[str, int]:
    """Split the name of a parameter's type into that of its items and the number of dimensions, 0 for a scalar."""
    item, _, dimensions = name.partition("[")
    return item, int(dimensions.removesuffix("]") or 0)


def image_path(folder: Path) -> Path:
    """Return the file for the image of this process's sources, processor and compiler."""
    return folder / f"linked-{stamp()[:16]}"


def write(folder: Path, functions: Sequence[NativeFunction]) -> None:
    """Link kernels and write their image for other processes; raises NotLinkable or OSError."""
    image = link(functions)
    for entry in image.entries.values():
        for name in entry.parameters:
            item, dimensions = _read(name)
            if item not in (np.sctypeDict if dimensions else SCALARS):
                raise NotLinkable(name)
        if not SCALARS.keys() >= set(entry.results):
            raise NotLinkable(str(entry.results))
    path = image_path(folder)
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_bytes(msgspec.msgpack.encode(image))
    part.replace(path)  # whole, or as before


class LinkedKernel:
    """A kernel whose code is in memory: ``entry`` of the image that lies at ``base``.

    Arguments of other types than those it was compiled for go to what ``compile`` makes of the function.
    """

    def __init__(self, function: Source, entry: CodeEntry, base: int, compile: Compile) -> None:
        update_wrapper(self, function)
        self._compile = compile
        self.py_func = function
        known = [_read(name) for name in entry.parameters]
        self._parameters = [(np.dtype(item), dimensions) for item, dimensions in known]
        fields = [(f"result{n}", SCALARS[name]) for n, name in enumerate(entry.results)]
        self._names = [name for name, _ in fields]
        room = fields or [("nothing", ctypes.c_void_p)]
        self._result: Callable[[], Any] = type("Result", (ctypes.Structure,), {"_fields_": room})
        words = sum(ARRAY_WORDS + 2 * dimensions if dimensions else 1 for _, dimensions in known)
        kind = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *[ctypes.c_uint64] * words)
        self._call = kind(base + entry.at)

    def __call__(self, *arguments: Any) -> Any:
        """Run the kernel without the interpreter lock."""
        flat: list[Any] = []
        _flatten(arguments, flat)
        if len(flat) != len(self._parameters):
            return self.dispatcher(*arguments)
        words: list[int] = []
        for argument, (kind, dimensions) in zip(flat, self._parameters, strict=True):
            if not dimensions and type(argument) is kind.type:
                words.append(int(argument))
            elif not dimensions or not _fits(argument, kind, dimensions):
                return self.dispatcher(*arguments)
            else:  # as numba passes an array: its two owners, number and size of items, address, shape, strides
                words += (0, 0, argument.size, argument.itemsize, _address(argument))
                words += argument.shape
                words += argument.strides
        result, error = self._result(), ctypes.c_void_p()
        if self._call(ctypes.addressof(result), ctypes.addressof(error), *words) != OK:
            raise RuntimeError(f"{self.py_func.__qualname__} failed")
        if len(self._names) == 1:
            return result.result0
        return tuple(getattr(result, name) for name in self._names) or None

    @cached_property
    def dispatcher(self) -> Any:
        """The same kernel in numba, for other types and for kernels that are compiled later."""
        return self._compile(self.py_func)

    @property
    def signatures(self) -> list[Any]:
        """The signatures that there is code for."""
        compiled = self.__dict__.get("dispatcher")
        return [self._parameters, *(() if compiled is None else compiled.signatures)]


def _flatten(arguments: Sequence[Any], flat: list[Any]) -> None:
    """Append arguments, and those within tuples, to a list."""
    for argument in arguments:
        if isinstance(argument, tuple):
            _flatten(argument, flat)
        else:
            flat.append(argument)


def _fits(argument: Any, kind: Any, dimensions: int) -> bool:
    return (
        type(argument) is np.ndarray
        and argument.dtype == kind
        and argument.ndim == dimensions
        and argument.flags.c_contiguous
    )


def _address_asked(array: Any) -> int:
    address: int = array.ctypes.data
    return address


def _address_read(array: Any) -> int:
    """Read the address from the array's structure, whose first field it is: asking takes a microsecond."""
    return ctypes.c_size_t.from_address(id(array) + HEAD).value


HEAD = object.__basicsize__
_SAMPLE = np.zeros(1)
_address = _address_read if _address_read(_SAMPLE) == _address_asked(_SAMPLE) else _address_asked


def find(function: Source, compile: Compile) -> LinkedKernel | None:
    """Return a function's linked kernel, or None if it must be compiled."""
    entries, base = _load()
    entry = entries.get(f"{function.__module__}.{function.__qualname__}")
    return None if entry is None else LinkedKernel(function, entry, base, compile)


@cache
def _load() -> tuple[dict[str, CodeEntry], int]:
    """Place the image in memory; return its kernels and its address. Without a usable image there are none."""
    if FOLDER is None:
        return {}, 0
    try:
        image = msgspec.msgpack.decode(image_path(FOLDER).read_bytes(), type=CodeImage)
        return image.entries, _place(image)
    except (OSError, msgspec.DecodeError):
        return {}, 0


def _place(image: CodeImage) -> int:
    """Copy the code into pages of its own, which nobody can write afterwards; return its address."""
    library = ctypes.CDLL(None, use_errno=True)
    pages = mmap.mmap(-1, len(image.code), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    base = ctypes.addressof(ctypes.c_char.from_buffer(pages))
    pages[:] = image.code
    for at in image.words:
        ADDRESS.pack_into(pages, at, base + ADDRESS.unpack_from(pages, at)[0])
    for at, name in image.calls:
        function = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        assert function is not None
        ADDRESS.pack_into(pages, at, function)
    protection = ctypes.c_int(mmap.PROT_READ | mmap.PROT_EXEC)
    if library.mprotect(ctypes.c_void_p(base), ctypes.c_size_t(len(pages)), protection):
        raise OSError(ctypes.get_errno(), "mprotect")
    _PAGES.append(pages)
    return base


_PAGES: list[mmap.mmap] = []
"""The pages of the code, which stay for as long as the process."""
