"""New puzzles and complete grids."""
