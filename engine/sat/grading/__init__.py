"""Solvers of other people graded: whether their answers are right, how fast they are, and what is wrong with them."""
