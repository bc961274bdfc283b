"""A proof of unsatisfiability: which clauses it needs, and how each lemma is derived."""
