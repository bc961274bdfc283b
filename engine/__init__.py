"""SAT and sudoku as a library: no screen, no printing (but in `engine.commands.cli`)."""

from engine.base import kernels

kernels.install()
