"""Queries: questions about a formula beyond its satisfiability; see `table`."""
