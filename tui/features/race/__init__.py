"""A race of several solvers on the same formulas."""
