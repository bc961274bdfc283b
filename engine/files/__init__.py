"""What a file holds, found by its content."""
