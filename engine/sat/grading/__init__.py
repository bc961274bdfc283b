"""Grading of other people's solvers: correctness, speed, and faults."""
