"""The trainer: drills for each technique, on a path from full house to chains."""
