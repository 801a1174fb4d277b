"""What an address may be asked for: a parameter that it does not know must not be ignored."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from ninja.errors import ValidationError
from ninja.operation import Operation


def known_only(view: Callable[..., Any]) -> Callable[..., Any]:
    """The view of an operation, refusing each unknown query parameter with ValidationError (422), known ones named."""
    operation: Operation = view._ninja_operation  # type: ignore[attr-defined]
    known = [
        name
        for model in operation.models
        if model.__ninja_param_source__ == "query"
        for name in model.__ninja_flatten_map__
    ]
    there_are = f"there are {', '.join(known)}" if known else "there are none here"

    @wraps(view)
    def checked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        unknown = [name for name in request.GET if name not in known]
        if unknown:
            raise ValidationError(
                [{"loc": ["query", name], "msg": f"there is no parameter “{name}”; {there_are}"} for name in unknown]
            )
        return view(request, *args, **kwargs)

    return checked
