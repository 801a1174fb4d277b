"""What a question's words ask for: relations, names, and who is not meant."""
