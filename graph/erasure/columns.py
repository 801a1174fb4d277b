"""What the proof has to be told of the tables it reads: where others' words stand, and what points to what."""

from __future__ import annotations

# Columns in which other texts may name what was erased, as words of their own: they are listed, not counted as a leak.
TELLS = {
    "graph_chunk": {"text", "prefix", "metadata"},
    "graph_document": {"title", "title_key", "source", "text", "metadata"},
    "graph_documentreference": {"link"},
    "graph_evidence": {"quote"},
    "graph_chunkedge": {"description"},
    "graph_entity": {"name", "description", "properties"},
    "graph_entityalias": {"text", "normalised", "scheme"},
    "graph_fact": {"value", "description", "metadata", "tags"},
    "graph_predicate": {"name", "label", "inverse_label", "asked_as", "same_as", "subject_kind", "object_kind"},
    "graph_changerow": {"before", "after"},
    "graph_words_entity": {"text", "words"},
    "graph_words_fact": {"text", "words"},
    "graph_words_chunk": {"text", "words"},
    "assistant_message": {"text"},
    "assistant_conversation": {"title"},
    "assistant_apitoken": {"name"},
    "graph_user": {"username", "first_name", "last_name", "email"},
}
# Of those, the ones that are passages: with `including_passages` nothing may be left in them either.
PASSAGES = {
    "graph_chunk", "graph_document", "graph_evidence", "graph_chunkedge", "graph_words_chunk", "assistant_message",
    "assistant_conversation",
}  # fmt: skip
# What the account itself is made of, whose ids and words are no content.
ACCOUNT = {
    "graph_user", "graph_usersettings", "graph_touch", "assistant_apitoken", "django_session", "django_migrations",
    "django_content_type", "auth_permission", "auth_group", "sqlite_sequence",
}  # fmt: skip
# Where a row of one table points to another: table, column -> kind.
POINTERS = {
    ("graph_entity", "id"): "entity",
    ("graph_entityalias", "entity_id"): "entity",
    ("graph_fact", "id"): "fact",
    ("graph_fact", "subject_id"): "entity",
    ("graph_fact", "object_id"): "entity",
    ("graph_evidence", "fact_id"): "fact",
    ("graph_evidence", "entity_id"): "entity",
    ("graph_evidence", "chunk_id"): "chunk",
    ("graph_evidence", "document_id"): "document",
    ("graph_conflict", "older_id"): "fact",
    ("graph_conflict", "newer_id"): "fact",
    ("graph_chunk", "id"): "chunk",
    ("graph_chunk", "document_id"): "document",
    ("graph_chunkedge", "source_id"): "chunk",
    ("graph_chunkedge", "target_id"): "chunk",
    ("graph_judgedpair", "first_id"): "chunk",
    ("graph_judgedpair", "second_id"): "chunk",
    ("graph_document", "id"): "document",
    ("graph_original", "document_id"): "document",
    ("graph_documentreference", "source_id"): "document",
    ("graph_documentreference", "target_id"): "document",
    ("graph_words_entity", "rowid"): "entity",
    ("graph_words_fact", "rowid"): "fact",
    ("graph_words_chunk", "rowid"): "chunk",
    ("assistant_conversation", "id"): "conversation",
    ("assistant_message", "id"): "message",
    ("assistant_message", "conversation_id"): "conversation",
}
