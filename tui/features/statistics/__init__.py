"""What is remembered of solved games."""
