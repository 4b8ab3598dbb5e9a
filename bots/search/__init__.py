"""The compiled threat search: numbers in flat arrays, and the only home of numba."""
