"""Equations modulo 2 (XORs) in the clauses of a formula: found, solved by elimination, and certified."""
