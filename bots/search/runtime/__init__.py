"""numba at work: how a kernel is compiled, where its code is kept, and memory for its arrays."""
