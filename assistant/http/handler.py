"""Django behind ASGI, where a request stays in the thread that it is given."""

from __future__ import annotations

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase


class OneThread(ASGIHandler):
    """The whole chain of middleware runs at a stretch; only what is asynchronous, such as a stream, leaves its thread.

    Django's own goes from the loop to the request's thread and back for each step of each middleware: without
    that `/health` takes half of the time, and what reads a row or two takes two thirds.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        """Each as what it is when nothing is asynchronous."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The response, made in the thread that this request has for itself."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
