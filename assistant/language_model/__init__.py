"""The language model: the one call, what it is told, what it may ask for, and every way it fails."""
