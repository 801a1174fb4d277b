"""Closing an account: the whole book is erased, and the person with it."""

from __future__ import annotations

import shutil
from collections.abc import Collection

from django.contrib.sessions.models import Session
from django.db import transaction

from assistant.erasure import admin_log, erasing
from assistant.models import ApiToken, Message
from assistant.streaming import runs
from assistant.turn.turns import LIVE
from graph.erasure import proof
from graph.models import User, UserSettings
from graph.projections import snapshots

ONLY_OPERATOR = (
    "Nobody else can look after this installation, and other people use it: make one of them a superuser in the admin"
    " first."
)


class LastOperator(ValueError):
    """Others would be left with nobody who can let people in or help them."""


def refusal(leaving: Collection[User]) -> str:
    """Why these people cannot all go, in one sentence; "" if they can."""
    staying = User.objects.exclude(pk__in=[user.pk for user in leaving])
    is_looked_after = staying.filter(is_superuser=True, is_active=True).exists()
    is_left_alone = any(user.is_superuser for user in leaving) and not is_looked_after and staying.exists()
    return ONLY_OPERATOR if is_left_alone else ""


def close(user: User) -> erasing.Receipt:
    """Erase everything of the person and remove their account, in one transaction. Raises LastOperator.

    Work of theirs that is being done meanwhile finds no owner to write for, and ends.
    """
    for pk in Message.objects.for_user(user).filter(status__in=LIVE).values_list("pk", flat=True):
        runs.stop(user.pk, pk)  # also where another process writes it
    runs.stop_all(user_id=user.pk)
    folder = snapshots.directory(user.pk)  # its name is in the settings, which go
    with transaction.atomic():
        list(User.objects.select_for_update().filter(is_superuser=True))  # two operators must not both leave at once
        if said := refusal([user]):
            raise LastOperator(said)
        removed, files = erasing.rows(user)
        removed["keys of programs"] = ApiToken.objects.for_user(user).delete()[0]
        removed["settings"] = UserSettings.objects.filter(user=user).delete()[0]
        removed["places signed in"] = _sign_out(user)
        admin_log.unname(user)
        User.objects.filter(pk=user.pk).delete()
        removed["account"] = 1
    removed["files"] += erasing.unlinked(files)
    if folder.is_dir():
        removed["snapshots"] += sum(1 for _ in folder.iterdir())
        shutil.rmtree(folder, ignore_errors=True)  # what a builder still writes there is looked for below
    return erasing.proven(user, removed, proof.Sought(user.pk, everything=True, account=True))


def _sign_out(user: User) -> int:
    """End the person's sessions in every browser."""
    theirs = [row.pk for row in Session.objects.iterator() if row.get_decoded().get("_auth_user_id") == str(user.pk)]
    return Session.objects.filter(pk__in=theirs).delete()[0]
