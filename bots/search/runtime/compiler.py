"""The compiler: numba, and its cache of compiled functions in the folder of `cache`."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from threading import RLock, get_ident
from typing import Any

import numba
from filelock import lock_descriptor
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.caching import FunctionCache, UserProvidedCacheLocator
from numba.core.registry import CPUDispatcher
from numba.core.typing.templates import Signature
from numba.extending import lower_builtin, type_callable, typeof_impl
from numba.np.arrayobj import make_array

from bots.search.runtime.cache import FOLDER
from bots.search.runtime.instructions import prefetch, trailing_zeros
from bots.search.runtime.linked import LinkedKernel
from bots.search.runtime.linker import NativeFunction, NotLinkable

KERNELS: list["Kernel"] = []
"""Every kernel of this process that was not linked."""


class Locator(UserProvidedCacheLocator):
    """Tells numba to use the folder itself, which may be read-only."""

    def get_cache_path(self) -> str:
        """Return the folder."""
        return str(FOLDER)

    def get_source_stamp(self) -> str:
        """Return an empty stamp: the folder name already identifies the sources."""
        return ""

    def ensure_cache_path(self) -> None:
        """Do nothing: the folder was checked when it was chosen."""


class CompileLock:
    """The right to compile into the folder, held by one thread of one process at a time.

    numba numbers the files of a function by those it finds, so two writers would collide; and what one process has
    compiled, the next one loads.
    """

    def __init__(self) -> None:
        self._threads = RLock()
        self._holder: int | None = None

    @property
    def held_here(self) -> bool:
        """Tell whether this thread holds the lock."""
        return self._holder == get_ident()

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Acquire the lock. Where files cannot be locked, only threads of this process exclude each other."""
        with self._threads, ExitStack() as file:
            if self.held_here:
                yield
                return
            if FOLDER is not None:
                with suppress(OSError):
                    lock_descriptor(file.enter_context((FOLDER / "lock").open("w")).fileno())
            self._holder = get_ident()
            try:
                yield
            finally:
                self._holder = None


COMPILE_LOCK = CompileLock()


class NotCached(Exception):
    """Raised when a function must be compiled and this thread does not hold the lock."""


class KernelCache(FunctionCache):
    """The cached code of one function."""

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load from the folder, or return None to compile; raises NotCached when this thread does not hold the lock."""
        found = super().load_overload(sig, target_context)  # type: ignore[no-untyped-call]
        if found is None and not COMPILE_LOCK.held_here:
            raise NotCached
        return found

    def save_overload(self, sig: Any, data: Any) -> None:
        """Save compiled code. A failed write is ignored: the code works without the cache."""
        with suppress(OSError):
            super().save_overload(sig, data)  # type: ignore[no-untyped-call]


class Kernel(CPUDispatcher):
    """A compiled function that loads what other processes have compiled."""

    def enable_caching(self) -> None:
        """Make the dispatcher load from the folder first and save there what it compiles."""
        self._cache = KernelCache(self.py_func)  # type: ignore[no-untyped-call]

    def compile(self, sig: Any) -> Any:
        """Load the code, or compile it under the lock unless another process has done so in the meantime."""
        with suppress(NotCached):
            return super().compile(sig)
        with COMPILE_LOCK.hold():
            return super().compile(sig)

    def native(self) -> NativeFunction:
        """Return the machine code of a signature from the cache, for `linker`.

        Raises NotLinkable if there is none of types that can be passed without numba.
        """
        file: Any = self._cache._cache_file
        codegen = self.targetctx.codegen()  # type: ignore[attr-defined]
        for key in file._load_index():
            if key == self._cache._index_key(key[0], codegen):  # type: ignore[no-untyped-call]
                with suppress(NotLinkable):
                    return self._read_native(file.load(key))
        raise NotLinkable(f"{self.py_func.__qualname__} has no such signature")

    def _read_native(self, cached: Any) -> NativeFunction:
        (_, _, (code, _)), description, _, signature, *_ = cached
        parameters = [name for argument in signature.args for name in _flat(argument)]
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        return NativeFunction(name, description.llvm_func_name, code, parameters, _flat(signature.return_type))


def _flat(kind: Any) -> list[str]:
    """Return the names of the types within a type, as `linked` reads them."""
    if isinstance(kind, types.Array):
        if kind.layout != "C" or not kind.aligned:
            raise NotLinkable(str(kind))
        return [f"{kind.dtype}[{kind.ndim}]"]
    if isinstance(kind, types.BaseTuple):
        return [name for each in kind for name in _flat(each)]  # type: ignore[attr-defined]
    if kind is types.none:
        return []
    return [str(kind)]


def compile_lazily(function: Callable[..., Any]) -> Kernel:
    """Return the function as a kernel that is loaded or compiled at its first call."""
    options = {
        "nopython": True, "nogil": True, "error_model": "numpy", "boundscheck": None, "_nrt": False,
    }  # fmt: skip
    compiled = Kernel(function, targetoptions=options)
    if FOLDER is not None:
        compiled.enable_caching()
    KERNELS.append(compiled)
    return compiled


@type_callable(trailing_zeros)
def _type_trailing_zeros(_context: Any) -> Callable[[Any], Any]:
    accepted: Any = Signature(types.uint64, (types.uint64,), None)  # type: ignore[no-untyped-call]
    return lambda word: accepted if isinstance(word, types.Integer) else None


@lower_builtin(trailing_zeros, types.uint64)  # type: ignore[no-untyped-call, untyped-decorator]
def _lower_trailing_zeros(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
    return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))


@type_callable(prefetch)
def _type_prefetch(_context: Any) -> Callable[[Any, Any], Any]:
    def accept(words: Any, at: Any) -> Any:
        known = isinstance(words, types.Array) and isinstance(at, types.Integer)
        return Signature(types.none, (words, types.uint64), None) if known else None  # type: ignore[no-untyped-call]

    return accept


@lower_builtin(prefetch, types.Array, types.uint64)  # type: ignore[no-untyped-call, untyped-decorator]
def _lower_prefetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    words = make_array(signature.args[0])(context, builder, arguments[0])  # type: ignore[no-untyped-call]
    place = builder.bitcast(builder.gep(words.data, [arguments[1]]), ir.IntType(8).as_pointer())
    number = ir.IntType(32)
    kind = ir.FunctionType(ir.VoidType(), [place.type, number, number, number])
    instruction = builder.module.declare_intrinsic("llvm.prefetch", [place.type], kind)
    builder.call(instruction, [place, number(0), number(3), number(1)])  # to read, to stay, data
    return context.get_dummy_value()


@typeof_impl.register(LinkedKernel)
def _typeof_linked(kernel: LinkedKernel, context: Any) -> Any:
    """Type a linked kernel that a kernel to be compiled calls as the function it was made of."""
    return typeof_impl(kernel.dispatcher, context)


if FOLDER is not None:
    numba.config.CACHE_DIR = str(FOLDER)  # type: ignore[attr-defined]
    numba.config.CACHE_LOCATOR_CLASSES = f"{__name__}.{Locator.__name__}"  # type: ignore[attr-defined]
