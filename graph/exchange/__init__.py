"""Formats in which a graph leaves and comes in: one file a format."""
