"""Comparisons of strategies on formulas."""
