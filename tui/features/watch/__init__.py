"""The search that solves a puzzle, shown on the board."""
