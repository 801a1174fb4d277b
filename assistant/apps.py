"""The chat: conversations, prompts, the language model, learning."""

from django.apps import AppConfig


class AssistantConfig(AppConfig):
    name = "assistant"
