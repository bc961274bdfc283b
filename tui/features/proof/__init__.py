"""A proof that a formula is unsatisfiable: which clauses it needs, and what follows from what."""
