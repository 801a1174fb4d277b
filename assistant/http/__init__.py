"""What holds for every request: who may come in, how often, how large, and how it is refused."""
