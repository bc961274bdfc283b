"""Cardinality constraints in the clauses of a formula, and contradictions between them."""
