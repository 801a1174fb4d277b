"""The words that the rules know."""
