"""What keeps a graph in order: each pass counts first, and can be run again without harm."""
