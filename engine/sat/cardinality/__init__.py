"""Constraints that count, recognised in the clauses of a formula, and contradictions between them."""
