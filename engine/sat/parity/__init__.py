"""Equations modulo 2 (XORs) in the clauses of a formula: detection, elimination, and certificates."""
