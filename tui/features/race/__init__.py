"""Several solvers on the same formulas."""
