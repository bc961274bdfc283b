"""Restricts hosted players."""
