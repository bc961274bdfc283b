"""A game on the board."""
