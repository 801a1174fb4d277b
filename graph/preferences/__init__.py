"""What a person can set: every option with plain words, its default and its bounds."""
