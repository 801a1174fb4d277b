"""Whether the process lives, and whether it can serve: for whatever watches over it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@login_not_required
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers; nothing else is looked at, so that a slow database restarts nobody."""
    return JsonResponse({"status": "ok"})


@never_cache
@login_not_required
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """503 with what is missing until the database answers and has every migration."""
    missing = _missing()
    return JsonResponse(
        {"status": "not ready" if missing else "ready", "missing": missing}, status=503 if missing else 200
    )


def _missing() -> list[str]:
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return [f"the database: {type(error).__name__}"]
    return [f"the migration {migration.app_label}.{migration.name}" for migration, _ in waiting]
