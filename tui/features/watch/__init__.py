"""A puzzle being solved on the board."""
