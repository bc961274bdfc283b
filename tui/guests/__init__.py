"""What a hosted player may do."""
