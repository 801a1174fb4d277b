"""The chat: conversations, prompts, the language model, learning."""

from django.apps import AppConfig


class AssistantConfig(AppConfig):
    name = "assistant"

    def ready(self) -> None:
        from assistant import comparing, learning, titles  # noqa: F401 - each names itself as what does a kind of work
        from graph import jobs
        from graph.bench import suites

        jobs.wake_with(_wake)
        suites.add("learn", "assistant.bench.learn.learn")


def _wake() -> None:
    from assistant import tasks  # Celery is only needed once there is work

    tasks.wake()
