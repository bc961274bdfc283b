"""Strategies compared on formulas."""
