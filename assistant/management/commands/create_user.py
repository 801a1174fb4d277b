"""`create_user NAME [--password P] [--time-zone Z]`: prints the new person's id."""

from typing import Any

import tzlocal
from django.core.management.base import CommandError, CommandParser

from graph import clock
from graph.curation import owners
from graph.management.book import BookCommand


class Command(BookCommand):
    help = "Create a person, and the book where there is none yet; the id is printed alone on the last line."
    begins = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")
        parser.add_argument("--password", help="without one, nobody can sign in until `changepassword` sets it")
        parser.add_argument(
            "--time-zone", default=tzlocal.get_localzone_name() or "UTC", help="at first that of this machine"
        )
        parser.add_argument("--staff", action="store_true", help="may use the admin pages")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            user = owners.create(
                username=options["name"],
                password=options["password"],
                name=options["name"],
                staff=options["staff"],
                time_zone=options["time_zone"],
                now=clock.now(),
            )
        except ValueError as refusal:
            raise CommandError(str(refusal)) from None
        self.stdout.write(str(user.pk))
