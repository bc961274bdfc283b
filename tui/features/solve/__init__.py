"""A formula or puzzle, and the solver running on it."""
