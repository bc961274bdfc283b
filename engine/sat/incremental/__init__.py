"""Solvers for clauses and queries in any order, which keep what they have learned between queries."""
