"""Conversations: begun, named and deleted; what was said and named in them; whether an answer helped."""
