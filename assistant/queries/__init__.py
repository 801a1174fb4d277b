"""Page-sized reads of the chat: what a page shows, told to its template."""
