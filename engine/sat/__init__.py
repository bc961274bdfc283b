"""Boolean satisfiability: formulas, their files, and solvers. Knows nothing of sudoku."""
