"""What several screens are made of: kinds of pages, each with what it adds to a screen."""
