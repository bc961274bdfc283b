"""Statistics of solved games."""
