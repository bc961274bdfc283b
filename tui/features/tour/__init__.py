"""A few pages on what can be done."""
