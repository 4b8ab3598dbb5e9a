"""The board of the kernels in flat arrays: stones, shapes, point classes, evaluation, forbidden points."""
