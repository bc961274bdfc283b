"""Executables of other people, run on formulas under limits."""
