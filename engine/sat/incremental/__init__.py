"""Solvers that stay: clauses and queries in any order, with what was learned kept between queries."""
