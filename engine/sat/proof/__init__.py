"""Proofs of unsatisfiability: writing, reading, checking, trimming and explaining them."""
