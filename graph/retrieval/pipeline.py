"""One question to its evidence: the configuration in force, the cache, the run itself, and its receipt."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.conf import settings

from graph import telemetry, versions
from graph.models import User
from graph.naming import clean
from graph.retrieval import cache, history, plugged, rerank, told
from graph.retrieval.begin import Asked
from graph.retrieval.config import RetrievalConfig, override
from graph.retrieval.presets import preset as named_preset
from graph.retrieval.result import Context, Result, keep
from graph.retrieval.run import run
from graph.retrieval.strategy import STRATEGIES
from graph.retrieval.types import Item


def effective(user: User, preset: str, options: dict[str, Any] | None) -> RetrievalConfig:
    """The preset, the user's own settings (default preset only) and the call's options, laid over each other.

    Raises UnknownPreset or BadConfig.
    """
    config = named_preset(preset)
    kept = versions.standing(user.pk).retrieval
    own = {key: value for key, value in kept.items() if key in RetrievalConfig.__dataclass_fields__}
    if preset == "default" and own:
        config = override(config, own)
    config = override(config, options or {}, ceiling=int(kept.get("max_traversal_depth", 10)))
    rerank.check(config.reranker)
    return config


@telemetry.retrieving
def retrieve(
    *,
    user: User,
    query: str,
    beside: Sequence[str] = (),
    preset: str = "default",
    config: dict[str, Any] | None = None,
    context: Context | None = None,
    limit: int | None = None,
    min_score: float = 0.0,
    now: dt.datetime,
    store: bool = True,
    ttl: int | None = None,
    as_of: dt.datetime | None = None,
) -> Result:
    """Everything the user's graph has to say to `query`. Raises UnknownPreset or BadConfig.

    `beside` are words of it that were put there beside its own, "son daughter" of who asks for children: a text is as
    much about the question without them. At most `limit` items of at least `min_score` (T29). With `store` the run is
    kept as a receipt. A repeated question is served from the cache, for `ttl` seconds or as long as the configuration
    says, until a write touches it. With `as_of` it stands on what was held true at that moment, which counts as the
    present; this is never cached.
    """
    started = time.perf_counter()
    with versions.held(user.pk):
        options = effective(user, preset, config)
        if as_of is not None:  # descriptions have no date, so nothing says whether they stood then
            options = replace(options, narrative=replace(options.narrative, include_properties=False))
        asked = Asked(user, clean(query), preset, options, context or Context(), as_of or now, beside=tuple(beside))
        result = _answered(asked, ttl, as_of)
        slots = STRATEGIES[preset].graph_slots
        result = told.cut(result, options, user.local(as_of or now), limit=limit, min_score=min_score, slots=slots)
        result = replace(result, as_of=as_of)
    result = replace(result, timings={**result.timings, "total": (time.perf_counter() - started) * 1000})
    return replace(result, id=keep(user, result, now)) if store else result


def _answered(asked: Asked, ttl: int | None, as_of: dt.datetime | None) -> Result:
    """From the cache, or by a run; a retriever that was put in its place is asked each time."""
    user, question, preset, config, context = asked.user, asked.question, asked.preset, asked.config, asked.context
    if settings.RETRIEVER != plugged.HYBRID:
        return plugged.answered(settings.RETRIEVER, question, plugged.Options(user, preset, config, context, asked.now))
    if as_of is not None:
        return run(replace(asked, stood=history.held(user, as_of))).result
    key = cache.key_of(user.pk, preset, config, question, context, asked.beside)
    entry = cache.lookup(user.pk, key, config)
    if entry is not None:
        return replace(entry, cache_hit=True, timings={})
    ran = run(asked)
    version = versions.current(user.pk)
    cache.store(key, config, ran.result.searched or question, ran.result, version, ran.touched, ran.vector, ttl)
    return ran.result


def hybrid(query: str, options: plugged.Options) -> tuple[Item, ...]:
    """The items that a run finds, neither cached nor kept (T52)."""
    with versions.held(options.user.pk):
        asked = Asked(options.user, clean(query), options.preset, options.config, options.context, options.now)
        return run(asked).result.items
