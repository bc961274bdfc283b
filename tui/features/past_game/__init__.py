"""A game played again as it went: its moves with their times."""
