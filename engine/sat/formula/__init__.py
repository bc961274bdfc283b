"""Formulas: reading and writing them, counting, selecting and making them."""
