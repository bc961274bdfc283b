"""The full-screen program: Textual screens over the engine."""
