"""Pictures: from a state to cells, lines and styles."""
