"""Formulas: reading, writing, statistics, selection of clauses, and generators."""
