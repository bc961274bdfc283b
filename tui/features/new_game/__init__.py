"""Choosing and generating a new game."""
