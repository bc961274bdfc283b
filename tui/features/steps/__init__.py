"""Every step there is on a board, the way to its end, and what the moves so far used."""
