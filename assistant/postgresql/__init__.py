"""Django's PostgreSQL, whose pool is whole again as soon as the server is."""
