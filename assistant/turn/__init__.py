"""One turn of the conversation: the question kept, answered, and what follows from it."""
