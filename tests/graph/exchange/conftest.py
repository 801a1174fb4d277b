"""A file brought in over the API, and what is told of it."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from graph import jobs
from tests.conftest import NOW


@pytest.fixture
def bring(api, client):
    """Import a file over the API; what is told of it."""

    def take(format: str, data: bytes, dry_run: str = "false") -> dict:
        file = SimpleUploadedFile("it", data)
        url = f"/api/v1/import?format={format}&dry_run={dry_run}"
        answer = client.post(url, {"file": file}, headers=api.headers)
        assert answer.status_code == 202, answer.content
        jobs.work(lambda: NOW, kinds=["import"])
        return api.get(f"/imports/{answer.json()['id']}")[1]

    return take
