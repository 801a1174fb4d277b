"""Erasing what a person no longer wants kept, and proving by other code that it is gone."""
