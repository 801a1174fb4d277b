"""Whom an address means where a file gives no name: the one person of the book who has it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from django.db.models import Q
from django.db.models.functions import Lower

from graph.curation.candidates import Draft, Name
from graph.models import Fact, User

EMAIL = Q(predicate__in=("email", "email_address", "mail")) | Q(predicate__endswith="_email")  # "work_email"
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")


def addressed(user: User, drafts: Sequence[Draft]) -> list[Draft]:
    """The drafts, each name that is the email address of one known person as that person; of two it stays a name."""
    said = {name.text.lower() for draft in drafts for name in _addresses(draft)}
    if not said:
        return list(drafts)
    owners: dict[str, set[int]] = {}
    held = Fact.objects.for_user(user).active().filter(EMAIL, object=None)
    for address, pk in held.annotate(address=Lower("value")).filter(address__in=said).values_list("address", "subject"):
        owners.setdefault(address, set()).add(pk)
    known = {address: pks.pop() for address, pks in owners.items() if len(pks) == 1}

    def meant(end: int | Name | None) -> int | Name | None:
        return known.get(end.text.lower(), end) if isinstance(end, Name) else end

    return [
        replace(draft, subject=meant(draft.subject) or draft.subject, object=meant(draft.object)) for draft in drafts
    ]


def _addresses(draft: Draft) -> list[Name]:
    ends = (draft.subject, draft.object)
    return [end for end in ends if isinstance(end, Name) and _ADDRESS.fullmatch(end.text)]
