"""Exact search, plain backtracking and their recordings."""
