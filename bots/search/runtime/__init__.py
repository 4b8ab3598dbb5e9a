"""The numba runtime: compilation of kernels, the cache of their code, and memory for their arrays."""
