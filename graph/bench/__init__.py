"""Benchmarks: suites that measure on data of their own and print a table; nothing of a person's is touched."""
