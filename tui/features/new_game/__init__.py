"""Choosing and making a new game."""
