"""The chat: conversations, prompts, the language model, learning."""

import atexit

from django.apps import AppConfig
from django.db import connections


class AssistantConfig(AppConfig):
    name = "assistant"

    def ready(self) -> None:
        from graph.lasting import kept

        with kept():
            from assistant.exchange import foretelling, moving, talks
            from assistant.language_model import documents_model  # noqa: F401
            from assistant.memory import from_documents, from_notes, learning  # noqa: F401
            from assistant.turn import titles  # noqa: F401 - handlers of jobs name themselves
            from graph import jobs
            from graph.bench import suites
            from graph.exchange import foretelling as counting
            from graph.exchange import talks as elsewhere

        # The collector does not come to the connections of a process that ends, and SQLite's log belongs in its file.
        atexit.register(connections.close_all)
        jobs.wake_with(_wake)
        elsewhere.keep_with(talks)
        counting.read_with(foretelling.claims)
        moving.add_parts()
        suites.add("learn", "assistant.bench.learn.learn")
        suites.add("inbox", "assistant.bench.inbox.inbox")
        suites.add("load", "assistant.bench.load.suite")


def _wake() -> None:
    from assistant import tasks  # Celery is only needed once there is work

    tasks.wake()
