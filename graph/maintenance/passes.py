"""The maintenance passes by name, for the API, the command line and the worker."""

from __future__ import annotations

import datetime as dt
from typing import Literal, Protocol, get_args

from graph.curation.recorder import Actor
from graph.maintenance import communities, expire, importance, infer, prune
from graph.models import User

Name = Literal["prune", "expire", "infer", "communities", "importance"]
NAMES: tuple[Name, ...] = get_args(Name)


class Pass(Protocol):
    def __call__(self, *, user: User, by: Actor, now: dt.datetime, dry_run: bool) -> dict[str, int]: ...


_PASSES: dict[Name, Pass] = {
    "prune": prune.run,
    "expire": expire.run,
    "infer": infer.run,
    "communities": communities.run,
    "importance": importance.run,
}


def run(name: Name, *, user: User, by: Actor, now: dt.datetime, dry_run: bool = False) -> dict[str, int]:
    """Do one pass, or with `dry_run` only count what it would do."""
    return _PASSES[name](user=user, by=by, now=now, dry_run=dry_run)
