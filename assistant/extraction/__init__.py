"""From one message of the person's own words to candidate facts, by rules or by a language model."""
