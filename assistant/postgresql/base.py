"""The backend of `ENGINE`: Django's own, that takes from its pool what is alive."""

from __future__ import annotations

from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, Error


class DatabaseWrapper(base.DatabaseWrapper):
    """Whoever finds a connection that the server ended has the whole pool looked through.

    A server that was started again ended all of them. The check of `CONN_HEALTH_CHECKS` throws away one at a time and
    waits longer after each: with six in the pool, whoever comes first gets none for twenty seconds.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection:
        """Looked at with an empty question, 0.1 ms. Raises OperationalError when the pool has none within its time."""
        taken: Connection = super().get_new_connection(conn_params)
        if self.pool is None:
            return taken
        try:
            self.pool.check_connection(taken)
        except Error:
            self.pool.putconn(taken)
            self.pool.check()
            return super().get_new_connection(conn_params)
        return taken
