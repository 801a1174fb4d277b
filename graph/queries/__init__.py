"""Page-sized reads: what a page shows, as frozen rows, in a constant number of queries."""
