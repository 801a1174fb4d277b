"""Algorithms over one state of the graph index: pure, bounded, and stopped by a deadline."""
