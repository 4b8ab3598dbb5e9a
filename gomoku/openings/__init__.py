"""The openings by name."""

from collections.abc import Mapping
from types import MappingProxyType

from gomoku.openings.free import Free
from gomoku.openings.opening import Opening

OPENINGS: Mapping[str, Opening] = MappingProxyType({opening.name: opening for opening in (Free(),)})
