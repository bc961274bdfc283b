"""Generators of puzzles, drills and complete grids."""
