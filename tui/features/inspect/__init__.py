"""The clauses of a formula."""
