"""Files and folders, and what is in them."""
