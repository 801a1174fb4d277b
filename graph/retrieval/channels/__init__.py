"""What is found directly: by name, by meaning and by words, within the filters."""
