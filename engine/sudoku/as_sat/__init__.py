"""Puzzles as formulas, and formulas recognised as puzzles."""
