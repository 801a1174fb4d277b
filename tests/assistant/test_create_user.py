"""`create_user`: the days of a person who never opens the browser are those of their machine."""

from __future__ import annotations

import io

import pytest
import tzlocal
from django.core.management import CommandError, call_command

from graph.models import User

pytestmark = pytest.mark.django_db


def create(*options: str) -> User:
    out = io.StringIO()
    call_command("create_user", "ines", *options, stdout=out)
    return User.objects.get(pk=int(out.getvalue().splitlines()[-1]))


def test_the_time_zone_is_at_first_the_machines(monkeypatch):
    monkeypatch.setattr(tzlocal, "get_localzone_name", lambda: "Europe/Lisbon")
    assert create().time_zone == "Europe/Lisbon"


def test_another_can_be_given_and_one_that_is_none_is_refused():
    assert create("--time-zone", "Asia/Tokyo").time_zone == "Asia/Tokyo"
    User.objects.all().delete()
    with pytest.raises(CommandError, match=r"There is no time zone “Tokio”; one is called like Europe/Lisbon\."):
        create("--time-zone", "Tokio")
    assert not User.objects.exists()
