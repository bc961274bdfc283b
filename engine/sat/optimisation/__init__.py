"""The best models: those of least cost."""
