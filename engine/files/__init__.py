"""Files by content: detection and loading."""
