"""Lessons: stops in recorded searches with questions, whose answers are computed from the recording."""
