"""A search by cutting planes, line by line."""
