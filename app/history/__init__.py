"""What was said, on disk: writing, reading, searching and wiping."""
