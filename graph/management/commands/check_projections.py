"""`check_projections`: compare vectors, keyword index and graph index with the database, or rebuild them.

What an earlier version's rules left in the book, counts and contradictions that nobody asks about, is told with it and
mended with the rest; it is no difference between the book and what is made from it.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from graph.counted import counted
from graph.maintenance import righting
from graph.management.book import BookCommand
from graph.models import User
from graph.projections import check, keywords, pgvector, upkeep


class Command(BookCommand):
    help = "Compare vectors, keyword index and graph index with the database; exit 1 and a list when they differ."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--user", metavar="U", help="only this user (name or id)")
        parser.add_argument("--repair", action="store_true", help="rebuild what differs")

    def handle(self, *args: Any, user: str | None, repair: bool, **options: Any) -> None:
        if repair and (why := pgvector.install()):
            self.stdout.write(why)
        differing = 0
        for person in _people(user):
            differing += self._check(person, repair)
        if user is None:
            differing += self._check_unowned(repair)
        if differing:
            raise CommandError(f"{differing} differences were found; --repair rebuilds.", returncode=1)

    def _check(self, person: User, repair: bool) -> int:
        left = righting.differences(person, timezone.now())
        for line in left:
            self.stdout.write(f"{person.username}: {line}")
        if left and repair:
            righting.right(person, timezone.now())
            left = righting.differences(person, timezone.now())
            self.stdout.write(f"{person.username}: {'not righted' if left else 'righted'}")
        differences = check.compare(person.pk)
        for line in differences:
            self.stdout.write(f"{person.username}: {line}")
        if differences and repair:
            check.repair(person.pk)
            upkeep.enqueue(person.pk, now=timezone.now())
            differences = check.compare(person.pk)
            self.stdout.write(f"{person.username}: repaired" if not differences else f"{person.username}: not repaired")
        waiting = check.pending_work(person.pk)
        if repair and waiting.vectors and not waiting.jobs:
            check.ask_again(person.pk)
            upkeep.enqueue(person.pk, now=timezone.now())
            waiting = check.pending_work(person.pk)
        if waiting.vectors or waiting.jobs:
            vectors, queued = counted(waiting.vectors, "vector"), counted(waiting.jobs, "job")
            self.stdout.write(f"{person.username}: pending: {vectors} to make, {queued} queued")
        if not differences:
            self.stdout.write(f"{person.username}: projections equal the database")
        return len(differences)

    def _check_unowned(self, repair: bool) -> int:
        gone = check.unowned()
        for user_id in gone:
            self.stdout.write(f"words of a user who is gone: {user_id}")
            if repair:
                keywords.clear(user_id)
        return 0 if repair else len(gone)


def _people(user: str | None) -> list[User]:
    everyone = User.objects.order_by("pk")
    if user is None:
        return list(everyone)
    found = everyone.filter(username=user).first() or (everyone.filter(pk=user).first() if user.isdigit() else None)
    if found is None:
        raise CommandError(f"There is no user {user}.", returncode=1)
    return [found]
