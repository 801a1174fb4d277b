"""The Celery application: the broker only wakes workers, the work itself is rows in the database."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assistant.settings")

application = Celery("commonplace")
application.config_from_object("django.conf:settings", namespace="CELERY")
application.autodiscover_tasks(["assistant"])
