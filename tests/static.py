"""Static files for the tests: looked for when they are asked for."""

from __future__ import annotations

from django.contrib.staticfiles import finders
from servestatic.middleware import ServeStaticMiddleware


class Found(ServeStaticMiddleware):
    """Without the list of all files: nothing reads it where each is looked for anew, and every test's client made it."""

    def add_files_from_finders(self) -> None:
        for finder in finders.get_finders():
            for storage in finder.storages.values():
                self.insert_directory(storage.location, self.static_prefix)
