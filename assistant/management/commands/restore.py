"""`restore`: a backup into an empty data folder, brought up to this version and compared."""

from __future__ import annotations

import shutil
import tarfile
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection

from assistant.management.commands.backup import DATABASE, IMPORTS, SECRET


class Command(BaseCommand):
    help = "Bring a backup back into an empty data folder (SQLite); refuses where there is a book already."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, help="the file that `backup` wrote")

    def handle(self, *args: Any, path: Path, **options: Any) -> None:
        if connection.vendor != "sqlite":
            raise CommandError("This book is on PostgreSQL: pg_restore brings back what pg_dump wrote.", returncode=1)
        database = Path(str(connection.settings_dict["NAME"]))
        if database.exists() and database.stat().st_size:
            raise CommandError(f"There is a book at {database}; restore into an empty data folder.", returncode=1)
        connection.close()
        database.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=database.parent) as place:
            _unpack(path, Path(place))
            if (Path(place) / IMPORTS).exists():
                shutil.copytree(Path(place) / IMPORTS, settings.DATA_DIR / IMPORTS, dirs_exist_ok=True)
            if (Path(place) / SECRET).exists():
                (Path(place) / SECRET).replace(settings.DATA_DIR / SECRET)
            (Path(place) / DATABASE).replace(database)  # last: until now the folder counts as empty
        call_command("migrate", interactive=False, verbosity=0)
        self.stdout.write(f"Restored to {settings.DATA_DIR}.")
        call_command("check_projections", stdout=self.stdout)


def _unpack(path: Path, place: Path) -> None:
    """The files of an archive, and no path out of it. Raises CommandError for what is no backup."""
    try:
        with tarfile.open(path, mode="r:gz") as archive:
            archive.extractall(place, filter="data")
    except (OSError, tarfile.TarError, EOFError) as refusal:
        raise CommandError(f"{path} is no backup that can be read: {refusal}.", returncode=1) from None
    if not (place / DATABASE).is_file():
        raise CommandError(f"{path} is no backup: there is no {DATABASE} in it.", returncode=1)
