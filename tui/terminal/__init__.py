"""The terminal: options, output, input, and exit."""
