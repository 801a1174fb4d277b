"""New people: an account with the entity that stands for its owner."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction

from graph import clock
from graph.curation.names import self_entity
from graph.models import User, UserSettings
from graph.naming import clean


class NameTaken(ValueError):
    """Another person signs in under this name."""


def create(
    *,
    username: str,
    password: str | None,
    name: str = "",
    staff: bool = False,
    time_zone: str = "UTC",
    now: dt.datetime,
) -> User:
    """A person with settings and a self entity; `name` is what they are called. Raises NameTaken or ValueError."""
    username = clean(username)
    if not username or len(username) > 150:
        raise ValueError("A name of 1 to 150 characters is needed to sign in.")
    if time_zone not in clock.time_zones():
        raise ValueError(f"There is no time zone “{time_zone}”; one is called like Europe/Lisbon.")
    try:
        with transaction.atomic():
            user = User.objects.create_user(
                username,
                password=password,
                first_name=clean(name)[:150],
                time_zone=time_zone,
                is_staff=staff,
                is_superuser=staff,
            )
    except IntegrityError:
        raise NameTaken(f"Somebody signs in as “{username}” already.") from None
    UserSettings.objects.get_or_create(user=user)
    self_entity(user, now)
    return user
