"""Conversations, their messages, and the tokens by which programs are let in."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from graph.models import Retrieval
from graph.models.owned import Owned, OwnedManager


class Conversation(Owned):
    class Mode(models.TextChoices):
        NORMAL = "normal"
        READ_ONLY = "read_only"
        INCOGNITO = "incognito"

    title = models.CharField(max_length=200, default="", blank=True)
    mode = models.CharField(max_length=9, choices=Mode.choices, default=Mode.NORMAL)
    is_imported = models.BooleanField(default=False)  # until its owner goes on with it
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        indexes = [models.Index(fields=["user", "is_imported", "-updated_at"])]

    def __str__(self) -> str:
        return self.title or f"Conversation {self.pk}"


class Message(Owned):
    IMPORTED = "import"

    class Role(models.TextChoices):
        USER = "user"
        ASSISTANT = "assistant"

    class Status(models.TextChoices):
        PENDING = "pending"
        STREAMING = "streaming"
        DONE = "done"
        STOPPED = "stopped"
        FAILED = "failed"
        INTERRUPTED = "interrupted"

    class Learning(models.TextChoices):
        NONE = "none"
        QUEUED = "queued"
        DONE = "done"

    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="messages")
    role = models.CharField(max_length=9, choices=Role.choices)
    text = models.TextField(default="", blank=True)
    status = models.CharField(max_length=11, choices=Status.choices, default=Status.DONE)
    error = models.TextField(default="", blank=True)
    reply_to = models.OneToOneField("self", null=True, blank=True, on_delete=models.CASCADE, related_name="reply")
    search_text = models.TextField(default="", blank=True)
    retrieval = models.ForeignKey(Retrieval, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    cited = models.JSONField(default=list, blank=True)
    learning = models.CharField(max_length=6, choices=Learning.choices, default=Learning.NONE)
    learned = models.JSONField(default=list, blank=True)  # of an answer: the facts on which it asks back
    # Of an answer: the model's name, or IMPORTED; "" of one that rules composed, which only says what the book says
    written_by = models.CharField(max_length=200, default="", blank=True)
    created_at = models.DateTimeField()
    heartbeat = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    class Meta:
        indexes = [models.Index(fields=["conversation", "created_at"])]

    def __str__(self) -> str:
        return f"{self.role}: {self.text[:60]}"


class ApiToken(Owned):
    """Only the SHA-256 of a token is stored; `scopes` is a list of read, propose and write."""

    name = models.CharField(max_length=120, default="", blank=True)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list)
    created_at = models.DateTimeField()
    last_used = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects = OwnedManager()

    def __str__(self) -> str:
        return self.name or f"token {self.pk}"


class IdempotentReply(Owned):
    """The answer already given to a write with an `Idempotency-Key`."""

    key = models.CharField(max_length=255)
    request_hash = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(default="", blank=True)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        verbose_name_plural = "idempotent replies"
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="one_reply_per_key"),
            models.CheckConstraint(condition=~Q(key=""), name="idempotency_key_not_empty"),
        ]

    def __str__(self) -> str:
        return self.key
