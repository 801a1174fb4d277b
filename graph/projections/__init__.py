"""What can be deleted and rebuilt from the database: vectors, keywords and the graph in memory."""
