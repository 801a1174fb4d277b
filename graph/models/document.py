"""What was read: documents, their passages, the links between them, and what they are evidence for."""

import uuid6
from django.db import models
from django.db.models import F, Q

from graph.models.entity import Entity
from graph.models.fact import Fact
from graph.models.owned import Owned, OwnedManager


class Document(Owned):
    class Kind(models.TextChoices):
        FILE = "file"
        CONVERSATION = "conversation"
        IMPORT = "import"

    class Status(models.TextChoices):
        QUEUED = "queued"
        PROCESSING = "processing"
        READY = "ready"
        READY_WITHOUT_GRAPH = "ready_without_graph"
        FAILED = "failed"
        CANCELLED = "cancelled"

    class Stage(models.TextChoices):
        """The last finished stage, from which an interrupted ingestion goes on."""

        RECEIVED = "received"
        PARSED = "parsed"
        CHUNKED = "chunked"
        ENRICHED = "enriched"
        LINKED = "linked"
        EMBEDDED = "embedded"
        RELATED = "related"
        LEARNED = "learned"

    title = models.CharField(max_length=500)
    title_key = models.CharField(max_length=255, default="", blank=True, editable=False)  # as other texts name it
    source = models.CharField(max_length=1000, default="", blank=True)
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.FILE)
    text = models.TextField(default="", blank=True)
    sha256 = models.CharField(max_length=64)
    status = models.CharField(max_length=20, choices=Status.choices, default=Status.QUEUED)
    stage = models.CharField(max_length=12, choices=Stage.choices, default=Stage.RECEIVED)
    error = models.TextField(default="", blank=True)
    options = models.JSONField(default=dict, blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "sha256"], condition=~Q(kind="conversation"), name="same_content_is_one_document"
            ),
            models.UniqueConstraint(
                fields=["user", "source"], condition=Q(kind="conversation"), name="one_document_per_conversation"
            ),
        ]
        indexes = [
            models.Index(fields=["user", "created_at"]),
            models.Index(fields=["user", "source"]),
            models.Index(fields=["user", "title_key"]),
        ]

    def __str__(self) -> str:
        return self.title[:120]


class Original(Owned):
    """The bytes of a file until they are read; afterwards the document's text stands for them."""

    document = models.OneToOneField(Document, on_delete=models.CASCADE, related_name="original")
    name = models.CharField(max_length=1000)
    data = models.BinaryField()

    objects = OwnedManager()

    def __str__(self) -> str:
        return self.name


class Chunk(Owned):
    """A passage of a document; `start` and `end` are character offsets into the document's text."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    parent = models.ForeignKey("self", null=True, blank=True, on_delete=models.CASCADE, related_name="children")
    position = models.PositiveIntegerField()
    text = models.TextField()
    prefix = models.TextField(default="", blank=True)
    start = models.PositiveIntegerField(default=0)
    end = models.PositiveIntegerField(default=0)
    metadata = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["document", "position"], name="one_chunk_per_position"),
            models.CheckConstraint(condition=Q(end__gte=F("start")), name="chunk_ends_after_it_begins"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id}/{self.position}"


class ChunkEdge(Owned):
    """A typed, weighted, directed link between two passages; `source` stands earlier in a sequence."""

    class Relation(models.TextChoices):
        REFERENCES = "references"
        ELABORATES = "elaborates"
        DEPENDS_ON = "depends_on"
        CONTRADICTS = "contradicts"
        PART_OF = "part_of"
        SIMILAR_TO = "similar_to"
        SEQUENCE = "sequence"
        CAUSED_BY = "caused_by"

    id = models.UUIDField(primary_key=True, default=uuid6.uuid7, editable=False)
    source = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="edges_out")
    target = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="edges_in")
    relation = models.CharField(max_length=12, choices=Relation.choices)
    weight = models.FloatField()
    description = models.TextField(default="", blank=True)
    origin = models.CharField(max_length=12, default="sequence")
    expires_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["source", "target", "relation"], name="one_edge_per_relation"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="edge_is_no_self_loop"),
            models.CheckConstraint(condition=Q(weight__gt=0, weight__lte=1), name="edge_weight_in_range"),
        ]
        indexes = [models.Index(fields=["user", "relation"])]

    def __str__(self) -> str:
        return f"{self.source_id} {self.relation} {self.target_id}"


class JudgedPair(Owned):
    """Two passages of different documents about which a language model was asked, so that it is never paid twice."""

    first = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["first", "second"], name="a_pair_is_judged_once"),
            models.CheckConstraint(condition=Q(first__lt=F("second")), name="lower_id_of_a_pair_first"),
        ]

    def __str__(self) -> str:
        return f"{self.first_id} and {self.second_id}"


class DocumentReference(Owned):
    """A link from one document to another: by the text of a link in it, or because a passage names its title."""

    source = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="references_out")
    target = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="references_in")
    chunk = models.ForeignKey(Chunk, null=True, blank=True, on_delete=models.CASCADE, related_name="references_out")
    link = models.CharField(max_length=1000)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "target"], condition=Q(chunk__isnull=True), name="one_reference_per_pair"
            ),
            models.UniqueConstraint(
                fields=["chunk", "target"], condition=Q(chunk__isnull=False), name="one_naming_per_passage"
            ),
            models.CheckConstraint(condition=~Q(source=F("target")), name="reference_is_no_self_loop"),
        ]

    def __str__(self) -> str:
        return f"{self.source_id} references {self.target_id}"


class Evidence(Owned):
    """The words that a fact rests on, or in which an entity is named (then `fact` is empty)."""

    fact = models.ForeignKey(Fact, null=True, blank=True, on_delete=models.CASCADE, related_name="evidence")
    entity = models.ForeignKey(Entity, null=True, blank=True, on_delete=models.CASCADE, related_name="mentions")
    document = models.ForeignKey(Document, null=True, blank=True, on_delete=models.CASCADE, related_name="evidence")
    chunk = models.ForeignKey(Chunk, null=True, blank=True, on_delete=models.CASCADE, related_name="evidence")
    quote = models.TextField(default="", blank=True)
    start = models.PositiveIntegerField(default=0)
    end = models.PositiveIntegerField(default=0)
    extractor = models.CharField(max_length=40, default="user", blank=True)
    created_at = models.DateTimeField()

    objects = OwnedManager()

    class Meta:
        verbose_name_plural = "evidence"
        constraints = [
            models.CheckConstraint(
                condition=Q(fact__isnull=False, entity__isnull=True) | Q(fact__isnull=True, entity__isnull=False),
                name="evidence_is_for_fact_or_entity",
            ),
            models.UniqueConstraint(
                fields=["fact", "chunk", "quote"],
                condition=Q(fact__isnull=False, chunk__isnull=False),
                name="a_quote_once_per_fact",
            ),
            models.UniqueConstraint(
                fields=["entity", "chunk"], condition=Q(entity__isnull=False), name="a_mention_once_per_chunk"
            ),
        ]

    def __str__(self) -> str:
        return self.quote[:80]
