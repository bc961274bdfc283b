"""Sudoku on any layout of houses: puzzles, their files, exact search, generation, the way to SAT and back."""
