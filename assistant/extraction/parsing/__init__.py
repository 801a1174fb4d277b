"""The parse of a message, and where it is put right."""
