"""Benchmarks of what only the chat can measure: how well it learns from messages."""
