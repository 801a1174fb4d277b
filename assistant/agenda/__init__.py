"""What falls on which day: the days that words name, and what a book has on them."""
