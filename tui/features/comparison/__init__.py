"""The comparison of two searches."""
