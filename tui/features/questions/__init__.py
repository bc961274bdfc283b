"""Queries on a formula: models, count, backbone, minimal core and more."""
