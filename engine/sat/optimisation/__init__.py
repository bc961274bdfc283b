"""Optimisation: models of least cost."""
