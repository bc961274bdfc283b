"""What people give to others: a recorded search as a web page."""
