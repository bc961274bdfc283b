"""A puzzle as text, as a file, as a page to print."""
