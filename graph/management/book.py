"""Commands on a book: where it is not there, not reached or of another version, that is said in one sentence."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, ProgrammingError, connection
from django.db.migrations.executor import MigrationExecutor

from graph.models import User

PATIENCE = 5  # seconds for a server that says nothing at all
NO_BOOK = "There is no book in {place} yet. Begin one with `python manage.py up`, or with `create_user NAME`."
OTHER_VERSION = "The book in {place} is of another version. Make a backup of it, then run `python manage.py migrate`."


class BookCommand(BaseCommand):
    """A command that reads or writes a book; one that `begins` a book makes it where there is none."""

    begins = False

    def execute(self, *args: Any, **options: Any) -> str | None:
        embedded = connection.vendor == "sqlite"
        place = settings.DATA_DIR if embedded else "the database"
        if not is_there():
            if not (self.begins and embedded):
                raise CommandError(NO_BOOK.format(place=place))
            call_command("migrate", interactive=False, verbosity=0)
        try:
            return super().execute(*args, **options)
        except (OperationalError, ProgrammingError):
            if _is_behind():
                raise CommandError(OTHER_VERSION.format(place=place)) from None
            raise


def is_there() -> bool:
    """Whether the database has tables of ours. Raises CommandError where it cannot be reached."""
    try:
        _reach()
        return User._meta.db_table in connection.introspection.table_names()
    except OperationalError as failure:
        raise CommandError(f"The database cannot be reached: {str(failure).strip()}.") from None


def _reach() -> None:
    """Connect once to a server beside the pool of connections, which tries again for its whole time-out."""
    if connection.vendor == "postgresql":
        import psycopg  # only there

        with connection.wrap_database_errors:
            psycopg.connect(**{"connect_timeout": PATIENCE} | connection.get_connection_params()).close()


def _is_behind() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
