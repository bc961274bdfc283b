"""The inspector, which shows the clauses of a formula."""
