"""The tree of all moves of a game."""
