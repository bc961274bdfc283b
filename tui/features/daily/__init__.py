"""The puzzles of the day: what is open, the results, and the streaks."""
