"""Documents of a few parts, each a passage, and what a model answers when it is shown them."""

from __future__ import annotations

import pytest

from tests.assistant.documents.harbour import PARTS


@pytest.fixture
def give(api, work):
    """Send a text of some parts, read it, and show the document; each part is a passage of its own."""

    def send(parts=4, **options) -> dict:
        text = "\n\n".join(f"# Part {place}\n\n{words}" for place, words in enumerate(PARTS[:parts], start=1))
        status, answer = api.post("/documents", {"title": "Harbour", "text": text, "options": options})
        assert status == 202, answer
        work()
        return api.get(f"/documents/{answer['id']}")[1]

    return send
