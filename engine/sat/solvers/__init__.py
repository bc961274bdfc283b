"""A single call for all solvers, with limits and progress; branching rules, preprocessing, cube-and-conquer,
recordings.
"""
