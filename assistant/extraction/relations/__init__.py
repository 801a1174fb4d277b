"""Rules by what they tell: one file a kind of relation."""
