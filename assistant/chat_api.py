"""Chat over HTTP."""

from ninja import Router

router = Router(tags=["chat"])
