"""A formula or a puzzle, and a solver at work on it."""
