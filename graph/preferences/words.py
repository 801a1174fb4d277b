"""Every option in plain words: where it stands on the page, what it is called, what it does."""

from __future__ import annotations

START, WALK, SCORE, TRUST = "where a search starts", "following connections", "what counts", "trust and time"
WHICH, MANY, TOLD, LEARN, PAPER = (
    "what may be found", "variety", "what an answer is given", "what is confirmed", "new documents",
)  # fmt: skip
SECTIONS = (START, WALK, SCORE, TRUST, WHICH, MANY, TOLD, LEARN, PAPER)

WORDS: dict[str, tuple[str, str, str]] = {
    "retrieval.anchor_limit": (START, "Entries to start from", "How many people, places or things named or meant."),
    "retrieval.seed_top_k": (START, "Passages to start from", "How many are taken directly; 0 leaves them out."),
    "retrieval.fact_seeds": (START, "Facts to start from", "How many facts are taken directly."),
    "retrieval.overfetch": (START, "Looked at for each one kept", "More finds more and takes a little longer."),
    "retrieval.seed_keyword_weight": (
        START, "Words against meaning", "0 searches by meaning alone, 1 by words alone.",
    ),
    "retrieval.rrf_k": (START, "Evenness of the two lists", "Small favours what is first in either list."),
    "retrieval.min_similarity": (START, "Nearest that still counts", "Below this likeness nothing counts as found."),
    "retrieval.hnsw_threshold": (
        START, "Size from which a quick index serves", "Up to here every entry is compared, which is exact.",
    ),
    "retrieval.max_hops": (WALK, "Steps followed", "0 follows none: only what is found directly."),
    "retrieval.max_traversal_depth": (WALK, "Most steps of any walk", "No question or program may go further."),
    "retrieval.direction": (WALK, "Direction", "Along relations, against them, or both."),
    "retrieval.relations.include": (WALK, "Only these relations", "Empty for all. Separate by commas."),
    "retrieval.relations.exclude": (WALK, "Never these relations", "Separate by commas."),
    "retrieval.relations.per_hop": (
        WALK, "Relations of single steps", "Steps apart by semicolons: lives_in; works_for, knows.",
    ),
    "retrieval.min_weight": (WALK, "Weakest connection followed", "Weaker ones are left alone."),
    "retrieval.min_path_score": (WALK, "Faintest arrival kept", "What arrives with less is dropped."),
    "retrieval.hop_decay": (
        WALK, "What remains after a step", "One number for every step, or a list that begins with step 0.",
    ),
    "retrieval.hop_decay_overflow": (WALK, "What remains beyond that list", "Empty for the list's last number."),
    "retrieval.path_mode": (WALK, "Strength of a way", "All of its steps together, or its last one alone."),
    "retrieval.seed_factor": (WALK, "Strength at the start", "As near as the start was found, or the same for all."),
    "retrieval.edge_strength": (WALK, "Strength of a connection", "Its weight, how sure it is, or both."),
    "retrieval.per_node_limit": (WALK, "Connections followed from one entry", "The strongest; 0 for all."),
    "retrieval.max_nodes": (WALK, "Most entries reached", "Besides those that it starts from; the strongest stay."),
    "retrieval.max_frontier": (WALK, "Most entries of one step", "0 for no limit."),
    "retrieval.vector_weight": (SCORE, "Meaning", "How much likeness to the question counts."),
    "retrieval.text_weight": (SCORE, "Words", "How much the question's own words count."),
    "retrieval.graph_weight": (SCORE, "Connection", "How much being connected counts."),
    "retrieval.recency_weight": (SCORE, "Recency", "How much being new counts."),
    "retrieval.frequency_weight": (SCORE, "Use", "How much being cited often counts."),
    "retrieval.seed_graph_bonus": (
        SCORE, "Extra for what was found directly", "Only in the way of searching called Passages and links.",
    ),
    "retrieval.feedback_weight": (SCORE, "Your feedback", "How much Helpful and Wrong move things."),
    "retrieval.feedback_decay": (
        SCORE, "Your feedback after a month", "What remains of it; 1 keeps it whole for ever, 0.9 lets it fade.",
    ),
    "retrieval.relevance.source_weights.user_edit": (TRUST, "What you wrote yourself", "1 changes nothing."),
    "retrieval.relevance.source_weights.file": (TRUST, "What comes from documents", "1 changes nothing."),
    "retrieval.relevance.source_weights.system": (TRUST, "What was worked out", "1 changes nothing."),
    "retrieval.relevance.source_weights.conversation": (TRUST, "What was learned in chats", "1 changes nothing."),
    "retrieval.relevance.status_weights.confirmed": (TRUST, "What is confirmed", "1 changes nothing."),
    "retrieval.relevance.status_weights.staged": (TRUST, "What is unconfirmed", "1 changes nothing."),
    "retrieval.relevance.decay_rate": (TRUST, "What remains after a week", "Facts that are not used fade this slowly."),
    "retrieval.relevance.grace_weeks": (TRUST, "Weeks before fading begins", "Newer facts count in full."),
    "retrieval.relevance.usage_factor": (TRUST, "Lift for being cited", "0 for none; it is bounded in any case."),
    "retrieval.filters.types": (WHICH, "Only these kinds of entries", "Empty for all. Separate by commas."),
    "retrieval.indexed_types": (
        WHICH, "Kinds of entries that searches start from", "Empty for all; others are still reached.",
    ),
    "retrieval.filters.documents": (
        WHICH, "Only these documents", "Titles or patterns like notes/**/*.md, separated by commas. Empty for all.",
    ),
    "retrieval.filters.sources": (WHICH, "Only facts from", "Nothing ticked means all of them."),
    "retrieval.filters.statuses": (WHICH, "Facts that may be found", "At least one should be ticked."),
    "retrieval.filters.dates.since": (WHICH, "Written or learned since", "Empty for no bound."),
    "retrieval.filters.dates.until": (WHICH, "Written or learned until", "Empty for no bound."),
    "retrieval.mmr.enabled": (MANY, "Let near-copies make way", "What says nearly the same as another comes later."),
    "retrieval.mmr.lambda": (MANY, "Relevance against variety", "1 is relevance alone, 0 variety alone."),
    "retrieval.mmr.max_per_category": (MANY, "Most with the same tag", "Among the first ones; 0 for no limit."),
    "retrieval.mmr.top_n": (MANY, "How many are the first ones", "Only with near-copies making way."),
    "retrieval.reranker": (MANY, "Last word on the order", "Somebody else's judgement, if your server has one."),
    "retrieval.max_facts": (TOLD, "Most facts", "The best stay."),
    "retrieval.token_budget": (TOLD, "Room for what an answer reads", "In pieces of four letters; 0 for no limit."),
    "retrieval.narrative.include_properties": (TOLD, "Add descriptions of entries", "What an entry is."),
    "retrieval.narrative.include_provenance": (TOLD, "Add dates, sources and doubt", "Beside each fact."),
    "retrieval.cache_ttl": (TOLD, "Seconds a question is remembered", "A change to what it rests on forgets it."),
    "learning.policy": (LEARN, "Confirmed without you", "Each is in the ledger and can be undone."),
    "learning.documents.learn": (PAPER, "Learn facts from them", "They wait in the inbox."),
    "learning.documents.sequence_edges": (PAPER, "Link each passage to the next", "Quick, needs no language model."),
    "learning.documents.graph_extraction": (
        PAPER, "Let a language model link passages", "Finds what explains, contradicts or depends on what. Takes time.",
    ),
    "learning.documents.cross_document": (PAPER, "Link passages of different documents", "By a language model."),
    "learning.documents.batch_size": (PAPER, "Passages shown to the model at once", "More see more of each other."),
    "learning.documents.batch_overlap": (PAPER, "Passages shown twice", "By two batches in a row; fewer than one has."),
    "learning.documents.workers": (PAPER, "Batches at the same time", "1 does one after the other."),
    "learning.documents.min_edge_weight": (PAPER, "Weakest link kept", "0 keeps all."),
    "learning.documents.max_edges_per_chunk": (PAPER, "Most links from one passage", "0 for no limit."),
}  # fmt: skip

PRESETS: dict[str, tuple[str, str]] = {
    "default": ("Commonplace’s own", "Names, meaning and words, then connections; trust and age count a little."),
    "jacq": ("By trust", "Outward from the nearest entries; what you confirmed, wrote and use comes first."),
    "tx": ("Two lists and their surroundings", "Meaning and words fused, then connections; near-copies make way."),
    "oasis": ("Passages and links", "Passages by meaning, then what they are linked to."),
    "maia": ("Added up", "Meaning, words, recency, use and one step of connection, each with its share."),
    "needle": ("Meaning alone", "What is likest to the question, and nothing else."),
}

CHOICES: dict[str, str] = {
    "outgoing": "Along relations",
    "incoming": "Against them",
    "both": "Both",
    "product": "Both together",
    "last_edge": "The last step alone",
    "score": "As near as it was found",
    "one": "The same for all",
    "weight": "Its weight",
    "confidence": "How sure it is",
    "staged": "Unconfirmed",
    "confirmed": "Confirmed",
    "user_edit": "Written by you",
    "file": "From documents",
    "system": "Worked out",
    "conversation": "Learned in chats",
    "path_mode.product": "All steps together",
    "reranker.words": "Most of the question's words first",
}
