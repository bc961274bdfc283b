"""The patterns that techniques rest on, found by compiled kernels; `engine.sudoku.techniques` puts them into words."""
