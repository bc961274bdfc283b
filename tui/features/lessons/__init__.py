"""Lessons: questions at stops of recorded searches."""
