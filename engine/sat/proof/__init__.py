"""DRAT proofs: writing, reading and checking them."""
