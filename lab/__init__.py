"""The laboratory: matches, experiments and scripts that measure or make what the product ships. Nothing imports it.

Its commands join `tengen` through the entry points of the group ``tengen.commands``.
"""
