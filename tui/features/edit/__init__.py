"""Setting a puzzle."""
