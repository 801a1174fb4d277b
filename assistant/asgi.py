"""The ASGI application: Django behind the body limit, with a lifespan that does nothing but answer."""

from __future__ import annotations

import os
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "assistant.settings")

django_application = get_asgi_application()

from assistant.limits import BodyLimit  # noqa: E402 - after the settings are named

limited = BodyLimit(django_application)  # type: ignore[arg-type]


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """HTTP goes to Django; the server's lifespan messages are acknowledged."""
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return
    await limited(scope, receive, send)
