"""A puzzle as text, file or printed page."""
