"""Exports for other people: a recorded search as a web page."""
