"""Whom a command means by `--user`."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from assistant.models import ApiToken
from graph.curation import owners

pytestmark = pytest.mark.django_db


def test_a_person_is_found_by_the_name_they_wrote_as_well_as_by_that_they_sign_in_with(now, capsys):
    """The first page makes "hedda.lindqvist" of "Hedda Lindqvist"; the sign-in form takes both, so do commands."""
    user = owners.create(username="hedda.lindqvist", password=None, name="Hedda Lindqvist", now=now)
    for said in ("hedda.lindqvist", "Hedda Lindqvist", str(user.pk)):
        call_command("create_token", said, user=said)
        assert len(capsys.readouterr().out.strip()) > 20
    assert ApiToken.objects.for_user(user).count() == 3
    with pytest.raises(CommandError, match="There is no user “Hedda”"):
        call_command("create_token", "nobody's", user="Hedda")
