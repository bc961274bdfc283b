"""Techniques of human solvers: each file has one family, and derives steps from houses and candidates alone.

A finder takes a `Position` and yields `Step`s. Finders never look at the solution, and do not depend on the layout.
"""
