"""Activation over the graph, level by level."""
