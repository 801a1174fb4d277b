"""A message before it is parsed: what of it counts, and how it is written out."""
