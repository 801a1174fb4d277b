"""The one place where the edge asks what time it is; everything below is told."""

import datetime as dt

from django.utils import timezone


def now() -> dt.datetime:
    """The present moment, aware, UTC."""
    return timezone.now()
