"""The compiled solvers."""
