"""Foundations of the engine: errors, text, streams, folders, processes."""
