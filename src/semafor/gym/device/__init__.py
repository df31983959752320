"""The rules on a GPU: CUDA kernels around the compiled functions, one thread per game."""
