"""SAT and sudoku as a library: no screen, no printing (but in `engine.cli`)."""

from engine import kernels

kernels.install()
