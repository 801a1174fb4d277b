"""Entries that may be one: how their names are alike, and what else speaks for it or against it."""
