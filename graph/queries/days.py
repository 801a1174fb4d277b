"""The days of moments as a page shows them: by the clock of the person who looks at it."""

from __future__ import annotations

import datetime as dt
from typing import overload

from django.utils import timezone

from graph.days import day_of


@overload
def shown(moment: dt.datetime) -> dt.date: ...
@overload
def shown(moment: None) -> None: ...
@overload
def shown(moment: dt.datetime | None) -> dt.date | None: ...
def shown(moment: dt.datetime | None) -> dt.date | None:
    """The day that a moment stands for; of one that was given as a day that day, see `day_of`."""
    return day_of(moment, timezone.get_current_timezone()) if moment is not None else None
