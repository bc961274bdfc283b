"""A game in progress: its rules, its history, hints and the store that keeps it."""
