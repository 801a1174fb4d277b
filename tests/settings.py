"""The project's settings over a data folder that exists only for the tests; nothing of a person's is touched."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

# Before the settings are read, which is before any conftest is.
os.environ["ASSISTANT_DATA_DIR"] = tempfile.mkdtemp(prefix="commonplace-test-")
atexit.register(shutil.rmtree, os.environ["ASSISTANT_DATA_DIR"], ignore_errors=True)
for name in ("DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "ASSISTANT_MODEL", "ASSISTANT_API_BASE", "DEBUG", "SECRET_KEY"):
    os.environ.pop(name, None)
if os.environ.get("TEST_DATABASE") == "postgres":
    from tests import postgres

    os.environ["DATABASE_URL"] = postgres.start()
os.environ["DJANGO_SETTINGS_MODULE"] = "assistant.settings"  # what processes started by a test run with

from assistant.settings import *  # noqa: E402, F403
from assistant.settings import DATA_DIR, DATABASES, MIDDLEWARE  # noqa: E402

if "DATABASE_URL" in os.environ:
    DATABASES["default"]["OPTIONS"].pop("pool")  # a pool would hold connections to the database that a test drops
else:
    # A file: an in-memory test database is shared between threads with locks that no time-out softens.
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}

# Nothing is collected for the tests; files are found where they lie.
SERVESTATIC_USE_FINDERS = SERVESTATIC_AUTOREFRESH = True
MIDDLEWARE[MIDDLEWARE.index("servestatic.middleware.ServeStaticMiddleware")] = "tests.static.Found"
