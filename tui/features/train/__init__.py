"""Drills for each technique, answered on the board, and the path from full house to chains."""
