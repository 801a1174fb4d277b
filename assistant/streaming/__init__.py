"""An answer while it is written: its events, the thread that writes it, and those who follow it."""
