"""Encodings: constraints as clauses, added to a `Solver` or collected in `Clauses`."""
