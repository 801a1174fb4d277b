"""Tunables of the projections, each with its reason; those of retrieval stand in `graph.retrieval.params`."""

from __future__ import annotations

# --- embeddings ---
QUERY_CACHE = 256  # questions whose vector is kept: follow-ups, presets and retries ask the same words again
ENCODE_BATCH = 32  # texts a forward pass: 90 texts a second on one thread, no gain above
EMBED_BATCH = 256  # rows a transaction while draining what is pending: about three seconds between commits

WARM_DELAY = 2  # seconds after new vectors until likely questions are answered in advance: once for a burst of writes
PHRASES_AHEAD = 20_000  # relation names embedded in the background for later questions: about 2 ms each, 30 MB
KNOWN_PIECE = 3  # letters that a model's pieces of a word have on average, at least, if it knows the word
SHORTEST_LINE = 25  # characters of a sentence that is compared by itself: a shorter one says little alone
LINES_BATCH = 64  # passages whose lines are embedded a transaction: each has some five
PHRASES_AT_ONCE = 64  # relation names a batch, for one of which a question may wait: about a fifth of a second

# --- vectors ---
HNSW_THRESHOLD = 10_000  # vectors of a kind up to which an exact scan (0.2 to 0.8 ms at 10k) needs no index
SEARCHED_VECTORS = (
    250_000  # of a kind that are searched: more would be built for ten minutes and held with 1 GB a process
)
HNSW_EF_SEARCH = (96, 128, 256, 512)  # candidates a search keeps: a snapshot takes the first with enough recall
PGVECTOR_EF_SEARCH = (
    200  # candidates of an index of pgvector: 4.5 ms and every neighbour at 20k vectors (exact: 18.5 ms)
)
HNSW_MIN_RECALL = 0.98  # a snapshot that finds fewer of the true ten nearest on the sample is not published
RECALL_SAMPLE = 50  # vectors whose neighbours are compared with an exact scan before publishing
RECALL_DEPTH = 10  # neighbours of each that are compared
DELTA_ROWS = 5_000  # newer vectors beside a snapshot after which it is due for rebuilding (8.8 ms against 4.9)
REMOVED_SHARE = 0.10  # share of a snapshot's vectors gone or replaced after which it is due for rebuilding
VECTOR_TABLES = 48  # tables kept in a process: sixteen people with three kinds; 15 MB each at 10k vectors
SYNC_SHARE = 0.25  # share of a table's rows touched at once from which loading it anew is cheaper

# --- graph index ---
GRAPHS = 32  # graphs kept in a process; 100k facts are about 6 MB
COMPACT_ROWS = 2_000  # changed edges beside the base, at least, before both are merged into a new base
COMPACT_SHARE = 0.05  # ... or this share of the base, whichever is more: merging 100k edges takes some 50 ms
EDGES_A_TARGET = 4  # for each target that a walk has room for so many of its strongest edges are looked at, then all
CORRELATE_SHARE = 0.02  # of the mentions that changed since: below it correlations would come out nearly the same
CORRELATION_FLOOR = 0.3  # weaker ones are chance: two that share a name in one passage of three
CORRELATION_NAMES = 40  # names in a passage, or documents naming one entity, above which it is a list and joins nothing
MAX_DEPTH = 10  # hops of any walk (C5)
WALK_SECONDS = 5.0  # a walk that takes longer is stopped with a plain error
NAME_SHOWN = 120  # characters of a passage where a name is shown
GRAPH_EDGES_WARNING = 2_000_000  # edges of one graph above which its size is worth a warning (100 MB, 1 s to merge)

# --- keywords ---
KEYWORD_TERMS = 12  # words of a question that are searched, longest first: more add time and no recall
KEYWORD_PAIRS = 32  # neighbouring pairs of characters searched in scripts without spaces
KEYWORD_COMMON = 1_000  # rows above which a word only ranks what rarer ones found: ranking takes 1 ms per thousand
KEYWORDS_COUNTED = 5_000  # words of past questions whose number of rows is known: about a megabyte
KEYWORD_RANKED = 5_000  # matching rows of a very large book that are ranked, the newest: 5 ms
KEYWORD_PIECES = 3  # of an index that are left as they are: with six a search takes a quarter to a half more
KEYWORD_MERGED = 64  # pages merged at once, some 10 ms in which nobody else writes
KEYWORD_FEW = 3_000  # rows of a person up to which all are ranked: counting each word first would cost as much

_STOP_WORDS = """
a about all am an and any are as at be been but by can could did do does doing for from had has have he her hers
him his how i if in into is it its just me mine my of on or our ours please she should so some tell than that the
their theirs them then there these they this those to us was we were what when where which who whom whose why will
with would you your yours
"""
STOP_WORDS = frozenset(_STOP_WORDS.split())
WILL_OF = frozenset({"my", "our", "your", "his", "her", "their", "the", "a"})  # behind these "will" is a noun

# Confirming by policy, when its owner chose one
CONFIRMED_BY_SOURCES = 2  # independent ones: the least that is more than hearsay (A-J4)
CONFIRMED_AFTER_USES = 3  # answers that cited it, or judgements that it helped
CONFIRMED_AFTER_READS = 3  # answers for which it was read: the threshold of the older design
PROMOTED_AT_ONCE = 2_000  # staged facts that one run looks at; the oldest first
