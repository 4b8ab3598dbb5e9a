"""The board of the kernels: stones, shapes, classes of points, evaluation, forbidden points, in flat arrays."""
