"""What a message changes in the book: learned, corrected, remembered, forgotten."""
