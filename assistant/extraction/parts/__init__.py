"""The parts of a statement: who, what, where and when."""
