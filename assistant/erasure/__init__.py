"""Erasing an entry, a chat, an account: over the graph's own erasure, with what the chat keeps."""
