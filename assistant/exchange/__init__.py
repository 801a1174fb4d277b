"""What files bring to the chat and take from it: conversations, and what is learned from texts of an import."""
