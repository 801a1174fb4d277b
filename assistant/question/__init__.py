"""What a question asks for, and of whom."""
